import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { createVault } from "../../../edge/crypto/vault.ts";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { createEndpoint } from "../../../edge/operations/endpoints/create.ts";
import { changeSettings } from "../../../edge/operations/tenants/change-settings.ts";
import { createTenant } from "../../../edge/operations/tenants/create.ts";
import { createKey } from "../../../edge/operations/tenants/create-key.ts";
import { localQuotas } from "../../../edge/settings/quotas.ts";
import { openDatabase } from "../../../edge/store/database.ts";
import { localWebhookSettings } from "../../../edge/webhooks/settings.ts";
import { writeBundle } from "../../../local/bundle.ts";
import { migrateDatabase } from "../../../local/migrate.ts";
import { layout } from "../../../local/stack/layout.ts";
import { databaseProcess, edgeProcess, inferenceProcess } from "../../../local/stack/processes.ts";
import { loadSecrets, ringOf } from "../../../local/stack/secrets.ts";
import { free } from "../../../local/supervisor/ports.ts";
import { startOnFreePorts } from "../../../local/supervisor/start-on-free-ports.ts";
import type { SupervisedProcess } from "../../../local/supervisor/supervised-process.ts";
import { MODELS_DIR } from "../../../test/harness/inference/process.ts";
import { startFaultProxy } from "../../../test/harness/stack/fault-proxy.ts";
import { startReceiver } from "../../../test/harness/stack/webhook-receiver.ts";
import { Load } from "./load.ts";

/** Of the stack: retries come soon, and neither limits nor failing endpoints end the load. */
const SETTINGS = {
  WEBHOOK_ALLOW_PRIVATE: "1",
  WEBHOOK_TIME_SCALE: "100",
  WEBHOOK_DISABLE_AFTER_FAILURES: "10000",
  LIMIT_KEY_WRITES: "1000000",
  ENGINES: "1",
};
const DISK_MIB = 192;

export type Rig = Awaited<ReturnType<typeof openRig>>;

/**
 * A real stack on loopback with a proxy before its database and its inference, and an HTTPS receiver of its
 * events.
 */
export async function openRig(say: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-faults-"));
  const disk = mountDisk(join(folder, "disk"));
  const files = { ...layout(disk.path), models: MODELS_DIR, bundle: join(folder, "bundle") };
  const secrets = await loadSecrets(files.secrets);
  const receiver = await startReceiver();
  const receiverProxy = await startFaultProxy(receiver.url);
  const caFile = join(folder, "ca.pem");
  await writeFile(caFile, receiver.ca);
  Object.assign(process.env, SETTINGS, { WEBHOOK_EXTRA_CA: caFile });
  say("bundling the edge, starting a database, inference and an edge");
  await writeBundle(files.bundle);
  const start = (process: SupervisedProcess) => process.start();
  const database = await startOnFreePorts(() => databaseProcess(files, secrets), start);
  const url = String(database.facts.url);
  await migrateDatabase(url, secrets.DATABASE_AUTH_TOKEN);
  const inference = await startOnFreePorts(() => inferenceProcess(files, secrets), start);
  const grpcWeb = String(inference.facts.grpcWeb);
  const proxies = { database: await startFaultProxy(url), inference: await startFaultProxy(grpcWeb) };
  const edge = edgeProcess(files, {
    port: await free(),
    database: { url: proxies.database.url },
    inference: { grpcWeb: proxies.inference.url },
  });
  const api = String((await edge.start()).url);

  // Not through the proxy: the books are read whatever the network does.
  const db = openDatabase(url, secrets.DATABASE_AUTH_TOKEN, { read: 60_000, batch: 60_000 });
  const vault = createVault(await ringOf(secrets));
  const settings = { webhooks: localWebhookSettings(SETTINGS), quotas: localQuotas({}) };
  const operator = operatorContext({ db, vault, ...settings }, Date.now());
  const { id: tenantId } = await createTenant(operator, { name: "Faults" });
  const scope = { tenantId, mode: "test" } as const;
  await changeSettings({ ...operator, tenantId }, { storeMedia: "evidence" });
  const { key } = await createKey({ ...operator, scope });
  const hook = receiverProxy.url.replace("http:", "https:");
  await createEndpoint({ ...operator, scope }, { url: `${hook}/`, events: ["ocr.completed"] });

  return {
    disk,
    processes: { database: database.process, inference: inference.process, edge },
    proxies: { ...proxies, receiver: receiverProxy },
    receiver,
    db,
    tenantId,
    load: new Load({ api, key, image: await smallPicture() }),
    async close() {
      for (const process of [edge, inference.process, database.process]) await process.stop();
      for (const proxy of [...Object.values(proxies), receiverProxy]) await proxy.close();
      await receiver.close();
      disk.unmount();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * A disk of its own for rows and objects, where this user may mount one; else a folder, which is not filled.
 */
function mountDisk(path: string) {
  mkdirSync(path);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m`, "tmpfs", path], { stdio: "ignore" });
    // Detached: an interrupted run leaves processes behind for a moment, and must not leave the disk behind.
    const unmount = () => void execFileSync("umount", ["--lazy", path]);
    process.once("exit", unmount);
    return {
      path,
      isOwn: true,
      unmount() {
        process.off("exit", unmount);
        unmount();
      },
    };
  } catch {
    // No right to mount: the table says so.
    return { path, isOwn: false, unmount: () => undefined };
  }
}

/** Little to look at: the load is about what is kept, not about what is seen. */
async function smallPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian", mean: 160, sigma: 20 } as const;
  const picture = sharp({ create: { width: 320, height: 220, channels: 3, background: "#888", noise } });
  return new Uint8Array(await picture.jpeg().toBuffer());
}
