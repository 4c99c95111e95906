/** Every event type (contract §11.1); an endpoint selects one or more of them. */
export const EVENT_TYPES = [
  "ocr.completed",
  "face.verify.completed",
  "liveness.check.completed",
  "fraud.signal_detected",
  "verification.completed",
  "verification.reviewed",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** What "send test event" sends, to one endpoint whatever it selected. */
export const TEST_EVENT_TYPE = "webhook.test" as const;

export function isEventType(value: string): value is EventType {
  return (EVENT_TYPES as readonly string[]).includes(value);
}
