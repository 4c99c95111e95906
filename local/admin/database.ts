import { processPasswords } from "../../edge/accounts/passwords.ts";
import { createVault } from "../../edge/crypto/vault.ts";
import { operatorContext } from "../../edge/operations/commit/context.ts";
import { localQuotas, type Quotas } from "../../edge/settings/quotas.ts";
import { openDatabase } from "../../edge/store/database.ts";
import { localWebhookSettings } from "../../edge/webhooks/settings.ts";
import { startHranaServer } from "../hrana/server.ts";
import { migrateDatabase } from "../migrate.ts";
import { readJson } from "../stack/files.ts";
import { layout } from "../stack/layout.ts";
import { FolderInUseError, lockFolder } from "../stack/lock.ts";
import { DataKeyMissingError, loadSecrets, requireDataKeys, ringOf } from "../stack/secrets.ts";
import { CommandError, type OperatorDatabase } from "./command.ts";

/** Milliseconds for the database of a running stack to say that it runs. */
const HEALTH_MS = 5_000;

/**
 * The database of the stack on this data folder: the running stack's own, or, when none runs, the file itself
 * for as long as the command takes. Throws CommandError when there is no stack.
 */
export async function openOperatorDatabase(dataFolder: string): Promise<OperatorDatabase> {
  const files = layout(dataFolder);
  if ((await readJson(files.secrets)) === undefined) {
    throw new CommandError(
      "no_stack",
      `there is no stack in ${dataFolder}; run npm start once, or set SELFSAME_DATA`,
    );
  }
  const secrets = await loadSecrets(files.secrets);
  const running = await runningDatabase(files.stack);
  const { url, close } = running ?? (await ownDatabase(dataFolder, secrets.DATABASE_AUTH_TOKEN));
  const db = openDatabase(url, secrets.DATABASE_AUTH_TOKEN);
  const dataKeys = await ringOf(secrets);
  await requireDataKeys(db, dataKeys).catch(async (error: unknown) => {
    await close();
    throw error instanceof DataKeyMissingError ? new CommandError("data_key_missing", error.message) : error;
  });
  const services = {
    db,
    dataKeys,
    vault: createVault(dataKeys),
    webhooks: localWebhookSettings(process.env),
    passwords: processPasswords(),
    quotas: quotasFrom(process.env),
  };
  return { db, isServed: running !== undefined, context: () => operatorContext(services, Date.now()), close };
}

function quotasFrom(environment: NodeJS.ProcessEnv): Quotas {
  try {
    return localQuotas(environment);
  } catch {
    throw new CommandError("invalid_setting", "KEYS_PER_MODE or SIGN_UP_MONTHLY_CAP is not a number");
  }
}

async function runningDatabase(
  stackFile: string,
): Promise<{ url: string; close(): Promise<void> } | undefined> {
  const stack = await readJson(stackFile);
  if (typeof stack !== "object" || stack === null || !("database" in stack)) return undefined;
  const url = String(stack.database);
  // A stack that was killed leaves its file behind: whether it still runs is for its database to say.
  const answers = await fetch(`${url}/health`, { signal: AbortSignal.timeout(HEALTH_MS) }).then(
    (response) => response.status !== 404,
    () => false,
  );
  return answers ? { url, close: async () => undefined } : undefined;
}

/** The file's own server. It asks for the token, since any local user can reach its port. */
async function ownDatabase(dataFolder: string, authToken: string) {
  const unlock = await lockFolder(dataFolder).catch((error: unknown) => {
    if (error instanceof FolderInUseError) throw new CommandError("stack_not_ready", error.message);
    throw error;
  });
  const server = await startHranaServer({ file: layout(dataFolder).database, port: 0, authToken });
  await migrateDatabase(server.url, authToken);
  return {
    url: server.url,
    async close() {
      await server.close();
      unlock();
    },
  };
}
