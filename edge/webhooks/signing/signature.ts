import { hex } from "../../crypto/sha256.ts";

const encoder = new TextEncoder();

/** HMAC-SHA256 in lower-case hex over `<timestamp>.<body>`; the key is the whole `whsec_…` string in UTF-8. */
export async function sign(secret: string, timestamp: number, body: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, encoder.encode(`${timestamp}.${body}`));
  return hex(mac);
}

/**
 * The value of `Service-Webhook-Signature`: `t=<timestamp>,v1=<hex>`, with one more `v1=` for each further secret while
 * a rotation overlaps. `timestamp` is Unix time in seconds.
 */
export async function signatureHeader(
  secrets: readonly string[],
  timestamp: number,
  body: string,
): Promise<string> {
  const macs = await Promise.all(secrets.map((secret) => sign(secret, timestamp, body)));
  return [`t=${timestamp}`, ...macs.map((mac) => `v1=${mac}`)].join(",");
}
