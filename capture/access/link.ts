import { type CaptureSession, createClient, createLinkClient } from "../../sdk/client/src/index.ts";
import { type Access, HERE, inTheirLanguage } from "./access.ts";
import { newKey, openKeys } from "./keys.ts";

const SECRET = /^#(svc_link_(?:test|live)_[0-9A-Za-z]{49})$/;
/** A clock that is off by less is believed: the header tells whole seconds only. */
const TRUSTED_MS = 60_000;

/** The link's secret in an address's fragment; null where there is none. */
export const secretIn = (fragment: string): string | null => SECRET.exec(fragment)?.[1] ?? null;

/**
 * Access by a link. The secret stays in the fragment, which no server sees: a reload needs it, and it may lie
 * in no storage. The device is bound by its key when the first token is asked for, thus not before the
 * person has agreed.
 */
export async function accessFromLink(secret: string): Promise<Access> {
  const clock = serviceClock();
  const link = createLinkClient({ ...HERE, link: secret, fetch: clock.fetch });
  const digest = await sha256(secret);
  const keys = await openKeys();

  const open = () =>
    oneTabAtATime(digest, async () => {
      const { pair, signedAt: last } = (await keys.find(digest)) ?? (await newKey());
      const signedAt = Math.max(last + 1, clock.now());
      // Kept first: an answer that is lost must leave the device its key.
      await keys.keep(digest, { pair, signedAt });
      return link.open({ ...(await prove(pair, digest, signedAt)), signed_at: signedAt });
    });
  let first: Promise<CaptureSession> | undefined;
  const begin = () => {
    first ??= open().catch((error: unknown) => {
      first = undefined;
      throw error;
    });
    return first;
  };
  const client = createClient({
    ...HERE,
    token: async (why) => (await (why === "first" ? begin() : open())).session_token,
  });
  return {
    client,
    page: () => link.page(inTheirLanguage()),
    isBegun: async () => (await keys.find(digest)) !== undefined,
    lasts: keys.lasts,
    verificationId: async () => (await begin()).verification_id,
    tell: () => {},
  };
}

/** The key, and its signature over what the contract names (contract §13.2). */
async function prove({ privateKey, publicKey }: CryptoKeyPair, digest: string, signedAt: number) {
  const text = ["selfsame-capture-v1", location.origin, digest, signedAt].join("\n");
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  const signature = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(text));
  const { x, y } = await crypto.subtle.exportKey("jwk", publicKey);
  return {
    public_key: { kty: "EC", crv: "P-256", x: x!, y: y! } as const,
    signature: toBase64Url(new Uint8Array(signature)),
  };
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Each proof is to be later than the last, thus two tabs prove one after the other. */
const oneTabAtATime = <T>(digest: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks === undefined ? work() : (navigator.locks.request(digest, work) as Promise<T>);

/** The service's time, as its answers tell it: a device's clock may be wrong by years. */
function serviceClock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    async fetch(url: string, init?: object): Promise<Response> {
      const response = await fetch(url, init);
      const told = Date.parse(response.headers.get("date") ?? "");
      const difference = told - Date.now();
      ahead = Math.abs(difference) > TRUSTED_MS ? difference : 0;
      return response;
    },
  };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
