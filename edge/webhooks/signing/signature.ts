import { hmacHex } from "../../crypto/hashing.ts";

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

/** What a delivery is sent with (contract §11.2): `at` is this attempt's time, `n` its number from 1. */
export async function deliveryHeaders(
  event: { readonly id: string; readonly body: string },
  { secrets, at, n }: { readonly secrets: readonly string[]; readonly at: number; readonly n: number },
): Promise<Record<string, string>> {
  const timestamp = Math.floor(at / 1_000);
  return {
    "Content-Type": "application/json",
    "User-Agent": "Selfsame-Webhooks/1",
    "Service-Webhook-Id": event.id,
    "Service-Webhook-Timestamp": `${timestamp}`,
    "Service-Webhook-Signature": await signatureHeader(secrets, timestamp, event.body),
    "Service-Webhook-Attempt": `${n}`,
  };
}
