import { TEST_EVENT_TYPE } from "../../../vocabulary/events.ts";
import { insertDeliveryTo } from "../../store/webhooks/deliveries.ts";
import { insertEvent } from "../../store/webhooks/events.ts";
import { envelope } from "../../webhooks/outbox.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { enabledEndpoint } from "./existing.ts";

/** Sends a `webhook.test` event to this endpoint alone; returns the event's id. */
export async function sendTestEvent(
  ctx: ScopeContext,
  { id }: { readonly id: string },
): Promise<{ event_id: string }> {
  const { services, scope, now } = ctx;
  await enabledEndpoint(services.db, scope, id);
  const data = { endpoint_id: id, message: "This is a test event." };
  const event = { type: TEST_EVENT_TYPE, subjectId: id, customerRef: null, data, now };
  const { eventId, row } = envelope(scope, event);
  await commit(ctx, {
    statements: [
      insertEvent(services.db, scope, row),
      insertDeliveryTo(services.db, scope, id, { eventId, now }),
    ],
    audit: [auditEntry(ctx, { action: "webhook.test", target: id, after: { event_id: eventId } })],
  });
  return { event_id: eventId };
}
