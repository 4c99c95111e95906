import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { createEndpoint } from "../../../edge/operations/endpoints.ts";
import { createKey } from "../../../edge/operations/tenants/keys.ts";
import { changeSettings, createTenant } from "../../../edge/operations/tenants/tenant.ts";
import { localQuotas } from "../../../edge/platform/quotas.ts";
import { openDatabase } from "../../../edge/store/database.ts";
import { localWebhookSettings } from "../../../edge/webhooks/settings.ts";
import { writeBundle } from "../../../local/bundle.ts";
import { migrateDatabase } from "../../../local/migrate.ts";
import { type Layout, layout, writePrivateJson } from "../../../local/stack/files.ts";
import { databaseProcess, edgeProcess, inferenceProcess } from "../../../local/stack/processes.ts";
import { loadSecrets, openKeys, type StackSecrets, saveSecrets } from "../../../local/stack/secrets.ts";
import { free } from "../../../local/supervisor/ports.ts";
import { startOnFreePorts } from "../../../local/supervisor/start-on-free-ports.ts";
import type { SupervisedProcess } from "../../../local/supervisor/supervised-process.ts";
import { MODELS_DIR } from "../../../test/harness/inference/process.ts";
import { startFaultProxy } from "../../../test/harness/stack/fault-proxy.ts";
import { startReceiver } from "../../../test/harness/stack/webhook-receiver.ts";
import { mountMemory } from "./disks.ts";
import { Load } from "./load.ts";

/** Stack settings: fast retries, and no limits or failing endpoints that end the load. */
const SETTINGS = {
  WEBHOOK_ALLOW_PRIVATE: "1",
  WEBHOOK_TIME_SCALE: "100",
  WEBHOOK_DISABLE_AFTER_FAILURES: "10000",
  LIMIT_KEY_WRITES: "1000000",
  WORKERS: "1",
};
const DISK_MIB = 192;
const STORE_MIB = 96;

export type Rig = Awaited<ReturnType<typeof openRig>>;

/**
 * A real stack on loopback with a proxy before its database and its inference, disks of its own,
 * and an HTTPS receiver of its events.
 */
export async function openRig(say: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-faults-"));
  const disk = mountMemory(join(folder, "disk"), DISK_MIB);
  const files = { ...layout(disk.path), models: MODELS_DIR, bundle: join(folder, "bundle") };
  const store = mountMemory(files.media, STORE_MIB);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const secrets = await loadSecrets(files.secrets);
  const receiver = await startReceiver();
  const receiverProxy = await startFaultProxy(receiver.url);
  const caFile = join(folder, "ca.pem");
  await writeFile(caFile, receiver.ca);
  Object.assign(process.env, SETTINGS, { WEBHOOK_EXTRA_CA: caFile });
  say("bundling the edge, starting a database, inference and an edge");
  await writeBundle(files.bundle);
  const watched = <P extends SupervisedProcess>(process: P): P => {
    process.on("event", () => undefined);
    return process.on("lost", (how) => say(`  ${process.name}: ${how}`));
  };
  const database = await startOnFreePorts(
    async () => watched(await databaseProcess(files, secrets)),
    (process) => process.start(),
  );
  const url = String(database.facts.url);
  await migrateDatabase(url, secrets.DATABASE_AUTH_TOKEN);
  const startInference = (given: Pick<StackSecrets, "INFERENCE_TOKEN">, more: Record<string, string> = {}) =>
    startOnFreePorts(
      async () => watched(await inferenceProcess(files, given, more)),
      (process) => process.start(),
    );
  const inference = await startInference(secrets);
  const grpcWeb = String(inference.facts.grpcWeb);
  const proxies = {
    database: await startFaultProxy(url),
    inference: await startFaultProxy(grpcWeb),
    receiver: receiverProxy,
  };
  const port = await free();
  const ready = {
    ...{ port, database: { url: proxies.database.url }, inference: { grpcWeb: proxies.inference.url } },
  };
  const edge = watched(edgeProcess(files, ready));
  const api = String((await edge.start()).url);
  const processes = { database: database.process, inference: inference.process, edge };
  await tellCommands(files, { api, database: url }, edge);

  // Not through the proxy: the records must be read during network faults, too.
  const db = openDatabase(url, secrets.DATABASE_AUTH_TOKEN, { read: 60_000, batch: 60_000 });
  const { tenantId, key } = await makeTenant(db, secrets, receiverProxy.url.replace("http:", "https:"));

  /** A host with the new token takes the place of the old one, and no call is rejected meanwhile. */
  async function replaceInference(...given: Parameters<typeof startInference>): Promise<void> {
    const before = processes.inference;
    const next = await startInference(...given);
    processes.inference = next.process;
    proxies.inference.target = String(next.facts.grpcWeb);
    await before.stop();
  }

  return {
    disk,
    store,
    processes,
    proxies,
    receiver,
    db,
    tenantId,
    load: new Load({ api, key, image: await smallImage() }),
    /** As docs/how-to/rotate-keys.md says: hosts with both tokens, the edge, hosts without the old one. */
    async rotateInferenceToken() {
      const kept = await loadSecrets(files.secrets);
      const turned = { INFERENCE_TOKEN: randomBytes(32).toString("base64url") };
      await replaceInference(turned, { INFERENCE_TOKEN_PREVIOUS: kept.INFERENCE_TOKEN });
      await saveSecrets(files.secrets, { ...kept, ...turned });
      process.kill(edge.pid, "SIGTERM");
      await once(edge, "back");
      await replaceInference(turned);
    },
    async close() {
      await Promise.all([edge, processes.inference, database.process].map(end));
      for (const proxy of Object.values(proxies)) await proxy.close();
      await receiver.close();
      for (const { unmount } of [store, disk]) unmount();
      remove();
      process.off("exit", remove);
    },
  };
}

/** Ends a process at once: the records are complete by then. */
async function end(part: SupervisedProcess): Promise<void> {
  const stopping = part.stop();
  if (part.pid > 0) process.kill(-part.pid, "SIGKILL");
  await stopping;
}

/** Writes the files that the admin CLI reads of a running stack. */
async function tellCommands(files: Layout, addresses: object, edge: SupervisedProcess): Promise<void> {
  const write = () => writePrivateJson(files.stack, { ...addresses, pids: { edge: edge.pid } });
  edge.on("back", () => void write());
  await write();
}

/** A tenant that keeps its images, with a key and an endpoint for the events of scans. */
async function makeTenant(db: ReturnType<typeof openDatabase>, secrets: StackSecrets, hook: string) {
  const keys = await openKeys(db, secrets);
  const settings = { webhooks: localWebhookSettings(SETTINGS), quotas: localQuotas({}) };
  const operator = operatorContext({ db, ...keys, ...settings }, Date.now());
  const { id: tenantId } = await createTenant(operator, { name: "Faults" });
  const scope = { tenantId, mode: "test" } as const;
  await changeSettings({ ...operator, tenantId }, { storeMedia: "evidence" });
  const { key } = await createKey({ ...operator, scope });
  await createEndpoint({ ...operator, scope }, { url: `${hook}/`, events: ["ocr.completed"] });
  return { tenantId, key };
}

/** A small image: the load tests storage, not image analysis. */
async function smallImage(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian", mean: 160, sigma: 20 } as const;
  const image = sharp({ create: { width: 320, height: 220, channels: 3, background: "#888", noise } });
  return new Uint8Array(await image.jpeg().toBuffer());
}
