import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { firstIdAt } from "#edge/core/ids.ts";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { createEndpoint } from "#edge/operations/endpoints.ts";
import { createKey } from "#edge/operations/tenants/keys.ts";
import { createTenant } from "#edge/operations/tenants/tenant.ts";
import { localQuotas } from "#edge/platform/quotas.ts";
import { commit } from "#edge/store/batch.ts";
import { eventStatements } from "#edge/webhooks/outbox.ts";
import { localWebhookSettings } from "#edge/webhooks/settings.ts";
import { bundleWorker } from "#local/bundle.ts";
import { type RunningEdge, startEdge } from "#local/edge/workerd.ts";
import { openKeys } from "#local/stack/secrets.ts";
import { Visitor } from "../../dashboard/visitor.ts";
import { testVariables } from "../../harness/edge/bindings.ts";
import { useFolder } from "../../harness/folder.ts";
import { startReceiver, status, type WebhookReceiver } from "../../harness/stack/webhook-receiver.ts";
import { ADDRESS_HEADER } from "../../harness/stack/worker-rig.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

const EVENTS = 60;
const READS = 5;
/** Guesses at one account's password from one network in three minutes (contract §10.3). */
const GUESSES = 10;

const folder = useFolder();
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let receiver: WebhookReceiver;
let edges: RunningEdge[];
let scope: { tenantId: string; mode: "test" };
let key: string;

/** Two processes of an edge, as a balancer would have them: one database, the same settings, nothing else. */
beforeAll(async () => {
  [database, receiver] = await Promise.all([openTestDatabase(), startReceiver()]);
  const extraCaFile = join(folder, "ca.pem");
  await writeFile(extraCaFile, receiver.ca);
  const variables = {
    ...(await testVariables(database.url)),
    LOCAL_STACK: "1",
    WEBHOOK_ALLOW_PRIVATE: "1",
    LIMIT_KEY_READS: String(READS),
    PUBLIC_URL: "http://localhost",
    CLIENT_ADDRESS_HEADER: ADDRESS_HEADER,
  };
  const ctx = operatorContext(
    {
      db: database.db,
      ...(await openKeys(database.db, variables)),
      quotas: localQuotas({}),
      webhooks: localWebhookSettings(variables),
    },
    Date.now(),
  );
  const { id: tenantId } = await createTenant(ctx, { name: "Two edges" });
  scope = { tenantId, mode: "test" };
  ({ key } = await createKey({ ...ctx, scope }));
  await createEndpoint({ ...ctx, scope }, { url: receiver.url, events: ["ocr.completed"] });
  const script = await bundleWorker(join(folder, "bundle"));
  const start = (name: string) =>
    startEdge({ script, port: 0, mediaFolder: join(folder, name), variables, extraCaFile });
  edges = await Promise.all([start("one"), start("other")]);
});

afterAll(async () => {
  await Promise.all(edges.map((edge) => edge.close()));
  await receiver.close();
  await database.close();
});

it("two edges beside one database deliver each event once, however slow its receiver is", async () => {
  receiver.answer = (received, response) =>
    void setTimeout(() => status(200)(received, response), Number(received.at % 400));
  for (let n = 0; n < EVENTS; n++) {
    const event = { type: "ocr.completed", subjectId: `ocr_${n}`, customerRef: null } as const;
    const { statements } = eventStatements(database.db, scope, { ...event, data: { n }, now: Date.now() });
    await commit(database.db, statements);
  }
  const sweeps = Array.from({ length: 4 }, () => edges.map((edge) => edge.tick())).flat();
  await Promise.all([...sweeps, receiver.until(EVENTS, 60_000)]);
  const ids = receiver.received.map(({ body }) => JSON.parse(body).id as string);
  expect(new Set(ids).size).toBe(EVENTS);
  expect(ids).toHaveLength(EVENTS);
});

it("their sweeps erase, and tell of it, once", async () => {
  const old = firstIdAt("ocr", Date.now() - 31 * 86_400_000);
  await database.client.execute({
    sql: "update tenants set retention_days = 30 where id = ?",
    args: [scope.tenantId],
  });
  const rows = Array.from({ length: 20 }, (_, n) => ({
    sql: "insert into ocr_results (id, tenant_id, mode, created_at, body) values (?, ?, 'test', 1, '{}')",
    args: [`${old}00000000000000${String(n).padStart(2, "0")}`, scope.tenantId],
  }));
  await database.client.batch(rows);
  await Promise.all([...edges, ...edges].map((edge) => edge.tick()));
  const audited = await database.client.execute(
    "select after from audit_entries where action = 'retention.erase'",
  );
  expect(audited.rows.reduce((sum, { after }) => sum + JSON.parse(String(after)).ocr_results, 0)).toBe(20);
});

it("each counts rates for itself: a caller that is sent to both has the limit of both", async () => {
  const read = async (edge: RunningEdge) =>
    (await fetch(`${edge.url}/v1/verifications`, { headers: { authorization: `Bearer ${key}` } })).status;
  for (const edge of edges) {
    const answers: number[] = [];
    for (let n = 0; n <= READS; n++) answers.push(await read(edge));
    expect(answers).toEqual([...Array(READS).fill(200), 429]);
  }
});

it("guesses at a password count at both together, whichever of them is asked", {
  timeout: 60_000,
}, async () => {
  const from = { [ADDRESS_HEADER]: "203.0.113.9" };
  const visitors = edges.map(
    ({ url }) =>
      new Visitor({
        origin: "http://localhost",
        // The page's own path, at that edge.
        fetch: (request) =>
          fetch(new Request(url + new URL(request.url).pathname, request), { redirect: "manual" }),
      }),
  );
  const guess = async (n: number) => {
    const visitor = visitors[n % edges.length]!;
    await visitor.get("/dashboard/sign-in", from);
    const form = { email: "ada@example.test", password: `guess number ${n}` };
    return (await visitor.post("/dashboard/sign-in", form, from)).status;
  };
  const answers: number[] = [];
  for (let n = 0; n < GUESSES + 2; n++) answers.push(await guess(n));
  expect(answers).toEqual([...Array(GUESSES).fill(401), 429, 429]);
});
