import { writeFile } from "node:fs/promises";
import type { KeyRing } from "../../edge/crypto/key-ring.ts";
import type { DatabaseAddress } from "../database/address.ts";
import { wipeFile } from "../hrana/leftovers.ts";
import type { Layout } from "../stack/layout.ts";
import { loadSecrets, ringOf } from "../stack/secrets.ts";
import { readingOnly } from "./read-only.ts";
import { copyRemote, stillKept } from "./remote/copy.ts";

/** What a backup is made of. */
export interface BackupSource {
  readonly ring: KeyRing;
  /** The folder in which pictures are kept; null where they are kept elsewhere, and no part of the backup. */
  readonly media: string | null;
  /** Copies the database as it is at one moment, into an empty file. Writers go on. */
  copyDatabase(file: string, tell: (line: string) => void): Promise<void>;
  /** The keys among these of pictures that the database names by now. */
  stillKept(keys: readonly string[]): Promise<readonly string[]>;
}

/** The stack on a data folder, running or not. */
export async function stackSource(files: Layout): Promise<BackupSource> {
  return {
    ring: await ringOf(await loadSecrets(files.secrets)),
    media: files.media,
    async copyDatabase(file) {
      // The copy reads beside the write-ahead log.
      readingOnly(files.database, (source) => source.prepare("vacuum into ?").run([file]));
      // The copy has pages that were full of rows before they became a tree's inner ones. Of a restored copy
      // no later erasure would reach these, since nothing writes to them.
      wipeFile(file);
    },
    async stillKept(keys) {
      return readingOnly(files.database, (database) => {
        const find = database.prepare("select 1 from media_objects where object_key = ? and state = 'kept'");
        return keys.filter((key) => find.get([key]) !== undefined);
      });
    },
  };
}

/** A deployment, whose database is served over HTTP. */
export const deploymentSource = (
  address: DatabaseAddress,
  ring: KeyRing,
  media: string | null,
): BackupSource => ({
  ring,
  media,
  copyDatabase: (file, tell) => copyRemote(address, file, tell),
  stillKept: (keys) => stillKept(address, keys),
});

/** An empty file that only its owner can read, for SQLite to write into. */
export const ownFile = (file: string): Promise<void> => writeFile(file, "", { flag: "wx", mode: 0o600 });
