import { isUnmet } from "../../store/batch.ts";
import { forgetErased, forgetLapsed as forgetting } from "../../store/erasure/lapsed.ts";
import {
  eachRetention,
  findOutdated,
  type OutdatedRows,
  outdatedErasures,
} from "../../store/erasure/retention.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type Context } from "../commit/context.ts";

/**
 * Maximum rows of each kind that one sweep erases of a tenant and mode, so that it holds the write lock only
 * for a moment.
 */
const PER_SWEEP = 500;

/** No tenant or batch is started after this time; the next sweep continues. */
const SWEEP_MS = 20_000;

/**
 * Erases permanently what is older than its tenant keeps it: results, images, events with their deliveries,
 * and verifications that have ended. The age of a verification's data counts from the verification's end.
 * Open verifications and their data, usage and the audit log stay; registered faces have a period of their
 * own.
 */
export async function enforceRetention(ctx: Context<"clock">): Promise<void> {
  const { db, clock } = ctx.services;
  const until = clock() + SWEEP_MS;
  for await (const retention of eachRetention(db)) {
    if (clock() >= until) return;
    const now = clock();
    const outdated = await findOutdated(db, retention, now, PER_SWEEP);
    if (outdated !== null) await eraseOutdated({ ...ctx, now }, outdated);
  }
}

/**
 * Erases the outdated rows in one batch, and audits their numbers. Erases exactly those rows, or nothing if
 * one of them has changed since, or the tenant now keeps them for longer.
 */
export async function eraseOutdated(ctx: Context, outdated: OutdatedRows): Promise<void> {
  const { services, now } = ctx;
  const { retention, cutoff, found, objectKeys } = outdated;
  const { media_objects: _, ...audited } = found;
  const counts = Object.fromEntries(Object.entries(audited).map(([kind, { count }]) => [kind, count]));
  const after = { older_than: new Date(cutoff).toISOString(), ...counts, media: objectKeys.length };
  const { scope } = retention;
  const entry = auditEntry({ ...ctx, scope }, { action: "retention.erase", target: scope.tenantId, after });
  try {
    const statements = outdatedErasures(services.db, outdated, now);
    await commit(ctx, { statements, audit: [entry], erases: objectKeys });
  } catch (error) {
    // Another sweep or a person was faster: the next sweep finds the remaining rows again.
    if (!isUnmet(error)) throw error;
  }
}

/** Maximum rows of each kind in one batch, which holds the write lock only for a moment. */
const PER_BATCH = 500;

/**
 * Deletes expired rows of all tenants in batches, oldest first, until none is left: expired rows, remains of
 * erased rows, and old statistics.
 */
export async function forgetLapsed(ctx: Context<"clock">): Promise<void> {
  const { db, clock } = ctx.services;
  const until = clock() + SWEEP_MS;
  for (let isMore = true; isMore && clock() < until; ) {
    const statements = [...forgetting(db, ctx.now, PER_BATCH), ...forgetErased(db, ctx.now, PER_BATCH)];
    const { results } = await commit(ctx, { statements });
    isMore = (results as { rowsAffected: number }[]).some(({ rowsAffected }) => rowsAffected >= PER_BATCH);
  }
}
