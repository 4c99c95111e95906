import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../../edge/store/database.ts";
import { writeBundle } from "../bundle.ts";
import { askEdge } from "../edge/supervision/monitor.ts";
import { migrateDatabase } from "../migrate.ts";
import { free, probe } from "../supervisor/ports.ts";
import { ProcessGroup } from "../supervisor/process-group.ts";
import { startOnFreePorts } from "../supervisor/start-on-free-ports.ts";
import type { Facts } from "../supervisor/supervised-process.ts";
import { checkSecrets } from "./check-settings.ts";
import { assertDatabaseFile } from "./database-file.ts";
import { layout, writePrivateJson } from "./files.ts";
import { ensureFirstTenant, type FirstTenant } from "./first-tenant.ts";
import { lockFolder } from "./lock.ts";
import { bringModels } from "./models.ts";
import { databaseProcess, edgeProcess, inferenceProcess } from "./processes.ts";
import { loadSecrets, openKeys } from "./secrets.ts";
import type { StackSettings } from "./settings.ts";

const PORT_PATIENCE_MS = 3_000;
const PORT_POLL_MS = 100;

type Say = (line: string) => void;

/** URLs, but for `grpc`, which is `host:port`. */
interface Addresses {
  readonly api: string;
  readonly dashboard: string;
  readonly grpc: string;
  readonly metrics: string;
}

export interface RunningStack extends Addresses {
  readonly tenant: FirstTenant;
  /** Where others than this machine's users reach it; undefined if no one else does. */
  readonly publicUrl: string | undefined;
  /** Path of the file with the addresses, keys and process ids of the running stack. */
  readonly stackFile: string;
  /** Resolves when the signal has fired and every process has stopped. */
  readonly ended: Promise<void>;
}

/**
 * Starts everything in order; resolves when all of it answers. `say` gets progress in plain words. When
 * `signal` fires, everything is stopped in order; if that is before all of it answers, this throws.
 */
export async function runStack(
  settings: StackSettings,
  say: Say,
  signal: AbortSignal,
): Promise<RunningStack> {
  const unlock = await lockFolder(settings.dataFolder);
  const stackFile = layout(settings.dataFolder).stack;
  const processes = new ProcessGroup(say, signal);
  let stopped: Promise<void> | undefined;
  const stopAll = async () => {
    await rm(stackFile, { force: true });
    await processes.stop();
    unlock();
  };
  const stop = () => {
    stopped ??= stopAll();
    return stopped;
  };
  const ended = new Promise<void>((resolve, reject) => {
    signal.addEventListener("abort", () => void stop().then(resolve, reject));
  });
  try {
    await rm(stackFile, { force: true });
    const { addresses, tenant, describe } = await bringUp(settings, processes, say);
    const writeStackFile = () => writePrivateJson(stackFile, describe());
    processes.onBack(() => void writeStackFile());
    await writeStackFile();
    return { ...addresses, tenant, publicUrl: settings.publicUrl, stackFile, ended };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The database starts first and the edge last: they stop in reverse, so that work in progress can still be
 * written.
 */
async function bringUp(settings: StackSettings, processes: ProcessGroup, say: Say) {
  const files = layout(settings.dataFolder);
  const start = processes.start.bind(processes);
  const port = await apiPort(settings.port);
  assertDatabaseFile(files.database);
  const secrets = await loadSecrets(files.secrets);
  checkSecrets(process.env, secrets);
  const bundled = background(writeBundle(files.bundle));
  const database = await startOnFreePorts(() => databaseProcess(files, secrets), start, say);
  const databaseUrl = String(database.facts.url);
  await migrateDatabase(databaseUrl, secrets.DATABASE_AUTH_TOKEN);
  const client = openDatabase(databaseUrl, secrets.DATABASE_AUTH_TOKEN);
  const keys = await openKeys(client, secrets);
  const tenant = await ensureFirstTenant(files.firstTenant, { db: client, ...keys });
  await bringModels(files.models, settings, say);
  const inference = await startOnFreePorts(() => inferenceProcess(files, secrets), start, say);
  const ready = { port, publicUrl: settings.publicUrl, database: database.facts, inference: inference.facts };
  await bundled;
  const edge = edgeProcess(files, ready);
  const addresses = addressesOf(await start(edge), inference.facts);
  await assertReady(addresses.api);
  /** The content of the stack file. Process ids change when a process is started again. */
  const describe = () => ({
    ...addresses,
    database: databaseUrl,
    public_url: settings.publicUrl ?? addresses.api,
    tenant_id: tenant.tenant_id,
    keys: tenant.keys,
    login: tenant.login,
    pids: { edge: edge.pid, inference: inference.process.pid, database: database.process.pid },
  });
  return { addresses, tenant, describe };
}

/** Work whose failure is reported when it is awaited, and not before. */
function background<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

const addressesOf = (edge: Facts, inference: Facts): Addresses => ({
  api: String(edge.url),
  dashboard: new URL("/dashboard", String(edge.url)).href,
  grpc: String(inference.grpc),
  metrics: `${String(inference.metrics)}/metrics`,
});

/** Prints "ready" only for a stack that answers: the edge checks all its dependencies. */
async function assertReady(api: string): Promise<void> {
  const answer = await askEdge(api, "/health");
  if (answer.ok) return void answer.body?.cancel();
  const { error } = (await answer.json()) as { error: { message: string } };
  throw new Error(`the edge is not ready: ${error.message} Its own lines above say more.`);
}

/** Waits briefly for a port in use: a stack that was just killed may still release its own. */
async function apiPort(wanted: number): Promise<number> {
  if (wanted === 0) return free();
  const deadline = performance.now() + PORT_PATIENCE_MS;
  while ((await probe(wanted)) === undefined) {
    if (performance.now() > deadline)
      throw new Error(`port_in_use: port ${wanted} is in use; set PORT to another one`);
    await sleep(PORT_POLL_MS);
  }
  return wanted;
}
