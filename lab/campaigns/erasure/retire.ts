import { systemContext } from "../../../edge/operations/commit/context.ts";
import { enforceRetention } from "../../../edge/operations/erasure/enforce-retention.ts";
import type { Database } from "../../../edge/store/batch.ts";

/** Days that a tenant of the campaign keeps what it has. */
export const RETENTION_DAYS = 1;

const LATER_MS = 3 * 24 * 60 * 60 * 1_000;
/** Each erases a bounded number of rows. */
const SWEEPS = 10;

/** Erases what a clock three days ahead finds outdated, as the scheduled sweep does. */
export async function retire(db: Database): Promise<void> {
  const later = Date.now() + LATER_MS;
  const ctx = systemContext({ db, media: null, clock: () => later }, later);
  for (let i = 0; i < SWEEPS; i++) await enforceRetention(ctx);
}
