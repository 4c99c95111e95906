import type { WebhookEvent } from "../../../gen/schemas.ts";
import { runtime } from "../../../platform/runtime.ts";
import { sign } from "./signature.ts";

/** A test's event: its type and data, and any part of the envelope. */
export type TestEvent = {
  [Type in WebhookEvent["type"]]: Pick<Extract<WebhookEvent, { type: Type }>, "type" | "data"> &
    Partial<Omit<WebhookEvent, "type" | "data">>;
}[WebhookEvent["type"]];

type TestHeaders = Record<
  "content-type" | `service-webhook-${"id" | "timestamp" | "signature" | "attempt"}`,
  string
>;

/** A delivery of an event as the service would send it, for tests of a receiver; `now` is in milliseconds. */
export async function signTestEvent(event: TestEvent, secret: string, { now = Date.now() } = {}) {
  const { type, data, ...envelope } = event;
  const whole = {
    id: "wh_evt_00000000000000000000000000",
    type,
    created_at: new Date(now).toISOString(),
    mode: "test",
    tenant_id: "tn_00000000000000000000000000",
    ...envelope,
    data,
  };
  const body = JSON.stringify(whole);
  const timestamp = String(Math.floor(now / 1_000));
  const signature = await sign(secret, timestamp, new runtime.TextEncoder().encode(body));
  const headers: TestHeaders = {
    "content-type": "application/json",
    "service-webhook-id": whole.id,
    "service-webhook-timestamp": timestamp,
    "service-webhook-signature": `t=${timestamp},v1=${signature}`,
    "service-webhook-attempt": "1",
  };
  return { body, headers };
}
