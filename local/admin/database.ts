import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { processPasswords } from "../../edge/accounts/passwords.ts";
import { KEY_BELIEVED_MS } from "../../edge/auth/known-keys.ts";
import { type KeyRing, openKeyRing } from "../../edge/crypto/key-ring.ts";
import { MasterKeyMissingError } from "../../edge/crypto/wrapped-key.ts";
import { operatorContext } from "../../edge/operations/commit/context.ts";
import { openVault } from "../../edge/operations/tenants/vault-keys.ts";
import { deploymentVariables } from "../../edge/platform/deployment.ts";
import { localQuotas, quotaVariables } from "../../edge/platform/quotas.ts";
import type { Database } from "../../edge/store/batch.ts";
import { isMigrated, openDatabase } from "../../edge/store/database.ts";
import {
  localWebhookSettings,
  type WebhookSettings,
  webhookVariables,
} from "../../edge/webhooks/settings.ts";
import { faultsOf } from "../../vocabulary/setting-faults.ts";
import {
  assertDatabase,
  DATABASE_SETTINGS,
  type DatabaseAddress,
  DatabaseRefusal,
  databaseAddress,
} from "../database-address.ts";
import { startHranaServer } from "../hrana/server.ts";
import { migrateDatabase } from "../migrate.ts";
import { assertDatabaseFile } from "../stack/database-file.ts";
import { hasContent, layout, readStackFile, type StackFile } from "../stack/files.ts";
import { FolderInUseError, lockFolder } from "../stack/lock.ts";
import { loadSecrets, ringOf } from "../stack/secrets.ts";
import { readStackSettings, STACK_SHAPE } from "../stack/settings.ts";
import { CommandError, type OperatorDatabase } from "./command.ts";

/** Milliseconds for the database of a running stack to say that it runs. */
const HEALTH_MS = 5_000;

/** The keys that edges elsewhere have let in: a command cannot reach those edges. */
class KeysInUse {
  #changed = false;

  /** A key, or data read with it, has changed. */
  forget(): void {
    this.#changed = true;
  }

