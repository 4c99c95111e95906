import { resolve } from "node:path";
import { entryOfLine } from "../../../edge/store/audit/line.ts";
import { layout } from "../../stack/files.ts";
import { ringOf } from "../../stack/secrets.ts";
import { linesOf, notAnExport } from "../audit-file.ts";
import type { Commands, Flags } from "../command.ts";
import { openOperatorDatabase } from "../database.ts";
import { verifyBackup } from "./check.ts";
import { createBackup } from "./create.ts";
import { type Erasure, erasureOf } from "./erasures.ts";
import { restoreStack, secretsOf } from "./restore.ts";

const KEYS_APART =
  "does not contain the keys (secrets.json): keep them in another place, with every data key that it names";

const ELSEWHERE =
  "A database elsewhere has its provider's own backups, or Litestream's, and the images have their bucket's or folder's: see docs/how-to/back-up.md";

export const BACKUP_COMMANDS: Commands = {
  "backup create": {
    needs: "folder",
    argument: "FILE",
    summary: "Writes the database and every image to a new file, while the stack runs",
    details: `The file ${KEYS_APART}.`,
    flags: {},
    elsewhere: ELSEWHERE,
    async run({ dataFolder, report }, flags) {
      // Holds the folder's lock, so that no stack starts while a command works on a stopped one.
      const database = await openOperatorDatabase(dataFolder);
      try {
        const backup = await createBackup(layout(dataFolder), resolve(flags.argument), report);
        report(`the file ${KEYS_APART}`);
        return backup;
      } finally {
        await database.close();
      }
    },
  },
  "backup verify": {
    needs: "folder",
    argument: "FILE",
    summary: "Checks a backup: digests, signature, data keys, database, images and audit logs",
    flags: {},
    elsewhere: ELSEWHERE,
    async run({ dataFolder }, flags) {
      const ring = await ringOf(await secretsOf(layout(dataFolder)));
      return verifyBackup(ring, dataFolder, resolve(flags.argument));
    },
  },
  "backup restore": {
    needs: "folder",
    argument: "FILE",
    summary: "Restores a backup into a data folder that has secrets.json and no running stack",
    details:
      "A backup contains people who were erased after it was made. They are erased again if the folder's audit log, or an exported one, lists the erasure.",
    flags: {
      force: { text: "moves an existing database to another folder first" },
      erased: { value: "FILE,FILE", text: "exported audit logs whose erasures are repeated" },
    },
    elsewhere: ELSEWHERE,
    async run({ dataFolder, report }, flags) {
      const options = { force: flags.isSet("force"), erasures: await erasuresOf(flags), report };
      const restored = await restoreStack(dataFolder, resolve(flags.argument), options);
      report(
        `those who were erased after ${restored.made_at} are here again, but for the ${restored.erased_again} erased again; erase the others by POST /v1/customers/erase`,
      );
      return restored;
    },
  },
};

/** The erasures in exported audit logs. */
async function erasuresOf(flags: Flags): Promise<Erasure[]> {
  const erasures: Erasure[] = [];
  for (const file of flags.text("erased")?.split(",") ?? []) {
    for await (const line of linesOf(file)) {
      const entry = entryOfLine(line);
      if (entry === null) throw notAnExport(file);
      const erasure = erasureOf(entry);
      if (erasure !== null) erasures.push(erasure);
    }
  }
  return erasures;
}
