import { hmacHex } from "../../crypto/hmac.ts";

/**
 * HMAC-SHA256 in lower-case hex over `<timestamp>.<body>`; the key is the whole `whsec_…` string in UTF-8.
 */
export function sign(secret: string, timestamp: number, body: string): Promise<string> {
  return hmacHex(new TextEncoder().encode(secret), `${timestamp}.${body}`);
}

/**
 * The value of `Service-Webhook-Signature`: `t=<timestamp>,v1=<hex>`, with one more `v1=` for each further
 * secret while a rotation overlaps. `timestamp` is Unix time in seconds.
 */
export async function signatureHeader(
  secrets: readonly string[],
  timestamp: number,
  body: string,
): Promise<string> {
  const macs = await Promise.all(secrets.map((secret) => sign(secret, timestamp, body)));
  return [`t=${timestamp}`, ...macs.map((mac) => `v1=${mac}`)].join(",");
}
