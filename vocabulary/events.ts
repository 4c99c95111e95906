/** Every event type (contract §11.1); an endpoint selects at least one of them. */
export const EVENT_TYPES = [
  "ocr.completed",
  "face.verify.completed",
  "liveness.check.completed",
  "fraud.signal_detected",
  "chip.completed",
  "credential.completed",
  "verification.completed",
  "verification.check_requested",
  "verification.review_required",
  "verification.reviewed",
  "verification.contested",
  "verification.recalled",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The type of a test event, which is sent to one endpoint, whatever types the endpoint selected. */
export const TEST_EVENT_TYPE = "webhook.test" as const;

export function isEventType(value: string): value is EventType {
  return (EVENT_TYPES as readonly string[]).includes(value);
}
