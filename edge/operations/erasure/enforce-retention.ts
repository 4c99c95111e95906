import { findOutdated, listRetentions } from "../../store/erasure/retention.ts";
import type { Context } from "../commit/context.ts";
import { eraseOutdated } from "./parts/erase-outdated.ts";

/**
 * Rows of each kind that one sweep erases of a tenant and mode: few enough to hold the write lock for a
 * moment only.
 */
const PER_SWEEP = 500;

/** No tenant's turn begins after this; the next sweep goes on. */
const SWEEP_MS = 20_000;

/**
 * Erases for good what tenants have kept for the days that they set: results, pictures, events and what of
 * them is still to be delivered, and verifications that have ended, with what belongs to them counted from
 * their end. Open verifications and what belongs to them, registered faces, usage and the audit log stay.
 */
export async function enforceRetention(ctx: Context<"clock">): Promise<void> {
  const { db, clock } = ctx.services;
  const until = clock() + SWEEP_MS;
  for (const retention of await listRetentions(db)) {
    if (clock() >= until) return;
    const now = clock();
    const outdated = await findOutdated(db, retention, now, PER_SWEEP);
    if (outdated !== null) await eraseOutdated({ ...ctx, now }, outdated);
  }
}
