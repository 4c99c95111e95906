import { rm } from "node:fs/promises";
import { openDatabase } from "../../edge/store/database.ts";
import { migrateDatabase } from "../migrate.ts";
import { lockFolder, writePrivateJson } from "./files.ts";
import { ensureFirstTenant, type FirstTenant } from "./first-tenant.ts";
import { layout } from "./layout.ts";
import { bringModels } from "./models.ts";
import { free, probe } from "./ports.ts";
import { loadSecrets } from "./secrets.ts";
import type { Facts, ServiceProcess } from "./service-process.ts";
import { databaseService, edgeService, inferenceService } from "./services.ts";
import type { StackSettings } from "./settings.ts";
import { startService } from "./start-service.ts";

/** What a service says in the ordinary course of things. */
const QUIET = new Set(["engine_ready", "draining", "stopped"]);

export interface RunningStack {
  readonly api: string;
  readonly dashboard: string;
  readonly grpc: string;
  readonly metrics: string;
  readonly tenant: FirstTenant;
  readonly stackFile: string;
  /** Resolves when the signal has fired and all of it has stopped. */
  readonly ended: Promise<void>;
}

/**
 * Brings everything up, in order; returns when all of it answers. `say` gets progress in plain words. When
 * `signal` fires, everything is stopped in order; before it is up, this throws.
 */
export async function runStack(
  settings: StackSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<RunningStack> {
  const unlock = await lockFolder(settings.dataFolder);
  const started: ServiceProcess[] = [];
  const files = layout(settings.dataFolder);
  let stopped: Promise<void> | undefined;
  // The edge first and the database last, so that what is under way can still be written.
  const stopAll = async () => {
    await rm(files.stack, { force: true });
    for (const service of started.toReversed()) await service.stop();
    await unlock();
  };
  const stop = () => {
    stopped ??= stopAll();
    return stopped;
  };
  const ended = new Promise<void>((resolve, reject) => {
    signal.addEventListener("abort", () => void stop().then(resolve, reject));
  });
  const start = async (service: ServiceProcess): Promise<Facts> => {
    signal.throwIfAborted();
    started.push(service);
    narrate(service, say);
    say(`Starting ${service.name}…`);
    return service.start();
  };
  try {
    await rm(files.stack, { force: true });
    const port = await apiPort(settings.port);
    const secrets = await loadSecrets(files.secrets);
    const { service: databaseProcess, facts: database } = await startService(
      () => databaseService(files, secrets),
      start,
    );
    const databaseUrl = String(database.url);
    await migrateDatabase(databaseUrl, secrets.DATABASE_AUTH_TOKEN);
    const tenant = await ensureFirstTenant(
      files.firstTenant,
      openDatabase(databaseUrl, secrets.DATABASE_AUTH_TOKEN),
    );
    await bringModels(files.models, settings, say);
    const { service: inferenceProcess, facts: inference } = await startService(
      () => inferenceService(files, secrets),
      start,
    );
    const edgeProcess = edgeService(files, secrets, { port, database, inference });
    const edge = await start(edgeProcess);
    const addresses = {
      api: String(edge.url),
      dashboard: new URL("/dashboard", String(edge.url)).href,
      grpc: String(inference.grpc),
      metrics: `${String(inference.metrics)}/metrics`,
    };
    const writeStackFile = () =>
      writePrivateJson(files.stack, {
        ...addresses,
        database: databaseUrl,
        tenant_id: tenant.tenant_id,
        keys: tenant.keys,
        login: tenant.login,
        pids: { edge: edgeProcess.pid, inference: inferenceProcess.pid, database: databaseProcess.pid },
      });
    for (const service of started) service.on("back", () => void writeStackFile());
    await writeStackFile();
    return { ...addresses, tenant, stackFile: files.stack, ended };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function apiPort(wanted: number): Promise<number> {
  if (wanted === 0) return free();
  if ((await probe(wanted)) === undefined) {
    throw new Error(`port ${wanted} is in use; set PORT to another one`);
  }
  return wanted;
}

function narrate(service: ServiceProcess, say: (line: string) => void): void {
  const { name } = service;
  service.on("event", (event, facts) => {
    if (QUIET.has(event)) return;
    const { model, done, total } = facts;
    if (event === "progress") say(`model ${model} is ready (${done} of ${total})`);
    else say(`${name}: ${event} ${JSON.stringify(facts)}`);
  });
  service.on("lost", (how, pauseMs) => say(`${name} ended (${how}); starting it again in ${pauseMs} ms`));
  service.on("back", () => say(`${name} is back`));
}
