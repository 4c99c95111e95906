import { and, between, desc, eq, gte, inArray, or, sql } from "drizzle-orm";
import { deliveries, deliveryAttempts, events, webhookEndpoints } from "../../../drizzle/schema/webhooks.ts";
import type { Scope } from "../../scope.ts";
import type { Database } from "../batch.ts";

const ofEndpoint = (table: typeof deliveries | typeof deliveryAttempts, scope: Scope, endpointId: string) =>
  and(eq(table.tenantId, scope.tenantId), eq(table.mode, scope.mode), eq(table.endpointId, endpointId));

/**
 * The endpoint's latest attempts since it was last enabled, newest first. Of replays only the successes are
 * listed.
 */
export function recentAttempts(db: Database, scope: Scope, endpointId: string, limit: number) {
  const { eventId, at, status, ofReplay } = deliveryAttempts;
  const enabledSince = db
    .select({ at: sql`coalesce(${webhookEndpoints.enabledAt}, ${webhookEndpoints.createdAt})` })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId));
  return db
    .select({ eventId, at, status })
    .from(deliveryAttempts)
    .where(
      and(
        ofEndpoint(deliveryAttempts, scope, endpointId),
        gte(at, enabledSince),
        or(eq(ofReplay, false), between(status, 200, 299)),
      ),
    )
    .orderBy(desc(at), desc(deliveryAttempts.n), desc(eventId))
    .limit(limit);
}

/** The endpoint's deliveries with every attempt, newest event first; only those in `state`, if given. */
export async function listDeliveries(
  db: Database,
  scope: Scope,
  endpointId: string,
  page: { limit: number; state?: "pending" | "delivered" | "dead" },
) {
  const rows = await db
    .select({ delivery: deliveries, type: events.type })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(
      and(
        ofEndpoint(deliveries, scope, endpointId),
        page.state === undefined ? undefined : eq(deliveries.state, page.state),
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
