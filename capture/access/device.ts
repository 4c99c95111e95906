import { newKey, openKeys } from "./keys.ts";

/** Maximum clock error that is ignored: the header has whole seconds only. */
const TRUSTED_MS = 60_000;

/**
 * Proves this device's key for a secret of the service. Each secret has a key of its own, which is kept
 * before it is used: an answer that is lost must leave the device its key.
 */
export async function provingDevice(secret: string) {
  const clock = serviceClock();
  const digest = await sha256(secret);
  const keys = await openKeys();
  let asker: string | undefined;
  const isKnown = async () => (await keys.find(digest)) !== undefined;
  const prove = <T>(call: (proof: Proof) => Promise<T>): Promise<T> =>
    oneTabAtATime(digest, async () => {
      const known = (await keys.find(digest)) ?? (await newKey());
      const signedAt = Math.max(known.signedAt + 1, clock.now());
      await keys.keep(digest, { ...known, signedAt, ...(asker !== undefined && { asker }) });
      return call({ ...(await sign(known.pair, digest, signedAt)), signed_at: signedAt });
    });
  return {
    fetch: clock.fetch,
    lasts: keys.lasts,
    isKnown,
    /** Makes a call with a fresh proof. */
    prove,
    /** The page as it is. Its tenant's name is kept with the next proof. */
    named<Page extends { tenant: { name: string } }>(page: Page): Page {
      asker = page.tenant.name;
      return page;
    },
    /** A receipt; null on a device without a key to request it. */
    async receipt(ask: (proof: Proof) => Promise<{ receipt_id: string }>): Promise<Receipt | null> {
      const known = await keys.find(digest);
      if (known === undefined) return null;
      return { receiptId: (await prove(ask)).receipt_id, asker: known.asker ?? null };
    },
  };
}

/** The number of a withdrawal's receipt, and the name of the tenant if this device keeps it. */
export interface Receipt {
  readonly receiptId: string;
  readonly asker: string | null;
}

type Proof = Awaited<ReturnType<typeof sign>> & { readonly signed_at: number };

/** The key, and its signature over the fields of contract §13.2. */
async function sign({ privateKey, publicKey }: CryptoKeyPair, digest: string, signedAt: number) {
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

/** Each proof must be later than the last, so two tabs prove one after the other. */
const oneTabAtATime = <T>(digest: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks === undefined ? work() : (navigator.locks.request(digest, work) as Promise<T>);

/** The service's time, from its responses: a device's clock may be wrong by years. */
function serviceClock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    async fetch(url: string, init?: object): Promise<Response> {
      const response = await fetch(url, init);
      const answered = Date.parse(response.headers.get("date") ?? "");
      const difference = answered - Date.now();
      ahead = Math.abs(difference) > TRUSTED_MS ? difference : 0;
      return response;
    },
  };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
