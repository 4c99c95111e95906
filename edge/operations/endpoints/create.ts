import type { Vault } from "../../crypto/vault.ts";
import { ApiError } from "../../errors.ts";
import { newId } from "../../ids.ts";
import type { Scope } from "../../scope.ts";
import { type Actor, SYSTEM } from "../../store/audit/actor.ts";
import { commitAudited } from "../../store/audit/audit.ts";
import type { AuditFacts } from "../../store/audit/chain.ts";
import { commit, type Database, isUnmet, type Statement } from "../../store/batch.ts";
import { dropPending, insertDeliveryTo, replayDead } from "../../store/webhooks/deliveries.ts";
import {
  deleteEndpoint,
  disableEndpoint,
  disableFailing,
  type EndpointRow,
  enableEndpoint,
  findEndpoint,
  insertEndpoint,
  replaceSecret,
} from "../../store/webhooks/endpoints.ts";
import { insertEvent } from "../../store/webhooks/events.ts";
import { EVENT_TYPES, isEventType, TEST_EVENT_TYPE } from "../../vocabulary/events.ts";
import { checkAddress } from "../../webhooks/address/address-policy.ts";
import { envelope } from "../../webhooks/outbox.ts";
import type { WebhookSettings } from "../../webhooks/settings.ts";
import { newSecret, sealSecret } from "../../webhooks/signing/secret.ts";

/** What managing endpoints needs, and who does it: the `actor` goes into the audit log. */
export interface Management {
  readonly db: Database;
  readonly vault: Vault;
  readonly settings: WebhookSettings;
  readonly actor: Actor;
  clock(): number;
}

const MAX_OVERLAP_HOURS = 24;
/** Ids of a replay that the audit log names; their number is told in any case. */
const REPLAYS_TOLD = 100;

/** Registers an endpoint and returns its signing secret, which is shown this once. */
export async function registerEndpoint(
  manage: Management,
  scope: Scope,
  request: { url: string; events: readonly string[] },
): Promise<{ id: string; secret: string }> {
  const address = checkAddress(request.url, manage.settings.allowLocal);
  if (!address.ok) throw new ApiError("invalid_parameter", address.reason, { param: "url" });
  const types = [...new Set(request.events)];
  if (types.length === 0 || !types.every(isEventType)) {
    throw new ApiError("invalid_parameter", `Choose one or more of: ${EVENT_TYPES.join(", ")}.`, {
      param: "events",
    });
  }
  const now = manage.clock();
  const id = newId("endpoint", now);
  const secret = newSecret();
  const row = {
    id,
    url: address.url,
    eventTypes: types,
    secret: await sealSecret(manage.vault, scope, id, secret),
    state: "enabled" as const,
    createdAt: now,
  };
  await change(manage, scope, id, [insertEndpoint(manage.db, scope, row)], {
    action: "create",
    after: { url: loggedUrl(row.url), events: types, state: row.state },
  });
  return { id, secret };
}

/** Turns it on again, whatever had turned it off: future events are sent, dropped ones stay dropped. */
export async function enable(manage: Management, scope: Scope, id: string): Promise<void> {
  const before = stateOf(await existing(manage, scope, id));
  const statements = enableEndpoint(manage.db, scope, id, manage.clock());
  await change(manage, scope, id, statements, { action: "enable", before, after: { state: "enabled" } });
}

/** Sending stops at once; what still waits moves to the dead letters. */
export async function disable(manage: Management, scope: Scope, id: string): Promise<void> {
  const before = stateOf(await existing(manage, scope, id));
  const statements = disableEndpoint(manage.db, scope, id, manage.clock());
  await change(manage, scope, id, statements, { action: "disable", before, after: { state: "disabled" } });
}

/**
 * Turns an endpoint off by itself for its failures, of which the last began at `begunAt`, and tells the audit log; leaves
 * it as it is where a person, or another dispatcher, has switched it since.
 */
export async function disableForFailures(
  { db, clock }: Pick<Management, "db" | "clock">,
  endpoint: EndpointRow,
  { begunAt, cause }: { readonly begunAt: number; readonly cause: string },
): Promise<void> {
  const now = clock();
  const statements = disableFailing(db, endpoint, endpoint.id, { begunAt, now });
  const after = { state: "disabled", disabled_reason: "delivery_failures", cause };
  const told = { action: "disable", before: { state: "enabled", disabled_reason: null }, after };
  try {
    await change({ db, clock, actor: SYSTEM }, endpoint, endpoint.id, statements, told);
  } catch (error) {
    if (!isUnmet(error)) throw error;
    // It may be off already: what a sender that died still held would then wait for nobody.
    await commit(db, [dropPending(db, endpoint, endpoint.id, now)]);
  }
}

