import { onDatabaseFile } from "../../../local/admin/backup/database-file.ts";
import { restoreStack } from "../../../local/admin/backup/restore.ts";
import { layout } from "../../../local/stack/files.ts";
import { orphansOf } from "./objects.ts";
import { retire } from "./retire.ts";
import { type Canaries, searchFolder } from "./search.ts";

interface Restored {
  /** Customers that the restore erased again. */
  readonly erasedAgain: number;
  readonly found: readonly string[];
}

/**
 * Restores a backup that was made before customers were erased over the stack's own folder, lets retention
 * come due, and searches all that the folder then has: the restored stack and the one that was set aside.
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
