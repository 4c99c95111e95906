import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { deliveries, deliveryAttempts, events, webhookEndpoints } from "../../../drizzle/schema/webhooks.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database } from "../batch.ts";

const ofEndpoint = (table: typeof deliveries | typeof deliveryAttempts, scope: Scope, endpointId: string) =>
  and(inScope(table, scope), eq(table.endpointId, endpointId));

/** Equal to the condition of the partial index of such attempts. */
const TELLS_OF_HEALTH = sql`(of_replay = 0 or status between 200 and 299)`;

/**
 * The endpoint's latest attempts since it was last enabled, newest first. Of replays only the successes are
 * listed.
 */
export function recentAttempts(db: Database, scope: Scope, endpointId: string, limit: number) {
  const { eventId, at, status } = deliveryAttempts;
  const enabledSince = db
    .select({ at: sql`coalesce(${webhookEndpoints.enabledAt}, ${webhookEndpoints.createdAt})` })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId));
  return db
    .select({ eventId, at, status })
    .from(deliveryAttempts)
    .where(and(ofEndpoint(deliveryAttempts, scope, endpointId), gte(at, enabledSince), TELLS_OF_HEALTH))
    .orderBy(desc(at), desc(deliveryAttempts.n), desc(eventId))
    .limit(limit);
}

/** The endpoint's deliveries with every attempt, newest event first; optionally only its dead letters. */
export async function listDeliveries(
  db: Database,
  scope: Scope,
  endpointId: string,
  page: { limit: number; state?: "dead" },
) {
  const rows = await db
    .select({ delivery: deliveries, type: events.type })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(
      and(
        ofEndpoint(deliveries, scope, endpointId),
        // The literal lets SQLite use the partial index of dead letters.
        page.state === undefined ? undefined : sql`${deliveries.state} = 'dead'`,
      ),
    )
    .orderBy(desc(deliveries.eventId))
    .limit(page.limit);
  const attempts = await db
    .select()
    .from(deliveryAttempts)
    .where(
      and(
        ofEndpoint(deliveryAttempts, scope, endpointId),
        inArray(
          deliveryAttempts.eventId,
          rows.map(({ delivery }) => delivery.eventId),
        ),
      ),
    )
    .orderBy(deliveryAttempts.n);
  const byEvent = Map.groupBy(attempts, (attempt) => attempt.eventId);
  return rows.map(({ delivery, type }) => ({ ...delivery, type, log: byEvent.get(delivery.eventId) ?? [] }));
}
