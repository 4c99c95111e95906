import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newSecretKey } from "#edge/auth/secret-key.ts";
import { newId } from "#edge/core/ids.ts";
import type { Counter } from "#edge/limits/sliding-window.ts";
import { commit } from "#edge/store/batch.ts";
import { insertKey } from "#edge/store/tenancy/keys.ts";
import { insertTenant } from "#edge/store/tenancy/tenants.ts";
import { bundleWorker } from "#local/bundle.ts";
import { type RunningEdge, startEdge } from "#local/edge/workerd.ts";
import { testVariables } from "../../harness/edge/bindings.ts";
import { eventually } from "../../harness/eventually.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

type Database = Awaited<ReturnType<typeof openTestDatabase>>;

let folder: string;
let script: string;
let database: Database;
let variables: Record<string, string>;
let key: string;
let edge: RunningEdge | undefined;

const start = () => startEdge({ script, port: 0, mediaFolder: join(folder, "kept"), variables });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-limits-"));
  database = await openTestDatabase();
  variables = { ...(await testVariables(database.url)), LOCAL_STACK: "1", LIMIT_KEY_READS: "20" };
  const now = Date.now();
  const tenantId = newId("tenant", now);
  const made = await newSecretKey(new Uint8Array(32), "test");
  const row = { id: newId("apiKey", now), hash: made.hash, hint: made.hint, createdAt: now };
  await commit(database.db, [
    insertTenant(database.db, { id: tenantId, name: "Tenant", createdAt: now }),
    insertKey(database.db, { tenantId, mode: "test" }, row),
  ]);
  key = made.key;
  script = await bundleWorker(join(folder, "bundle"));
  edge = await start();
});
afterAll(async () => {
  await edge?.close();
  await database.close();
  await rm(folder, { recursive: true });
});

async function read(): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${edge?.url}/v1/verifications`, { headers });
  await response.arrayBuffer();
  return response;
}

/**
 * The calls that the Durable Object has written to its storage, where workerd keeps it: it saves a while
 * after a call.
 */
function savedCalls(): number {
  const objects = join(folder, "kept/do/selfsame-RateCounter");
  const saved = readdirSync(objects).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  return saved.reduce((sum, name) => {
    const storage = new DatabaseSync(join(objects, name), { readOnly: true });
    const rows = storage.prepare("SELECT name, hits FROM counters").all();
    storage.close();
    expect(rows.filter(({ name }) => !/^[0-9a-f]{64}$/.test(String(name)))).toEqual([]);
    const counters = rows.map(({ hits }): Counter => JSON.parse(String(hits)));
    const hits = counters.flatMap((counter) => Object.values(counter).flat());
    return hits.reduce((calls, [, count]) => calls + count, sum);
  }, 0);
}

it("counts a credential's calls in one place on workerd, and remembers them when its process starts again", async () => {
  const first = await Promise.all(Array.from({ length: 12 }, read));
  expect(first.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const remaining = first.map(({ headers }) => Number(headers.get("ratelimit-remaining")));
  expect(remaining.sort((a, b) => b - a)).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8]);

  await eventually(savedCalls).toBe(12);
  await edge?.close();
  edge = await start();

  const second = await Promise.all(Array.from({ length: 12 }, read));
  const refused = second.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  for (const { headers } of refused) {
    const wait = Number(headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(headers.get("ratelimit-remaining")).toBe("0");
  }
});
