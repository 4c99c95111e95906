import { access } from "node:fs/promises";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { entryOfLine } from "../../../edge/store/audit/line.ts";
import { createBackup } from "../../backup/create.ts";
import { restoreDeployment } from "../../backup/deployment.ts";
import { type Erasure, erasureOf } from "../../backup/erasures.ts";
import { BackupError } from "../../backup/error.ts";
import { verifyBackup } from "../../backup/rebuild.ts";
import { restoreStack, secretsOf } from "../../backup/restore.ts";
import { type BackupSource, deploymentSource, stackSource } from "../../backup/source.ts";
import { layout } from "../../stack/layout.ts";
import { ringOf } from "../../stack/secrets.ts";
import { linesOf } from "../audit/audit-file.ts";
import { CommandError, type Commands, type Flags } from "../command.ts";
import { addressFrom, openOperatorDatabase, ringFrom } from "../database.ts";

type Tell = (line: string) => void;

/** A refusal of a backup is one of the command. */
const refused = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof BackupError ? new CommandError(error.code, error.message) : error;
  });

const KEYS_APART =
  "the keys (secrets.json, or the settings of a deployment) are not in it: keep them elsewhere, with every master key that it names";

/** The folder of an edge of one's own, by its setting. */
const edgeDataOf = ({ EDGE_DATA }: NodeJS.ProcessEnv) => resolve(EDGE_DATA || ".local/edge");

/** The database of a deployment, which its commands have been given. */
const addressOf = (environment: NodeJS.ProcessEnv) => addressFrom(environment)!;

export const BACKUP_COMMANDS: Commands = {
  "backup create": {
    needs: "folder",
    argument: "FILE",
    summary: `writes the database as it is at one moment, and every picture, into a new file, while all is served; ${KEYS_APART}. Of a deployment the pictures are read in EDGE_DATA; --database-only leaves them out, where a bucket keeps them`,
    flags: { "database-only": "boolean" },
    async run({ dataFolder, tell }, flags) {
      if (flags.isSet("database-only")) {
        throw new CommandError(
          "invalid_parameter",
          "--database-only is for a deployment, whose pictures a bucket keeps",
        );
      }
      // Held meanwhile, so that no stack starts beside a command on a stopped one.
      const database = await openOperatorDatabase(dataFolder);
      try {
        return await create(await stackSource(layout(dataFolder)), flags, tell);
      } finally {
        await database.close();
      }
    },
    // Opened, so that it is migrated and each of its master keys is known.
    elsewhere: async (_database, flags, { environment, tell }) => {
      const media = flags.isSet("database-only") ? null : layout(edgeDataOf(environment)).media;
      const ring = await ringFrom(environment);
      return create(deploymentSource(addressOf(environment), ring, media), flags, tell);
    },
  },
  "backup verify": {
    needs: "folder",
    argument: "FILE",
    summary:
      "checks a backup: every digest, its signature, the master keys that it needs, the database, that rows and pictures name each other, and every audit log",
    flags: {},
    async run({ dataFolder }, flags) {
      const ring = secretsOf(layout(dataFolder)).then(ringOf);
      return refused(ring.then((keys) => verifyBackup(keys, dataFolder, resolve(flags.argument))));
    },
    elsewhere: {
      run: async (flags, { environment }) =>
        refused(verifyBackup(await ringFrom(environment), tmpdir(), resolve(flags.argument))),
    },
  },
  "backup restore": {
    needs: "folder",
    argument: "FILE",
    summary:
      "puts a verified backup into a data folder with its secrets.json and without a database, on which no stack runs; --force sets an existing database aside. Of a deployment: into the database at DATABASE_URL, which must be empty, and EDGE_DATA, while no edge runs. Whoever was erased after the backup was made is in it again, and is erased again where the folder's audit log tells it, or exported ones do: --erased a.jsonl,b.jsonl",
    flags: { force: "boolean", erased: "string" },
    async run({ dataFolder, tell }, flags) {
      const options = { force: flags.isSet("force"), erasures: await erasuresOf(flags), tell };
      return told(await refused(restoreStack(dataFolder, resolve(flags.argument), options)), tell);
    },
    elsewhere: {
      async run(flags, { environment, tell }) {
        if (flags.isSet("force")) {
          throw new CommandError(
            "invalid_parameter",
            "--force is for a stack: restore a deployment into a new database",
          );
        }
        const target = {
          address: addressOf(environment),
          edgeData: edgeDataOf(environment),
          ring: await ringFrom(environment),
          receiptKey: environment.RECEIPT_SIGNING_JWK || undefined,
          erasures: await erasuresOf(flags),
          tell,
        };
        return told(await refused(restoreDeployment(resolve(flags.argument), target)), tell);
      },
    },
  },
};

async function create(source: BackupSource, flags: Flags, tell: Tell) {
  const file = resolve(flags.argument);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new CommandError("file_exists", `${file} is there already`);
  const backup = await refused(createBackup(source, file, tell));
  tell(KEYS_APART);
  return backup;
}

function told<T extends { made_at: string; erased_again: number }>(restored: T, tell: Tell): T {
  tell(
    `whoever was erased after ${restored.made_at} is here again, but for the ${restored.erased_again} erased again; erase the others by POST /v1/customers/erase`,
  );
  return restored;
}

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
