import { isUnmet } from "../../store/batch.ts";
import { dropPending } from "../../store/webhooks/deliveries.ts";
import {
  deleteEndpoint as deleting,
  disableFailing,
  disableEndpoint as disabling,
  type EndpointRow,
  enableEndpoint as enabling,
} from "../../store/webhooks/endpoints.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { Context, ScopeContext } from "../commit/context.ts";
import { existingEndpoint, loggedUrl, stateOf } from "./existing.ts";

/**
 * Turns an endpoint on again, whatever the reason of its end: future events are sent, dropped events stay
 * dropped.
 */
export async function enableEndpoint(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const before = stateOf(await existingEndpoint(services.db, scope, id));
  await commit(ctx, {
    statements: enabling(services.db, scope, id, now),
    audit: [auditEntry(ctx, { action: "webhook.enable", target: id, before, after: { state: "enabled" } })],
  });
}

/** Turns an endpoint off: sending stops at once, and waiting deliveries become dead letters. */
export async function disableEndpoint(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const before = stateOf(await existingEndpoint(services.db, scope, id));
  await commit(ctx, {
    statements: disabling(services.db, scope, id, now),
    audit: [auditEntry(ctx, { action: "webhook.disable", target: id, before, after: { state: "disabled" } })],
  });
}

/**
 * Turns an endpoint off for its failures, of which the last began at `begunAt` (milliseconds since the
 * epoch). Leaves the endpoint as it is where a person, or another dispatcher, has switched it since.
 */
export async function disableFailingEndpoint(
  ctx: Context,
  input: { readonly endpoint: EndpointRow; readonly begunAt: number; readonly cause: string },
): Promise<void> {
  const { services, now } = ctx;
  const { endpoint, begunAt, cause } = input;
  const entry = auditEntry(
    { ...ctx, scope: endpoint },
    {
      action: "webhook.disable",
      target: endpoint.id,
      before: { state: "enabled", disabled_reason: null },
      after: { state: "disabled", disabled_reason: "delivery_failures", cause },
    },
  );
  try {
    const statements = disableFailing(services.db, endpoint, endpoint.id, { begunAt, now });
    await commit(ctx, { statements, audit: [entry] });
  } catch (error) {
    if (!isUnmet(error)) throw error;
    // The endpoint was off already. Deliveries that a crashed sender had leased are still pending, and nobody
    // would send or drop them.
    await commit(ctx, { statements: [dropPending(services.db, endpoint, endpoint.id, now)] });
  }
}

/** Removes an endpoint; its waiting deliveries become dead letters. */
export async function deleteEndpoint(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const endpoint = await existingEndpoint(services.db, scope, id);
  const before = { url: loggedUrl(endpoint.url), ...stateOf(endpoint) };
  await commit(ctx, {
    statements: deleting(services.db, scope, id, now),
    audit: [auditEntry(ctx, { action: "webhook.delete", target: id, before })],
  });
}
