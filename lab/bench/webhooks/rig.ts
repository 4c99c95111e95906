import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { createEndpoint } from "../../../edge/operations/endpoints.ts";
import { createTenant } from "../../../edge/operations/tenants/tenant.ts";
import { localQuotas } from "../../../edge/platform/quotas.ts";
import { openDatabase } from "../../../edge/store/database.ts";
import { localWebhookSettings } from "../../../edge/webhooks/settings.ts";
import { dryRun } from "../../../local/bundle.ts";
import { startEdge } from "../../../local/edge/workerd.ts";
import { startHranaServer } from "../../../local/hrana/server.ts";
import { migrateDatabase } from "../../../local/migrate.ts";
import { loadSecrets, openKeys } from "../../../local/stack/secrets.ts";
import { type Received, startReceiver } from "../../../test/harness/stack/webhook-receiver.ts";

const TYPES = ["ocr.completed", "face.verify.completed"] as const;

/** How an endpoint of the bench behaves. */
export type Manner = "healthy" | "hangs" | "resets";

export interface WebhookRig {
  readonly received: Received[];
  /** Registers one endpoint of a new tenant, and returns a function that emits an event for it. */
  endpoint(manner: Manner): Promise<Emitter>;
  close(): Promise<void>;
}

/** Emits one event and returns the time of its commit. */
export type Emitter = () => Promise<{ eventId: string; committedAt: number }>;

/** The edge on workerd with its own database, and a receiver whose paths name their behaviour. */
export async function startWebhookRig(): Promise<WebhookRig> {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-webhooks-"));
  const secrets = await loadSecrets(join(folder, "secrets.json"));
  const hrana = await startHranaServer({ file: join(folder, "bench.db"), port: 0 });
  await migrateDatabase(hrana.url);
  const db = openDatabase(hrana.url);
  const receiver = await startReceiver();
  receiver.answer = ({ path }, response) => {
    if (path.startsWith("/healthy")) response.end("ok");
    if (path.startsWith("/resets")) response.socket?.destroy();
  };
  await writeFile(join(folder, "ca.pem"), receiver.ca);
  const environment = { WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_DISABLE_AFTER_FAILURES: "10000" };
  const edge = await startEdge({
    script: await dryRun(join(import.meta.dirname, "emitting-worker.toml"), join(folder, "edge")),
    port: 0,
    mediaFolder: join(folder, "media"),
    variables: {
      ...secrets,
      ...environment,
      LOCAL_STACK: "1",
      DATABASE_URL: hrana.url,
      INFERENCE_URL: "http://127.0.0.1:9",
      PUBLIC_URL: "http://127.0.0.1:8787",
    },
    extraCaFile: join(folder, "ca.pem"),
  });
  const { vault } = await openKeys(db, secrets);
  const ctx = operatorContext(
    { db, vault, webhooks: localWebhookSettings(environment), quotas: localQuotas({}) },
    Date.now(),
  );
  let count = 0;
  return {
    received: receiver.received,
    async endpoint(manner) {
      const { id: tenantId } = await createTenant(ctx, { name: "Bench" });
      const url = `${receiver.url}${manner}/${++count}`;
      await createEndpoint({ ...ctx, scope: { tenantId, mode: "test" } }, { url, events: TYPES });
      const body = JSON.stringify({ tenantId, type: TYPES[0], data: { text: "x".repeat(1_000) } });
      return async () => (await fetch(edge.url, { method: "POST", body })).json() as ReturnType<Emitter>;
    },
    async close() {
      await edge.close();
      await receiver.close();
      await hrana.close();
      await rm(folder, { recursive: true });
    },
  };
}
