import { and, count, desc, eq, exists, isNotNull, isNull, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { webhookEndpoints } from "../../../drizzle/schema/webhooks.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";
import { dropPending } from "./deliveries.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

const ofScope = (scope: Scope) => and(inScope(webhookEndpoints, scope), isNull(webhookEndpoints.deletedAt));

const byId = (scope: Scope, id: string) => and(ofScope(scope), eq(webhookEndpoints.id, id));

export function insertEndpoint(
  db: Database,
  scope: Scope,
  row: Omit<typeof webhookEndpoints.$inferInsert, keyof Scope>,
): Statement {
  return db.insert(webhookEndpoints).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

/** Rolls its batch back if the tenant and mode have `most` endpoints. */
export function onlyIfRoomForEndpoint(db: Database, scope: Scope, most: number): Statement {
  const endpoints = db.select({ n: count() }).from(webhookEndpoints).where(ofScope(scope));
  return onlyIf(db, sql`(${endpoints}) < ${most}`);
}

export function listEndpoints(db: Database, scope: Scope): Promise<EndpointRow[]> {
  return db.select().from(webhookEndpoints).where(ofScope(scope)).orderBy(desc(webhookEndpoints.id));
}

export async function findEndpoint(db: Database, scope: Scope, id: string): Promise<EndpointRow | null> {
  const [row] = await db.select().from(webhookEndpoints).where(byId(scope, id));
  return row ?? null;
}

/** Whether the tenant and mode had this endpoint, and deleted it. */
export async function isDeleted(db: Database, scope: Scope, id: string): Promise<boolean> {
  const deleted = and(
    inScope(webhookEndpoints, scope),
    eq(webhookEndpoints.id, id),
    isNotNull(webhookEndpoints.deletedAt),
  );
  const [row] = await db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(deleted);
  return row !== undefined;
}

/** Changes the address and the types of events. */
export function updateEndpoint(
  db: Database,
  scope: Scope,
  id: string,
  changes: Pick<EndpointRow, "url" | "eventTypes">,
): Statement {
  return db.update(webhookEndpoints).set(changes).where(byId(scope, id));
}

export function enableEndpoint(db: Database, scope: Scope, id: string, now: number): Statement[] {
  return [
    db
      .update(webhookEndpoints)
      .set({ state: "enabled", disabledReason: null, enabledAt: now })
      .where(and(byId(scope, id), eq(webhookEndpoints.state, "disabled"))),
  ];
}

/**
 * Disables an endpoint and makes dead letters of its pending deliveries. Does nothing to a disabled endpoint.
 */
export function disableEndpoint(db: Database, scope: Scope, id: string, now: number): Statement[] {
  return [
    db
      .update(webhookEndpoints)
      .set({ state: "disabled", disabledReason: "toggled_off" })
      .where(and(byId(scope, id), eq(webhookEndpoints.state, "enabled"))),
    dropPending(db, scope, id, now),
  ];
}

/**
 * Disables an endpoint for its failures. Rolls the batch back if the endpoint is disabled already, or was
 * enabled again after the start of the failed attempt.
 */
export function disableFailing(
  db: Database,
  scope: Scope,
  id: string,
  { begunAt, now }: { begunAt: number; now: number },
): Statement[] {
  const unlessSince = sql`coalesce(${webhookEndpoints.enabledAt}, 0) <= ${begunAt}`;
  const failing = and(byId(scope, id), eq(webhookEndpoints.state, "enabled"), unlessSince);
  return [
    onlyIf(db, exists(db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(failing))),
    db
      .update(webhookEndpoints)
      .set({ state: "disabled", disabledReason: "delivery_failures" })
      .where(failing),
    dropPending(db, scope, id, now),
  ];
}

/** Deletes the endpoint's secrets; the row stays, because its deliveries refer to it. */
export function deleteEndpoint(db: Database, scope: Scope, id: string, now: number): Statement[] {
  return [
    db
      .update(webhookEndpoints)
      .set({ deletedAt: now, secret: new Uint8Array(), previousSecret: null, previousSecretUntil: null })
      .where(byId(scope, id)),
    dropPending(db, scope, id, now),
  ];
}

/**
 * Puts a new encrypted secret in force. The old secret signs beside it until `overlapUntil`, or is deleted at
 * once when `overlapUntil` is null.
 */
export function replaceSecret(
  db: Database,
  scope: Scope,
  id: string,
  secret: Uint8Array,
  overlapUntil: number | null,
): Statement {
  return db
    .update(webhookEndpoints)
    .set({
      secret,
      previousSecret: overlapUntil === null ? null : sql`${webhookEndpoints.secret}`,
      previousSecretUntil: overlapUntil,
    })
    .where(byId(scope, id));
}
