import { signatureHeader } from "./signature.ts";

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
