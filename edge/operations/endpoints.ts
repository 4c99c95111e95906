import { EVENT_TYPES, isEventType, TEST_EVENT_TYPE } from "../../vocabulary/events.ts";
import { CLOCKS_AGREE_MS } from "../core/clock.ts";
import { ApiError } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import type { Scope } from "../core/scope.ts";
import { type Database, isUnmet } from "../store/batch.ts";
import {
  dropPending,
  hastenQueued,
  insertDeliveryTo,
  listUnwanted,
  replayDead,
} from "../store/webhooks/deliveries.ts";
import {
  deleteEndpoint as deleting,
  disableFailing,
  disableEndpoint as disabling,
  type EndpointRow,
  enableEndpoint as enabling,
  findEndpoint,
  insertEndpoint,
  onlyIfRoomForEndpoint,
  replaceSecret,
} from "../store/webhooks/endpoints.ts";
import { insertEvent } from "../store/webhooks/events.ts";
import { checkAddress } from "../webhooks/address-policy.ts";
import { envelope } from "../webhooks/outbox.ts";
import { encryptSecret, newSecret } from "../webhooks/signing.ts";
import { commit, refuseOnConflict } from "./commit/commit.ts";
import { auditEntry, type Context, type ScopeContext } from "./commit/context.ts";

/** The endpoint of this id. Throws 404 `not_found` if this tenant and mode does not have it. */
async function existingEndpoint(db: Database, scope: Scope, id: string): Promise<EndpointRow> {
  const endpoint = await findEndpoint(db, scope, id);
  if (endpoint === null) throw new ApiError("not_found", "No such webhook endpoint.");
  return endpoint;
}

/**
 * The endpoint of this id, if it is enabled. Throws 404 `not_found`, and 400 `invalid_parameter` for a
 * disabled endpoint.
 */
async function enabledEndpoint(db: Database, scope: Scope, id: string): Promise<EndpointRow> {
  const endpoint = await existingEndpoint(db, scope, id);
  if (endpoint.state !== "enabled") {
    throw new ApiError("invalid_parameter", "The endpoint is disabled; enable it first.", { param: "id" });
  }
  return endpoint;
}

/** An endpoint's state for the audit log. */
const stateOf = ({ state, disabledReason }: EndpointRow) => ({
  state,
  disabled_reason: disabledReason,
});

/** The part of a URL that may be logged: receivers keep tokens in the query. */
function loggedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/**
 * Registers an endpoint and returns its signing secret, which is shown this once. Throws 409 `limit_reached`
 * if the tenant and mode have as many endpoints as the deployment allows.
 */
export async function createEndpoint(
  ctx: ScopeContext<"webhooks" | "vault" | "quotas">,
  { url, events }: { readonly url: string; readonly events: readonly string[] },
): Promise<{ id: string; secret: string }> {
  const { services, scope, now } = ctx;
  const address = checkAddress(url, services.webhooks.allowLocal);
  if (!address.ok) throw new ApiError("invalid_parameter", address.reason, { param: "url" });
  const types = [...new Set(events)];
  if (types.length === 0 || !types.every(isEventType)) {
    throw new ApiError("invalid_parameter", `Choose one or more of: ${EVENT_TYPES.join(", ")}.`, {
      param: "events",
    });
  }
  const id = newId("endpoint", now);
  const secret = newSecret();
  const row = {
    id,
    url: address.url,
    eventTypes: types,
    secret: await encryptSecret(services.vault, scope, id, secret),
    state: "enabled" as const,
    createdAt: now,
  };
  const after = { url: loggedUrl(row.url), events: types, state: row.state };
  const most = services.quotas.endpointsPerMode;
  const tooMany = new ApiError("limit_reached", `There may be ${most} endpoints in this mode.`);
  await commit(ctx, {
    statements: [onlyIfRoomForEndpoint(services.db, scope, most), insertEndpoint(services.db, scope, row)],
    audit: [auditEntry(ctx, { action: "webhook.create", target: id, after })],
  }).catch(refuseOnConflict(tooMany));
  return { id, secret };
}

/** Enables an endpoint, whatever disabled it: future events are sent, dropped events stay dropped. */
export async function enableEndpoint(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const before = stateOf(await existingEndpoint(services.db, scope, id));
  await commit(ctx, {
    statements: enabling(services.db, scope, id, now),
    audit: [auditEntry(ctx, { action: "webhook.enable", target: id, before, after: { state: "enabled" } })],
  });
}