  /** Waits until every edge has read the changes, so that they hold when the command ends. */
  async forgotten(): Promise<void> {
    if (this.#changed) await sleep(KEY_BELIEVED_MS);
  }
}

/**
 * The database of a deployment, which `DATABASE_URL` names; otherwise that of the stack on this data folder.
 * Throws CommandError for a wrong setting, and when there is no stack.
 */
export function openOperatorDatabase(
  dataFolder: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<OperatorDatabase> {
  const address = addressFrom(environment);
  return address === undefined ? openStack(dataFolder, environment) : openDeployment(address, environment);
}

/** The database that the environment names; undefined for the stack's own. Throws CommandError. */
export function addressFrom(environment: NodeJS.ProcessEnv): DatabaseAddress | undefined {
  return environment.DATABASE_URL ? settingsFrom(environment, databaseAddress)[0] : undefined;
}

/** Where a stack runs by default: for links in what a command writes while none runs. */
const LOCAL_URL = "http://127.0.0.1:8787";

/** The running stack's own database. If no stack runs, the file itself while the command runs. */
async function openStack(dataFolder: string, environment: NodeJS.ProcessEnv): Promise<OperatorDatabase> {
  const files = layout(dataFolder);
  if (!existsSync(files.secrets) && !hasContent(files.database)) {
    throw new CommandError(
      "no_stack",
      `there is no stack in ${dataFolder}; run npm start once, or set SELFSAME_DATA, or DATABASE_URL`,
    );
  }
  const webhooks = localWebhookSettings(environment);
  const secrets = await loadSecrets(files.secrets);
  const running = await runningDatabase(files.stack);
  const { url, close } = running ?? (await ownDatabase(dataFolder, secrets.DATABASE_AUTH_TOKEN));
  const serviceUrl = running?.serviceUrl;
  const db = openDatabase(url, secrets.DATABASE_AUTH_TOKEN);
  const knownKeys = new KeysInUse();
  const ring = await ringOf(secrets);
  const context = await contextOn(
    db,
    ring,
    { webhooks, knownKeys, publicUrl: serviceUrl ?? LOCAL_URL },
    environment,
  ).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const ends = async () => {
    if (running !== undefined) await knownKeys.forgotten();
    await close();
  };
  return { db, ring, isServed: running !== undefined, serviceUrl, context, close: ends };
}

/** A database that edges elsewhere serve, which is never migrated in passing. */
async function openDeployment(
  { url, authToken }: DatabaseAddress,
  environment: NodeJS.ProcessEnv,
): Promise<OperatorDatabase> {
  const ring = await ringFrom(environment);
  await assertDatabase({ url, authToken }).catch((error: unknown) => {
    throw error instanceof DatabaseRefusal ? new CommandError(error.code, error.message) : error;
  });
  const db = openDatabase(url, authToken);
  if (!(await isMigrated(db))) {
    throw new CommandError("not_migrated", "the schema is older than this code, or missing: npm run migrate");
  }
  const knownKeys = new KeysInUse();
  const serviceUrl = environment.PUBLIC_URL || undefined;
  const parts = { webhooks: localWebhookSettings({}), knownKeys, publicUrl: serviceUrl ?? LOCAL_URL };
  const context = await contextOn(db, ring, parts, environment);
  return { db, ring, isServed: true, serviceUrl, context, close: () => knownKeys.forgotten() };
}

/** The master keys that an environment names, as the edge reads them. Throws CommandError without one. */
function ringFrom(environment: NodeJS.ProcessEnv): Promise<KeyRing> {
  if (!environment.DATA_KEYS)
    throw new CommandError("setting_missing", "DATA_KEYS is not set. It is the DATA_KEYS of the edge");
  const parsed = deploymentVariables.DATA_KEYS.safeParse(environment.DATA_KEYS);
  if (!parsed.success)
    throw new CommandError("setting_invalid", `DATA_KEYS: ${parsed.error.issues[0]?.message}`);
  return openKeyRing(parsed.data);
}

/** Throws CommandError if the ring lacks a master key of this database. */
async function contextOn(
  db: Database,
  ring: KeyRing,
  parts: {
    readonly webhooks: WebhookSettings;
    readonly knownKeys: KeysInUse;
    readonly publicUrl: string;
  },
  environment: NodeJS.ProcessEnv,
): Promise<OperatorDatabase["context"]> {
  const keys = await openVault(operatorContext({ db }, Date.now()), { ring }).catch((error: unknown) => {
    throw error instanceof MasterKeyMissingError
      ? new CommandError("data_key_missing", error.message)
      : error;
  });
  const services = {
    db,
    ...keys,
    ...parts,
    passwords: processPasswords(),
    quotas: localQuotas(environment),
  };
  return () => operatorContext(services, Date.now());
}

type Readers = readonly ((environment: NodeJS.ProcessEnv) => unknown)[];

/** What each reader makes of the environment. Throws CommandError that names every wrong setting. */
export function settingsFrom<Each extends Readers>(environment: NodeJS.ProcessEnv, ...readers: Each) {
  const faults = readers.flatMap((read) => faultsOf(() => read(environment)));
  if (faults.length > 0) throw new CommandError("setting_invalid", faults.join("; "));
  return readers.map((read) => read(environment)) as { [I in keyof Each]: ReturnType<Each[I]> };
}

/** The settings of every command. */
export const commandSettings = (environment: NodeJS.ProcessEnv) =>
  settingsFrom(environment, readStackSettings, localWebhookSettings, localQuotas)[0];

/** Their names, and those that only a command on a deployment, or on Milvus, reads. */
export const COMMAND_SETTINGS: readonly string[] = [
  ...Object.keys({ ...STACK_SHAPE, ...webhookVariables, ...quotaVariables }),
  ...DATABASE_SETTINGS,
  "DATA_KEYS",
];

async function runningDatabase(
  stackFile: string,
): Promise<{ url: string; serviceUrl: string; close(): Promise<void> } | undefined> {
  const stack = (await readStackFile(stackFile)) as Partial<StackFile> | undefined;
  if (stack?.database === undefined || stack.public_url === undefined) return undefined;
  const { database: url, public_url: serviceUrl } = stack;
  // A stack that was killed leaves its file behind: whether it still runs is for its database to say.
  const answers = await fetch(`${url}/health`, { signal: AbortSignal.timeout(HEALTH_MS) }).then(
    (response) => response.status !== 404,
    () => false,
  );
  return answers ? { url, serviceUrl, close: async () => undefined } : undefined;
}

/** The file's own server. It requires the token, since any local user can reach its port. */
async function ownDatabase(dataFolder: string, authToken: string) {
  const unlock = await lockFolder(dataFolder).catch((error: unknown) => {
    if (error instanceof FolderInUseError) throw new CommandError("stack_not_ready", error.message);
    throw error;
  });
  const { database: file } = layout(dataFolder);
  let server: Awaited<ReturnType<typeof startHranaServer>> | undefined;
  const close = async () => {
    await server?.close();
    unlock();
  };
  try {
    assertDatabaseFile(file);
    server = await startHranaServer({ file, port: 0, authToken });
    await migrateDatabase(server.url, authToken);
    return { url: server.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
