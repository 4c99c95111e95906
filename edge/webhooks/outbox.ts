import type { EventType, TEST_EVENT_TYPE } from "../../vocabulary/events.ts";
import { newId } from "../core/ids.ts";
import type { Scope } from "../core/scope.ts";
import type { Database, Statement } from "../store/batch.ts";
import { insertDeliveriesForEvent } from "../store/webhooks/deliveries.ts";
import { insertEvent, type NewEventRow } from "../store/webhooks/events.ts";

export interface NewEvent<Type extends string = EventType> {
  readonly type: Type;
  /** Id of the event's result or verification. */
  readonly subjectId: string;
  readonly customerRef: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly now: number;
}

/**
 * The event row and one pending delivery for each enabled endpoint that selected its type. Both belong into
 * the batch that writes the result, so that none of the three exists without the others.
 */
export function eventStatements(
  db: Database,
  scope: Scope,
  event: NewEvent,
): { eventId: string; statements: Statement[] } {
  const { eventId, row } = envelope(scope, event);
  const { type, now } = event;
  return {
    eventId,
    statements: [insertEvent(db, scope, row), insertDeliveriesForEvent(db, scope, { eventId, type, now })],
  };
}

/** The event's row. Fixes the envelope's text, so that every attempt sends the same bytes. */
export function envelope(
  scope: Scope,
  event: NewEvent<EventType | typeof TEST_EVENT_TYPE>,
): { eventId: string; row: NewEventRow } {
  const { type, subjectId, customerRef, data, now } = event;
  const eventId = newId("event", now);
  const body = JSON.stringify({
    id: eventId,
    type,
    created_at: new Date(now).toISOString(),
    mode: scope.mode,
    tenant_id: scope.tenantId,
    data,
  });
  return { eventId, row: { id: eventId, type, subjectId, customerRef, body, createdAt: now } };
}