/** Disables an endpoint: sending stops at once, and waiting deliveries become dead letters. */
export async function disableEndpoint(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const before = stateOf(await existingEndpoint(services.db, scope, id));
  await commit(ctx, {
    statements: disabling(services.db, scope, id, now),
    audit: [auditEntry(ctx, { action: "webhook.disable", target: id, before, after: { state: "disabled" } })],
  });
}

/**
 * Disables an endpoint for its failures, of which the last began at `begunAt` (milliseconds since the epoch).
 * Does nothing if a person, or another dispatcher, has switched it since.
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
    // The endpoint was disabled already. Deliveries that a crashed sender had leased are still pending, and
    // would never be sent or dropped.
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

const MAX_OVERLAP_HOURS = 24;

/**
 * Rotates the signing secret and returns the new one, which is shown this once. The old secret is invalid at
 * once, or signs beside the new one for `overlapHours` (0 to 24).
 */
export async function rotateSecret(
  ctx: ScopeContext<"vault">,
  { id, overlapHours }: { readonly id: string; readonly overlapHours: number },
): Promise<{ secret: string }> {
  const { services, scope, now } = ctx;
  if (!Number.isFinite(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS) {
    throw new ApiError("invalid_parameter", `The overlap is 0 to ${MAX_OVERLAP_HOURS} hours.`, {
      param: "overlap_hours",
    });
  }
  await existingEndpoint(services.db, scope, id);
  const secret = newSecret();
  const encrypted = await encryptSecret(services.vault, scope, id, secret);
  const until = overlapHours === 0 ? null : now + overlapHours * 3_600_000;
  const after = { overlap_hours: overlapHours };
  await commit(ctx, {
    statements: [replaceSecret(services.db, scope, id, encrypted, until)],
    audit: [auditEntry(ctx, { action: "webhook.rotate_secret", target: id, after })],
  });
  return { secret };
}

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

/** The most ids of a replay that the audit log lists. It always records their number. */
const LOGGED_IDS = 100;

/**
 * Makes one dead letter, or all of an endpoint's, due again as new attempts of the same event; returns their
 * event ids. Throws 404 `not_found` if the named dead letter cannot be replayed.
 */
export async function replayDeadLetters(
  ctx: ScopeContext,
  { id, eventId }: { readonly id: string; readonly eventId?: string | undefined },
): Promise<{ event_ids: string[] }> {
  const { services, scope, now } = ctx;
  await enabledEndpoint(services.db, scope, id);
  const replayed: string[] = [];
  // Some hundred at once, so that other writers are not blocked.
  for (let isMore = true; isMore; ) {
    const { results } = await commit(ctx, {
      statements: [replayDead(services.db, scope, id, eventId, now)],
    });
    const some = (results[0] as { queuedEvent: string }[]).map(({ queuedEvent }) => queuedEvent);
    replayed.push(...some);
    isMore = eventId === undefined && some.length > 0;
  }
  if (eventId !== undefined && replayed.length === 0) {
    throw new ApiError("not_found", "This endpoint has no such dead letter that could be replayed.");
  }
  // The replay determines which dead letters it made due, so the audit entry follows in a second batch.
  if (replayed.length > 0) {
    const after = { event_ids: replayed.slice(0, LOGGED_IDS), count: replayed.length };
    const entry = auditEntry(ctx, { action: "webhook.replay", target: id, after });
    await commit(ctx, { statements: [], audit: [entry] });
  }
  return { event_ids: replayed };
}

/** Makes deliveries due at once that were queued while a clock was ahead: they would wait until its time. */
export async function rescheduleSkewedDeliveries(ctx: Context): Promise<void> {
  const { services, now } = ctx;
  const statements = [hastenQueued(services.db, { now, queuedAfter: now + CLOCKS_AGREE_MS })];
  await commit(ctx, { statements });
}

/** Endpoints in one sweep; the next one continues. */
const PER_SWEEP = 20;

/**
 * Makes dead letters of deliveries that still wait for disabled endpoints. Disabling an endpoint drops the
 * first of a long queue at once, and this drops the rest.
 */
export async function discardUndeliverable(ctx: Context): Promise<void> {
  const { services, now } = ctx;
  for (const { id, ...scope } of await listUnwanted(services.db, PER_SWEEP)) {
    await commit(ctx, { statements: [dropPending(services.db, scope, id, now)] });
  }
}
