import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, it } from "vitest";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { createTenant } from "../../../edge/operations/tenants/create.ts";
import { createKey } from "../../../edge/operations/tenants/create-key.ts";
import { localQuotas } from "../../../edge/settings/quotas.ts";
import { openDatabase } from "../../../edge/store/database.ts";
import { readUsage } from "../../../edge/store/tenancy/usage.ts";
import { bundleWorker } from "../../../local/bundle.ts";
import { type RunningEdge, startEdge } from "../../../local/edge/workerd.ts";
import { startHranaServer } from "../../../local/hrana/server.ts";
import { migrateDatabase } from "../../../local/migrate.ts";
import { testVariables } from "../../harness/edge/bindings.ts";
import { eventually } from "../../harness/eventually.ts";
import { closedGate } from "../../harness/inference/gate.ts";
import { command, type Serving, serveScripted, TOKEN } from "../../harness/inference/serving.ts";

/** The Worker on workerd, which stops what a caller has hung up on unless it is told to go on. */
let folder: string;
let hrana: Awaited<ReturnType<typeof startHranaServer>>;
let serving: Serving;
let edge: RunningEdge;
let key: string;
let used: () => Promise<number>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-hang-up-"));
  hrana = await startHranaServer({ file: join(folder, "edge.db"), port: 0 });
  await migrateDatabase(hrana.url);
  const db = openDatabase(hrana.url);
  const ctx = operatorContext({ db, quotas: localQuotas({}) }, Date.now());
  const { id: tenantId } = await createTenant(ctx, { name: "Tenant" });
  const scope = { tenantId, mode: "test" } as const;
  key = (await createKey({ ...ctx, scope })).key;
  used = async () => (await readUsage(db, scope, Date.now())).used;
  serving = await serveScripted({ ENGINES: "1" });
  edge = await startEdge({
    script: await bundleWorker(join(folder, "bundle")),
    port: 0,
    mediaFolder: join(folder, "media"),
    variables: {
      ...(await testVariables(hrana.url)),
      LOCAL_STACK: "1",
      INFERENCE_URL: serving.addresses.grpcWeb,
      INFERENCE_TOKEN: TOKEN,
    },
  });
});

afterAll(async () => {
  await edge?.close();
  await serving?.stop();
  await hrana?.close();
  await rm(folder, { recursive: true, force: true });
});

it("a call that an engine has taken counts, although its caller hangs up", async () => {
  const { until, open } = closedGate();
  const form = new FormData();
  form.set("image", new Blob([command({ until, end: "defect" }).content]), "image.jpg");
  const body = new Response(form);
  const sending = request(new URL("/v1/ocr/scan", edge.url), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": body.headers.get("content-type")! },
  });
  sending.on("error", () => {});
  sending.end(Buffer.from(await body.arrayBuffer()));
  await eventually(() => serving.pool.fleet.running).toBe(1);
  sending.destroy();
  // Long enough for workerd to see that nobody waits any more.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  open();
  await eventually(used).toBe(1);
});
