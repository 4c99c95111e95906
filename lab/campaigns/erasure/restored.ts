import { systemContext } from "../../../edge/operations/commit/context.ts";
import { enforceRetention } from "../../../edge/operations/erasure/enforce-retention.ts";
import type { Database } from "../../../edge/store/batch.ts";
import { onDatabaseFile } from "../../../local/admin/backup/database-file.ts";
import { restoreStack } from "../../../local/admin/backup/restore.ts";
import { layout } from "../../../local/stack/files.ts";
import { orphansOf } from "./objects.ts";
import { type Canaries, searchFolder } from "./search.ts";

interface Restored {
  /** Customers that the restore erased again. */
  readonly erasedAgain: number;
  readonly found: readonly string[];
}

/**
 * Restores a backup from before the erasures over the stack's own folder, lets retention run, and searches
 * all data of the folder: the restored stack and the one that was set aside.
 */
export async function searchRestored(folder: string, backup: string, canaries: Canaries): Promise<Restored> {
  const options = { force: true, erasures: [], report: () => undefined };
  const { erased_again: erasedAgain } = await restoreStack(folder, backup, options);
  const files = layout(folder);
  const orphans = await onDatabaseFile(files.database, async (db) => {
    await retire(db);
    return orphansOf(files.media, db);
  });
  return { erasedAgain, found: [...searchFolder(folder, canaries), ...orphans] };
}

/** Retention of the campaign's tenant, in days. */
export const RETENTION_DAYS = 1;

const LATER_MS = 3 * 24 * 60 * 60 * 1_000;
/** Each erases a bounded number of rows. */
const SWEEPS = 10;

/** Erases data that is outdated by a clock three days ahead, as the scheduled sweep does. */
export async function retire(db: Database): Promise<void> {
  const later = Date.now() + LATER_MS;
  const ctx = systemContext({ db, media: null, clock: () => later }, later);
  for (let i = 0; i < SWEEPS; i++) await enforceRetention(ctx);
}
