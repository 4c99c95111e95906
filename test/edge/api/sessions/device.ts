import { hashLink } from "#edge/auth/capture-link.ts";
import { type DeviceKey, proofText } from "#edge/auth/device-key.ts";
import { toBase64Url } from "#edge/crypto/encoding.ts";
import type { TestEdge } from "#test/harness/edge/test-edge.ts";

export const ORIGIN = "http://127.0.0.1:8787";

const ECDSA = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** A person's device: it has a key, and opens links and scans codes with it. */
export async function newDevice(edge: Pick<TestEdge, "call" | "services">) {
  const pair = await crypto.subtle.generateKey(ECDSA, false, ["sign", "verify"]);
  const { x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const key: DeviceKey = { kty: "EC", crv: "P-256", x: x!, y: y! };
  let signed = 0;

  /** The device's request to open a link; optionally with another time or origin. */
  async function prove(secret: string, { at = 0, origin = ORIGIN } = {}) {
    signed = Math.max(signed + 1, edge.services.clock());
    const signed_at = at === 0 ? signed : at;
    const text = new TextEncoder().encode(proofText(origin, await hashLink(secret), signed_at));
    const signature = new Uint8Array(await crypto.subtle.sign(ECDSA, pair.privateKey, text));
    return { public_key: key, signed_at, signature: toBase64Url(signature) };
  }

  const open = async (secret: string, more: object = {}, headers = {}) =>
    edge.call("POST", "/v1/capture/sessions", secret, { ...(await prove(secret)), ...more }, headers);
  const scan = async (verb: "claim" | "confirm" | "decline", code: string, more: object = {}, headers = {}) =>
    edge.call("POST", `/v1/handoffs/${verb}`, code, { ...(await prove(code)), ...more }, headers);
  return { key, prove, open, scan };
}

/** The person agrees to the text that the page shows. */
export async function agree(edge: Pick<TestEdge, "call">, id: string, token: string) {
  const { version, sha256, locale } = (await edge.call("GET", "/v1/capture/page", token)).body.consent_text;
  return edge.call("POST", `/v1/verifications/${id}/consent`, token, { version, sha256, locale });
}
