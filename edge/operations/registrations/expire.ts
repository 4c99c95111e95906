import { isUnmet } from "../../store/batch.ts";
import {
  deleteOldRegistrations,
  eachRegistrationRetention,
  findOldRegistrations,
  type OldRegistrations,
} from "../../store/erasure/old-registrations.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type Context, type Services } from "../commit/context.ts";
import { clearCopies, type ErasingContext } from "../erasure/receipt.ts";

/** Maximum registrations that one sweep deletes of a tenant and mode. */
const PER_SWEEP = 500;

/** No tenant is started after this time; the next sweep continues. */
const SWEEP_MS = 20_000;

type ExpiringContext = Context<"clock"> & {
  readonly services: Services<"clock"> & ErasingContext["services"];
};

/** Deletes registered faces that are older than their tenant keeps them. */
export async function expireRegistrations(ctx: ExpiringContext): Promise<void> {
  const { db, clock } = ctx.services;
  const until = clock() + SWEEP_MS;
  for await (const retention of eachRegistrationRetention(db)) {
    if (clock() >= until) return;
    const now = clock();
    const old = await findOldRegistrations(db, retention, now, PER_SWEEP);
    if (old !== null) await expire({ ...ctx, now }, old);
  }
}

async function expire(ctx: ExpiringContext, old: OldRegistrations): Promise<void> {
  const { services, now } = ctx;
  const { scope } = old.retention;
  const after = { older_than: new Date(old.cutoff).toISOString(), registrations: old.rows.length };
  const entry = auditEntry({ ...ctx, scope }, { action: "retention.erase", target: scope.tenantId, after });
  try {
    await commit(ctx, { statements: deleteOldRegistrations(services.db, old, now), audit: [entry] });
  } catch (error) {
    // Another call was faster: the next sweep finds the remaining rows again.
    if (!isUnmet(error)) throw error;
    return;
  }
  await clearCopies({ ...ctx, scope }, old.rows);
}
