import { newId, type Scope } from "../scope.ts";
import type { Database, Statement } from "../store/batch.ts";
import { insertDeliveriesForEvent } from "../store/deliveries.ts";
import { insertEvent } from "../store/events.ts";
import type { EventType } from "./event-types.ts";

export interface NewEvent {
  readonly type: EventType;
  /** Id of the result or verification it tells of. */
  readonly subjectId: string;
  readonly customerRef: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly now: number;
}

/**
 * The event row and one pending delivery for each enabled endpoint that selected its type: put both into the batch that
 * writes the result, so that none of the three exists without the others. The envelope's text is fixed here, so that
 * every attempt sends the same bytes.
 */
export function eventStatements(
  db: Database,
  scope: Scope,
  event: NewEvent,
): { eventId: string; statements: Statement[] } {
  const eventId = newId("event", event.now);
  const body = JSON.stringify({
    id: eventId,
    type: event.type,
    created_at: new Date(event.now).toISOString(),
    mode: scope.mode,
    tenant_id: scope.tenantId,
    data: event.data,
  });
  const { type, subjectId, customerRef, now } = event;
  return {
    eventId,
    statements: [
      insertEvent(db, scope, { id: eventId, type, subjectId, customerRef, body, createdAt: now }),
      insertDeliveriesForEvent(db, scope, { eventId, type, now }),
    ],
  };
}
