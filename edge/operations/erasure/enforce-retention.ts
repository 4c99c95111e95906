import { eachRetention, findOutdated } from "../../store/erasure/retention.ts";
import type { Context } from "../commit/context.ts";
import { eraseOutdated } from "./parts/erase-outdated.ts";

/**
 * Rows of each kind that one sweep erases of a tenant and mode at most: few enough to hold the write lock for
 * a moment only.
 */
const PER_SWEEP = 500;

/** No tenant's turn begins after this; the next sweep goes on. */
const SWEEP_MS = 20_000;

/**
 * Erases everything for good that is older than its tenant keeps it: results, pictures, events with their
 * deliveries, and verifications that have ended. The age of a verification's data counts from the
 * verification's end. Open verifications and their data, registered faces, usage and the audit log stay.
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
