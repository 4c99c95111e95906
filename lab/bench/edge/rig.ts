import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@libsql/client/web";
import { exportJWK, generateKeyPair } from "jose";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import sharp from "sharp";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { createKey } from "../../../edge/operations/tenants/keys.ts";
import { createTenant } from "../../../edge/operations/tenants/tenant.ts";
import { localQuotas } from "../../../edge/platform/quotas.ts";
import { openDatabase } from "../../../edge/store/database.ts";
import { bundleWorker, dryRun } from "../../../local/bundle.ts";
import { startEdge } from "../../../local/edge/workerd.ts";
import { startHranaServer } from "../../../local/hrana/server.ts";
import { migrateDatabase } from "../../../local/migrate.ts";
import { openKeys } from "../../../local/stack/secrets.ts";
import { type CountingProxy, startCountingProxy } from "../../../test/harness/edge/counting-proxy.ts";
import { type InferenceProcess, startInference } from "../../../test/harness/inference/process.ts";
import { TOKEN } from "../../../test/harness/inference/serving.ts";

const MANY = "1000000000";
const LIMITS = ["KEY_WRITES", "KEY_READS", "TOKEN_CALLS", "CHALLENGES", "NOT_LIVE"].map(
  (name) => [`LIMIT_${name}`, MANY] as const,
);
/** The dispatcher's query and the usage count run after the answer, so the bench leaves them out. */
const AFTERWARDS = [
  /with recursive waiting\(id\)/,
  /^\{"requests":\[\{"type":"store_sql","sql_id":0,"sql":"insert into \\"usage\\"/,
];
const isRequests = (body: string) => !AFTERWARDS.some((after) => after.test(body));

/** The edge on workerd with its own database and real inference, and a bare Worker beside it. */
export interface Rig {
  readonly edge: { readonly url: string; readonly pid: number };
  readonly bare: { readonly url: string; readonly pid: number };
  readonly inference: InferenceProcess;
  /** Counts the edge's round trips to the database. */
  readonly database: CountingProxy;
  /** The database itself, without the counter. */
  readonly databaseUrl: string;
  readonly tenantId: string;
  readonly key: string;
  /** Of the database. */
  readonly keys: Awaited<ReturnType<typeof openKeys>>;
  close(): Promise<void>;
}

/** An image without a face: inference has the least work with it. */
export const plainJpeg = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: "#808080" } })
    .jpeg()
    .toBuffer();

export async function startRig(): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-bench-"));
  const hrana = await startHranaServer({ file: join(folder, "bench.db"), port: 0 });
  await migrateDatabase(hrana.url);
  const db = openDatabase(hrana.url);
  const DATA_KEYS = randomBytes(32).toString("base64");
  const keys = await openKeys(db, { DATA_KEYS });
  const ctx = operatorContext({ db, quotas: localQuotas({}), ...keys }, Date.now());
  const { id: tenantId } = await createTenant(ctx, { name: "Bench" });
  const { key } = await createKey({ ...ctx, scope: { tenantId, mode: "test" } });
  const database = await startCountingProxy(hrana.url, isRequests);
  const inference = await startInference();
  const edge = await startEdge({
    script: await bundleWorker(join(folder, "edge")),
    port: 0,
    mediaFolder: join(folder, "media"),
    variables: {
      ...Object.fromEntries(LIMITS),
      LOCAL_STACK: "1",
      DATABASE_URL: database.url,
      INFERENCE_URL: inference.addresses.grpcWeb,
      INFERENCE_TOKEN: TOKEN,
      TOKEN_SIGNING_JWK: await newSigningKey(),
      RECEIPT_SIGNING_JWK: await newSigningKey(),
      DATA_KEYS,
      PUBLIC_URL: "http://127.0.0.1:8787",
    },
  });
  const [pid] = (await workerds()) as [number];
  await migrateBare(hrana.url);
  const bare = await startBare(join(folder, "bare"), {
    DATABASE_URL: database.url,
    INFERENCE_URL: inference.addresses.grpcWeb,
    INFERENCE_TOKEN: TOKEN,
  });
  const barePid = (await workerds()).find((each) => each !== pid)!;
  return {
    edge: { url: edge.url, pid },
    bare: { url: bare.url, pid: barePid },
    inference,
    database,
    databaseUrl: hrana.url,
    tenantId,
    key,
    keys,
    async close() {
      await Promise.all([edge.close(), bare.close(), inference.stop()]);
      await database.close();
      await hrana.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function newSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  return JSON.stringify({ ...(await exportJWK(privateKey)), kid: "bench" });
}

/** The tables of the bare Worker. */
async function migrateBare(url: string): Promise<void> {
  const client = createClient({ url });
  await client.batch(
    [
      "create table bare_results (id text primary key, body text not null)",
      "create table bare_usage (units integer not null)",
      "insert into bare_usage values (0)",
    ],
    "write",
  );
}

async function startBare(outDir: string, bindings: Record<string, string>) {
  const script = await dryRun(join(import.meta.dirname, "bare-worker.toml"), outDir);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: "bare",
      modules: [{ type: "ESModule", path: script }],
      modulesRoot: outDir,
      compatibilityDate: "2026-10-30",
      compatibilityFlags: ["nodejs_compat"],
      bindings,
      log: new Log(LogLevel.WARN),
      logRequests: false,
      cf: false,
      host: "127.0.0.1",
      port: 0,
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
    }),
  );
  const url = await miniflare.unsafeGetDirectURL();
  return { url: url.origin, close: () => miniflare.dispose() };
}

/** Process ids of the workerds that this process runs. */
async function workerds(): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)]);
  return stdout
    .split("\n")
    .filter((line) => line.includes("workerd"))
    .map((line) => Number.parseInt(line, 10));
}

/** Resident memory of a process in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** Milliseconds of processor time that a process has used. */
export async function processorMilliseconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticksASecond = 100;
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksASecond;
}
