import { EVENT_TYPES, type EventType, isEventType, TEST_EVENT_TYPE } from "../../vocabulary/events.ts";
import { ApiError } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import type { Scope } from "../core/scope.ts";
import { unknownId } from "../core/unknown-id.ts";
import { type Database, isUnmet } from "../store/batch.ts";
import { dropPending, insertDeliveryTo } from "../store/webhooks/deliveries.ts";
import {
  deleteEndpoint as deleting,
  disableFailing,
  disableEndpoint as disabling,
  type EndpointRow,
  enableEndpoint as enabling,
  findEndpoint,
  insertEndpoint,
  isDeleted,
  onlyIfRoomForEndpoint,
  replaceSecret,
  updateEndpoint,
} from "../store/webhooks/endpoints.ts";
import { insertEvent } from "../store/webhooks/events.ts";
import { endpointFault } from "../webhooks/address-policy.ts";
import { envelope } from "../webhooks/outbox.ts";
import { encryptSecret, newSecret } from "../webhooks/signing.ts";
import { commit, refuseOnConflict, type Write } from "./commit/commit.ts";
import { auditEntry, type Context, type ScopeContext } from "./commit/context.ts";

/** The endpoint of this id. Throws 404 `not_found` if this tenant and mode does not have it. */
export async function existingEndpoint(db: Database, scope: Scope, id: string): Promise<EndpointRow> {
  const endpoint = await findEndpoint(db, scope, id);
  if (endpoint === null) throw unknownId("endpoint", id, scope.mode);
  return endpoint;
}

/**
 * The endpoint of this id, if it is enabled. Throws 404 `not_found`, and 400 `invalid_parameter` for a
 * disabled endpoint.
 */
