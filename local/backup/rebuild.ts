import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { KeyRing } from "../../edge/crypto/key-ring.ts";
import { openMedia } from "../../edge/media/media.ts";
import { operatorContext } from "../../edge/operations/commit/context.ts";
import { openVault } from "../../edge/operations/tenants/open-vault.ts";
import { openBucket } from "../edge/bucket.ts";
import { migrateDatabase } from "../migrate.ts";
import type { Layout } from "../stack/layout.ts";
import { checkAudit, onDatabaseFile, readBackup } from "./check.ts";
import { progressOf } from "./create.ts";
import { type Erasure, eraseAgain } from "./erasures.ts";

/**
 * Checks a backup as a whole: digests, signature, keys, database, pictures and audit logs. Writes only into a
 * folder of its own within `parent`, which it removes.
 */
export async function verifyBackup(ring: KeyRing, parent: string, file: string) {
  const draft = await mkdtemp(join(parent, "backup-"));
  try {
    const database = join(draft, "selfsame.db");
    const body = await readBackup(file, ring, database, async () => undefined);
    const tenants = await onDatabaseFile(database, checkAudit);
    const { made_at, data_keys, entries } = body;
    return { file, verified: true, made_at, data_keys, tenants, objects: entries.length - 1 };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

interface Known {
  readonly ring: KeyRing;
  /** The key of receipts, for those who are erased again. */
  readonly receiptKey: string | undefined;
  /** Those that are later than the backup are done again. */
  readonly erasures: readonly Erasure[];
  tell(line: string): void;
}

/**
 * Makes a backup's database and store anew in an empty folder, once all of it has been checked: with the
 * newest schema, and without those who were erased since.
 */
export async function rebuild(file: string, fresh: Pick<Layout, "database" | "media">, known: Known) {
  const { ring, receiptKey, erasures, tell } = known;
  tell("checking the backup");
  await mkdir(fresh.media, { mode: 0o700 });
  const bucket = await openBucket(fresh.media);
  try {
    const progress = progressOf("pictures", null, tell);
    const body = await readBackup(file, ring, fresh.database, async (key, content) => {
      await bucket.put(key, content);
      progress();
    });
    // Somebody who was erased earlier and came back is in the backup by right.
    const since = erasures.filter(({ at }) => at >= Date.parse(body.made_at));
    const erasedAgain = await onDatabaseFile(fresh.database, async (db, url, authToken) => {
      await checkAudit(db);
      await migrateDatabase(url, authToken);
      const { serviceKey } = await openVault(operatorContext({ db }, Date.now()), { ring });
      const media = await openMedia(bucket, serviceKey, "http://localhost");
      return eraseAgain({ db, media, file: fresh.database, receiptKey }, since);
    });
    return { made_at: body.made_at, objects: body.entries.length - 1, erased_again: erasedAgain };
  } finally {
    await bucket.close();
  }
}