export async function remove(manage: Management, scope: Scope, id: string): Promise<void> {
  const endpoint = await existing(manage, scope, id);
  const before = { url: loggedUrl(endpoint.url), ...stateOf(endpoint) };
  const statements = deleteEndpoint(manage.db, scope, id, manage.clock());
  await change(manage, scope, id, statements, { action: "delete", before });
}

/**
 * Puts a new secret in force and returns it, shown this once. The old one is void at once, or signs beside the new one
 * for `overlapHours` (0 to 24).
 */
export async function rotate(
  manage: Management,
  scope: Scope,
  id: string,
  overlapHours: number,
): Promise<{ secret: string }> {
  if (!Number.isFinite(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS) {
    throw new ApiError("invalid_parameter", `The overlap is 0 to ${MAX_OVERLAP_HOURS} hours.`, {
      param: "overlap_hours",
    });
  }
  await existing(manage, scope, id);
  const secret = newSecret();
  const sealed = await sealSecret(manage.vault, scope, id, secret);
  const until = overlapHours === 0 ? null : manage.clock() + overlapHours * 3_600_000;
  const statements = [replaceSecret(manage.db, scope, id, sealed, until)];
  const after = { overlap_hours: overlapHours };
  await change(manage, scope, id, statements, { action: "rotate_secret", after });
  return { secret };
}

/** Sends a `webhook.test` event to this endpoint alone; returns its id. */
export async function sendTest(manage: Management, scope: Scope, id: string): Promise<{ event_id: string }> {
  const endpoint = await enabledEndpoint(manage, scope, id);
  const now = manage.clock();
  const event = {
    type: TEST_EVENT_TYPE,
    subjectId: id,
    customerRef: null,
    data: { endpoint_id: id, message: "This is a test event." },
    now,
  };
  const { eventId, row } = envelope(scope, event);
  const statements = [
    insertEvent(manage.db, scope, row),
    insertDeliveryTo(manage.db, scope, endpoint.id, { eventId, now }),
  ];
  await change(manage, scope, id, statements, { action: "test", after: { event_id: eventId } });
  return { event_id: eventId };
}

/** Makes one dead letter, or all, due again as new attempts of the same event; returns their event ids. */
export async function replay(
  manage: Management,
  scope: Scope,
  id: string,
  eventId: string | undefined,
): Promise<{ event_ids: string[] }> {
  await enabledEndpoint(manage, scope, id);
  const replayed = await replayDead(manage.db, scope, id, eventId, manage.clock());
  if (eventId !== undefined && replayed.length === 0) {
    throw new ApiError("not_found", "This endpoint has no such dead letter that could be replayed.");
  }
  if (replayed.length > 0) {
    const after = { event_ids: replayed.slice(0, REPLAYS_TOLD), count: replayed.length };
    await change(manage, scope, id, [], { action: "replay", after });
  }
  return { event_ids: replayed };
}

async function existing(manage: Management, scope: Scope, id: string): Promise<EndpointRow> {
  const endpoint = await findEndpoint(manage.db, scope, id);
  if (endpoint === null) throw new ApiError("not_found", "No such webhook endpoint.");
  return endpoint;
}

async function enabledEndpoint(manage: Management, scope: Scope, id: string): Promise<EndpointRow> {
  const endpoint = await existing(manage, scope, id);
  if (endpoint.state !== "enabled") {
    throw new ApiError("invalid_parameter", "The endpoint is disabled; enable it first.", { param: "id" });
  }
  return endpoint;
}

const stateOf = ({ state, disabledReason }: EndpointRow) => ({ state, disabled_reason: disabledReason });

/** Of a URL what may be told: receivers keep tokens in the query. */
function loggedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function change(
  { db, actor, clock }: Pick<Management, "db" | "actor" | "clock">,
  { tenantId, mode }: Scope,
  target: string,
  statements: readonly Statement[],
  {
    action,
    before = null,
    after = null,
  }: { action: string; before?: AuditFacts | null; after?: AuditFacts | null },
): Promise<unknown[]> {
  const entry = { tenantId, mode, at: clock(), actor, action: `webhook.${action}`, target, before, after };
  return commitAudited(db, [entry], statements);
}
