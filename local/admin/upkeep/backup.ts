import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { entryOfLine } from "../../../edge/store/audit/line.ts";
import { createBackup } from "../../backup/create.ts";
import { type Erasure, erasureOf } from "../../backup/erasures.ts";
import { BackupError } from "../../backup/error.ts";
import { restoreBackup, verifyBackup } from "../../backup/restore.ts";
import { layout } from "../../stack/layout.ts";
import { linesOf } from "../audit/audit-file.ts";
import { CommandError, type Commands, type Flags, type FolderCommand } from "../command.ts";
import { openOperatorDatabase } from "../database.ts";

/** Over HTTP nobody reads a whole database as of one moment: sqld ends a transaction after five seconds. */
const ELSEWHERE =
  "Of a deployment, back up the database by its own means, and the pictures after it: docs/deploy.md#backup";

/** A command on a backup's file, whose refusals are those of the command. */
const onBackup = (
  help: Pick<FolderCommand, "summary" | "flags">,
  run: FolderCommand["run"],
): FolderCommand => ({
  ...help,
  needs: "folder",
  elsewhere: ELSEWHERE,
  argument: "FILE",
  run: (folder, flags) =>
    run(folder, flags).catch((error: unknown) => {
      throw error instanceof BackupError ? new CommandError(error.code, error.message) : error;
    }),
});

const KEYS_APART =
  "the keys (secrets.json) are not in it: keep them elsewhere, with every data key that it names";

export const BACKUP_COMMANDS: Commands = {
  "backup create": onBackup(
    {
      summary: `writes the database as it is at one moment, and every picture, into a new file, while the stack serves; ${KEYS_APART}`,
      flags: {},
    },
    async ({ dataFolder, tell }, flags) => {
      const file = resolve(flags.argument);
      const isThere = await access(file).then(
        () => true,
        () => false,
      );
      if (isThere) throw new CommandError("file_exists", `${file} is there already`);
      // Held meanwhile, so that no stack starts beside a command on a stopped one.
      const database = await openOperatorDatabase(dataFolder);
      try {
        const backup = await createBackup(layout(dataFolder), file, tell);
        tell(KEYS_APART);
        return backup;
      } finally {
        await database.close();
      }
    },
  ),
  "backup verify": onBackup(
    {
      summary:
        "checks a backup: every digest, its signature, the data keys that it needs, the database, that rows and pictures name each other, and every audit log",
      flags: {},
    },
    ({ dataFolder }, flags) => verifyBackup(dataFolder, resolve(flags.argument)),
  ),
  "backup restore": onBackup(
    {
      summary:
        "puts a verified backup into a data folder with its secrets.json and without a database, on which no stack runs; --force sets an existing database aside. Whoever was erased after the backup was made is in it again, and is erased again where the folder's audit log tells it, or exported ones do: --erased a.jsonl,b.jsonl",
      flags: { force: "boolean", erased: "string" },
    },
    async ({ dataFolder, tell }, flags) => {
      const options = { force: flags.isSet("force"), erasures: await erasuresOf(flags), tell };
      const restored = await restoreBackup(dataFolder, resolve(flags.argument), options);
      tell(
        `whoever was erased after ${restored.made_at} is here again, but for the ${restored.erased_again} erased again; erase the others by DELETE /v1/customers/:customer_ref`,
      );
      return restored;
    },
  ),
};

/** The erasures that exported audit logs tell. */
async function erasuresOf(flags: Flags): Promise<Erasure[]> {
  const erasures: Erasure[] = [];
  for (const file of flags.text("erased")?.split(",") ?? []) {
    for await (const line of linesOf(file)) {
      const entry = entryOfLine(line);
      if (entry === null) throw new CommandError("invalid_parameter", `${file} is no exported audit log`);
      const erasure = erasureOf(entry);
      if (erasure !== null) erasures.push(erasure);
    }
  }
  return erasures;
}
