import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { createKey } from "../../../edge/operations/tenants/keys.ts";
import { changeSettings, createTenant } from "../../../edge/operations/tenants/tenant.ts";
import { localQuotas } from "../../../edge/platform/quotas.ts";
import { openDatabase } from "../../../edge/store/database.ts";
import { writeBundle } from "../../../local/bundle.ts";
import { migrateDatabase } from "../../../local/migrate.ts";
import { layout } from "../../../local/stack/files.ts";
import { databaseProcess, edgeProcess, inferenceProcess } from "../../../local/stack/processes.ts";
import { loadSecrets, openKeys } from "../../../local/stack/secrets.ts";
import { free } from "../../../local/supervisor/ports.ts";
import { startOnFreePorts } from "../../../local/supervisor/start-on-free-ports.ts";
import type { SupervisedProcess } from "../../../local/supervisor/supervised-process.ts";
import { MODELS_DIR } from "../../../test/harness/inference/process.ts";
import { ApiClient } from "../../../test/harness/stack/api-client.ts";
import { startTapProxy } from "../chaos/tap-proxy.ts";
import { Killer, STATEMENTS } from "./killer.ts";

/** A tenant, and the client of its server. */
interface RigTenant {
  readonly id: string;
  readonly client: ApiClient;
}

export type Rig = Awaited<ReturnType<typeof startRig>>;

/** The whole stack in a folder of its own, with a tap before its database and a hand on its edge. */
export async function startRig() {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-erasure-"));
  const stack = join(folder, "stack");
  const files = { ...layout(stack), models: MODELS_DIR };
  const secrets = await loadSecrets(files.secrets);
  await writeBundle(files.bundle);
  const start = (process: SupervisedProcess) => process.start();
  const { process: database, facts } = await startOnFreePorts(() => databaseProcess(files, secrets), start);
  const { url } = facts;
  await migrateDatabase(String(url), secrets.DATABASE_AUTH_TOKEN);
  const db = openDatabase(String(url), secrets.DATABASE_AUTH_TOKEN);
  const { process: inference, facts: addresses } = await startOnFreePorts(
    () => inferenceProcess(files, secrets),
    start,
  );
  const proxy = await startTapProxy(String(url), STATEMENTS, (stage) => killer.pass(stage));
  const port = await free();
  const edge = edgeProcess(files, { port, database: { url: proxy.url }, inference: addresses });
  const killer = new Killer(edge);
  const logs: string[] = [];
  for (const process of [database, inference, edge]) {
    process.on("event", (event, facts) => logs.push(JSON.stringify({ event, ...facts })));
  }
  await edge.start();
  const operator = operatorContext(
    { db, quotas: localQuotas({}), ...(await openKeys(db, secrets)) },
    Date.now(),
  );

  return {
    files,
    db,
    killer,
    logs,
    /** The data folder, and another one for backups. */
    stack,
    backups: folder,
    inference: { baseUrl: String(addresses.grpcWeb), token: secrets.INFERENCE_TOKEN },
    async tenant(name: string, settings: Parameters<typeof changeSettings>[1]): Promise<RigTenant> {
      const { id } = await createTenant(operator, { name });
      await changeSettings({ ...operator, tenantId: id }, settings);
      const { key } = await createKey({ ...operator, scope: { tenantId: id, mode: "test" } });
      return { id, client: new ApiClient(`http://127.0.0.1:${port}`, key) };
    },
    /** Ends every process; the folder stays. */
    async halt() {
      await edge.stop();
      await inference.stop();
      await database.stop();
      await proxy.close();
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