export async function enabledEndpoint(db: Database, scope: Scope, id: string): Promise<EndpointRow> {
  const endpoint = await existingEndpoint(db, scope, id);
  if (endpoint.state !== "enabled") {
    throw new ApiError(
      "invalid_parameter",
      "The endpoint is disabled. Enable it first, with `enabled: true`.",
      { param: "id" },
    );
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

export interface NewEndpoint {
  readonly url: string;
  readonly events: readonly string[];
}

/** Throws 400 `invalid_parameter` for an address that no endpoint of this mode may have. */
function checkedUrl({ services, scope }: ScopeContext<"webhooks">, url: string): string {
  const fault = endpointFault(url, services.webhooks.allowLocal, scope.mode);
  if (fault === null) return new URL(url).href;
  throw new ApiError("invalid_parameter", `url ${fault}`, { param: "url" });
}

/** Throws 400 `invalid_parameter` for no type, and for an unknown one. */
function checkedTypes(events: readonly string[]): EventType[] {
  const types = [...new Set(events)];
  if (types.length > 0 && types.every(isEventType)) return types;
  throw new ApiError("invalid_parameter", `Choose one or more of: ${EVENT_TYPES.join(", ")}.`, {
    param: "events",
  });
}

/**
 * A new endpoint: what its commit writes, and the rejection if the tenant and mode have as many as the
 * deployment allows. Throws 400 `invalid_parameter`.
 */
export async function planEndpoint(
  ctx: ScopeContext<"webhooks" | "vault" | "quotas">,
  { url, events }: NewEndpoint,
) {
  const { services, scope, now } = ctx;
  const id = newId("endpoint", now);
  const secret = newSecret();
  const row = {
    id,
    url: checkedUrl(ctx, url),
    eventTypes: checkedTypes(events),
    secret: await encryptSecret(services.vault, scope, id, secret),
    state: "enabled" as const,
    createdAt: now,
  };
  const after = { url: loggedUrl(row.url), events: row.eventTypes, state: row.state };
  const most = services.quotas.endpointsPerMode;
  const write: Write = {
    statements: [onlyIfRoomForEndpoint(services.db, scope, most), insertEndpoint(services.db, scope, row)],
    audit: [auditEntry(ctx, { action: "webhook.create", target: id, after })],
  };
  const endpoint = { ...row, mode: scope.mode, disabledReason: null };
  const tooMany = new ApiError(
    "limit_reached",
    `This mode has its maximum of ${most} webhook endpoints. Delete one first.`,
  );
  return { write, result: { endpoint, secret }, tooMany };
}

/**
 * Registers an endpoint and returns its signing secret, which is shown this once. Throws 409 `limit_reached`
 * if the tenant and mode have as many endpoints as the deployment allows.
 */
export async function createEndpoint(
  ctx: ScopeContext<"webhooks" | "vault" | "quotas">,
  input: NewEndpoint,
): Promise<{ id: string; secret: string }> {
  const { write, result, tooMany } = await planEndpoint(ctx, input);
  await commit(ctx, write).catch(refuseOnConflict(tooMany));
  return { id: result.endpoint.id, secret: result.secret };
}

interface EndpointChange {
  readonly id: string;
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  /** False stops sending at once, and waiting deliveries become dead letters; true sends future events. */
  readonly enabled?: boolean | undefined;
}

/** Changes what is given, and returns the endpoint as it is then. */
export async function changeEndpoint(
  ctx: ScopeContext<"webhooks">,
  { id, url, events, enabled }: EndpointChange,
): Promise<EndpointRow> {
  const { services, scope, now } = ctx;
  const row = await existingEndpoint(services.db, scope, id);
  const changed = {
    url: url === undefined ? row.url : checkedUrl(ctx, url),
    eventTypes: events === undefined ? row.eventTypes : checkedTypes(events),
  };
  const logged = (of: typeof changed) => ({ url: loggedUrl(of.url), events: of.eventTypes });
  const isChanged = url !== undefined || events !== undefined;
  const state = enabled ? "enabled" : "disabled";
  const switching = enabled ? enabling : disabling;
  const statements = [
    ...(isChanged ? [updateEndpoint(services.db, scope, id, changed)] : []),
    ...(enabled === undefined ? [] : switching(services.db, scope, id, now)),
  ];
  const audit = [
    ...(isChanged ? [{ action: "webhook.change", before: logged(row), after: logged(changed) }] : []),
    ...(enabled === undefined
      ? []
      : [{ action: `webhook.${enabled ? "enable" : "disable"}`, before: stateOf(row), after: { state } }]),
  ];
  await commit(ctx, {
    statements,
    audit: audit.map((each) => auditEntry(ctx, { ...each, target: id })),
  });
  return existingEndpoint(services.db, scope, id);
}

/** Enables an endpoint, whatever disabled it: future events are sent, dropped events stay dropped. */
export async function enableEndpoint(
  ctx: ScopeContext<"webhooks">,
  { id }: { readonly id: string },
): Promise<void> {
  await changeEndpoint(ctx, { id, enabled: true });
}

/** Disables an endpoint: sending stops at once, and waiting deliveries become dead letters. */
export async function disableEndpoint(
  ctx: ScopeContext<"webhooks">,
  { id }: { readonly id: string },
): Promise<void> {
  await changeEndpoint(ctx, { id, enabled: false });
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

/** Removes an endpoint; its waiting deliveries become dead letters. Does nothing to a deleted one. */
export async function deleteEndpoint(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope, now } = ctx;
  if (await isDeleted(services.db, scope, id)) return;
  const endpoint = await existingEndpoint(services.db, scope, id);
  const before = { url: loggedUrl(endpoint.url), ...stateOf(endpoint) };
  await commit(ctx, {
    statements: deleting(services.db, scope, id, now),
    audit: [auditEntry(ctx, { action: "webhook.delete", target: id, before })],
  });
}

export const MAX_OVERLAP_HOURS = 24;

/** A new signing secret, and what its commit writes: see `rotateSecret`. */
export async function planRotation(
  ctx: ScopeContext<"vault">,
  { id, overlapHours }: { readonly id: string; readonly overlapHours: number },
): Promise<{ write: Write; secret: string }> {
  const { services, scope, now } = ctx;
  if (!Number.isFinite(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS) {
    throw new ApiError("invalid_parameter", `overlap_hours must be from 0 to ${MAX_OVERLAP_HOURS}.`, {
      param: "overlap_hours",
    });
  }
  await existingEndpoint(services.db, scope, id);
  const secret = newSecret();
  const encrypted = await encryptSecret(services.vault, scope, id, secret);
  const until = overlapHours === 0 ? null : now + overlapHours * 3_600_000;
  const after = { overlap_hours: overlapHours };
  const write = {
    statements: [replaceSecret(services.db, scope, id, encrypted, until)],
    audit: [auditEntry(ctx, { action: "webhook.rotate_secret", target: id, after })],
  };
  return { write, secret };
}

/**
 * Rotates the signing secret and returns the new one, which is shown this once. The old secret is invalid at
 * once, or signs beside the new one for `overlapHours` (0 to 24).
 */
export async function rotateSecret(
  ctx: ScopeContext<"vault">,
  input: { readonly id: string; readonly overlapHours: number },
): Promise<{ secret: string }> {
  const { write, secret } = await planRotation(ctx, input);
  await commit(ctx, write);
  return { secret };
}

/** A `webhook.test` event for this endpoint alone, and what its commit writes. */
export async function planTestEvent(
  ctx: ScopeContext,
  { id }: { readonly id: string },
): Promise<{ write: Write; eventId: string }> {
  const { services, scope, now } = ctx;
  await enabledEndpoint(services.db, scope, id);
  const data = { endpoint_id: id, message: "This is a test event." };
  const event = { type: TEST_EVENT_TYPE, subjectId: id, customerRef: null, data, now };
  const { eventId, row } = envelope(scope, event);
  const write = {
    statements: [
      insertEvent(services.db, scope, row),
      insertDeliveryTo(services.db, scope, id, { eventId, now }),
    ],
    audit: [auditEntry(ctx, { action: "webhook.test", target: id, after: { event_id: eventId } })],
  };
  return { write, eventId };
}

/** Sends a `webhook.test` event to this endpoint alone; returns the event's id. */
export async function sendTestEvent(
  ctx: ScopeContext,
  input: { readonly id: string },
): Promise<{ event_id: string }> {
  const { write, eventId } = await planTestEvent(ctx, input);
  await commit(ctx, write);
  return { event_id: eventId };
}
