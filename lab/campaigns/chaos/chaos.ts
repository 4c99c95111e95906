import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { createEndpoint } from "../../../edge/operations/endpoints.ts";
import { createTenant } from "../../../edge/operations/tenants/tenant.ts";
import { localQuotas } from "../../../edge/platform/quotas.ts";
import { commit } from "../../../edge/store/batch.ts";
import { openDatabase } from "../../../edge/store/database.ts";
import { eventStatements } from "../../../edge/webhooks/outbox.ts";
import { localWebhookSettings } from "../../../edge/webhooks/settings.ts";
import { writeBundle } from "../../../local/bundle.ts";
import { migrateDatabase } from "../../../local/migrate.ts";
import { layout } from "../../../local/stack/files.ts";
import { databaseProcess, edgeProcess } from "../../../local/stack/processes.ts";
import { loadSecrets, openKeys } from "../../../local/stack/secrets.ts";
import { free } from "../../../local/supervisor/ports.ts";
import { startReceiver } from "../../../test/harness/stack/webhook-receiver.ts";
import { labArguments } from "../../arguments.ts";
import { readCopy } from "../sqlite-copy.ts";
import { Receipts } from "./receipts.ts";
import { Striker } from "./strikes.ts";
import { startTapProxy } from "./tap-proxy.ts";

const HELP = `Usage: npm run lab -- chaos [--kills 100 --deliveries 20000]

Kills the edge, the database and both at once with SIGKILL, at named points of a delivery and at random, while events are delivered to an
HTTPS receiver with a book of its own; their supervisor starts them again. Then it compares: lost, unexpected, duplicates.
`;
/** Texts that identify the SQL of a dispatcher's claim and of its record. */
const DELIVERY = { claim: "limit max(0, min(", record: 'insert into \\"delivery_attempts\\"' };
const TYPE = "ocr.completed";
const ENDPOINTS = 5;
const EVENT_PAUSE_MS = 20;
/** Emission pauses while this many deliveries wait. */
const BACKLOG = 1_000;
/** Share of requests that the receiver rejects, so that they are retried. */
const REFUSED = 0.02;
const QUIET_MS = 300_000;
/** Share of the kills of one process; the others kill everything at once. */
const SINGLY = 0.8;
const LEASED = "SELECT count(*) AS n FROM deliveries WHERE lease_id IS NOT NULL";
const PENDING = "SELECT count(*) AS n FROM deliveries WHERE state = 'pending'";

const { values } = labArguments("chaos", {
  options: {
    kills: { type: "string", default: "100" },
    deliveries: { type: "string", default: "20000" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const settings = {
  WEBHOOK_ALLOW_PRIVATE: "1",
  WEBHOOK_TIME_SCALE: "100",
  WEBHOOK_DISABLE_AFTER_FAILURES: "10000",
};
const folder = await mkdtemp(join(tmpdir(), "selfsame-chaos-"));
const files = layout(folder);
const secrets = await loadSecrets(files.secrets);
const receiver = await startReceiver();
const caFile = join(folder, "ca.pem");
await writeFile(caFile, receiver.ca);
Object.assign(process.env, settings, { WEBHOOK_EXTRA_CA: caFile });

await writeBundle(files.bundle);
const database = await databaseProcess(files, secrets);
const { url } = await database.start();
await migrateDatabase(String(url), secrets.DATABASE_AUTH_TOKEN);
const db = openDatabase(String(url), secrets.DATABASE_AUTH_TOKEN);
const proxy = await startTapProxy(String(url), DELIVERY, (stage) => striker.pass(stage));
const edge = edgeProcess(files, {
  port: await free(),
  database: { url: proxy.url },
  inference: { grpcWeb: "http://127.0.0.1:9" },
});
const striker = new Striker({ edge, database }, countLeases, () => {
  const enough = receipts.deliveries + (2 * Math.random() * Number(values.deliveries)) / Number(values.kills);
  return () => receipts.deliveries >= enough;
});
for (const service of [edge, database]) service.on("event", () => undefined);

const { vault } = await openKeys(db, secrets);
const operator = operatorContext(
  { db, vault, webhooks: localWebhookSettings(settings), quotas: localQuotas({}) },
  Date.now(),
);
const { id: tenantId } = await createTenant(operator, { name: "Chaos" });
const scope = { tenantId, mode: "test" } as const;
const paths = new Map<string, string>();
const signing = new Map<string, string>();
for (let i = 0; i < ENDPOINTS; i++) await register(`/${i}`);
const receipts = new Receipts(signing);
receiver.answer = (received, response) => {
  const accepted = Math.random() >= REFUSED;
  receipts.enter(received, accepted);
  receiver.received.length = 0;
  void striker
    .pass("request received")
    .then(
      () => new Promise((done) => response.writeHead(accepted ? 200 : 503).end("noted", () => done(null))),
    )
    .then(() => striker.pass("request answered"));
};

await edge.start();
const began = Date.now();
const [acknowledged, unsure] = [new Set<string>(), new Set<string>()];
const struckEnough = () => striker.count >= Number(values.kills);
const sentEnough = () => acknowledged.size * ENDPOINTS >= Number(values.deliveries);
let emitting = true;
const report = setInterval(() => {
  console.log(
    `${elapsed()} s: ${striker.count} kills, ${acknowledged.size} events, ${receipts.deliveries} requests`,
  );
}, 15_000);
const emitted = emitUntil(() => struckEnough() && sentEnough());
const struckSingly = () => striker.count >= SINGLY * Number(values.kills);
await Promise.all([striker.hunt("edge", struckSingly), striker.hunt("database", struckSingly)]);
await striker.hunt("everything", struckEnough);
await emitted;
emitting = false;
await untilQuiet();
clearInterval(report);
await verdict();
await edge.stop();
await database.stop();
await proxy.close();
await receiver.close();
await rm(folder, { recursive: true });

async function register(path: string): Promise<void> {
  const request = { url: new URL(path, receiver.url).href, events: [TYPE] };
  const { id, secret } = await createEndpoint({ ...operator, scope }, request);
  paths.set(id, path);
  signing.set(path, secret);
}

/** Commits one event after another. When a commit fails, the event may or may not exist. */
async function emitUntil(done: () => boolean): Promise<void> {
  for (let i = 0; !done() && emitting; i++) {
    const event = {
      type: TYPE,
      subjectId: `ocr_${i}`,
      customerRef: null,
      data: { n: i, fox: "🦊" },
      now: Date.now(),
    };
    const { eventId, statements } = eventStatements(
      db,
      scope,
      event as Parameters<typeof eventStatements>[2],
    );
    await commit(db, statements).then(
      () => acknowledged.add(eventId),
      () => unsure.add(eventId),
    );
    do await sleep(EVENT_PAUSE_MS);
    while (!done() && acknowledged.size * ENDPOINTS > receipts.deliveries + BACKLOG);
  }
}

/** Works while the database is down too: it then reads a copy of the files, which no process writes. */
async function countLeases(): Promise<number> {
  const rows = db.all<{ n: number }>(LEASED).catch(() => readCopy<{ n: number }>(files.database, LEASED));
  return (await rows)[0]!.n;
}

async function untilQuiet(): Promise<void> {
  const deadline = Date.now() + QUIET_MS;
  const waiting = async () => (await db.all<{ n: number }>(PENDING))[0]!.n;
  while (Date.now() < deadline && (await waiting()) > 0) await sleep(1_000);
}

async function verdict(): Promise<void> {
  const rows = await db.all<{ event_id: string; endpoint_id: string; state: string }>(
    "SELECT event_id, endpoint_id, state FROM deliveries",
  );
  const committed = new Set(rows.map((row) => row.event_id));
  const pairs = rows.map((row) => [row.event_id, paths.get(row.endpoint_id)!] as const);
  const book = receipts.compare(pairs);
  const vanished = [...acknowledged].filter((id) => !committed.has(id)).length;
  const unfinished = rows.filter(({ state }) => state !== "delivered").length;
  for (const [name, count] of [...striker.kills].sort())
    console.log(`${String(count).padStart(4)} × ${name}`);
  const figures = {
    seconds: elapsed(),
    kills: striker.count,
    "under lease at the kills": striker.inFlight,
    "commits whose answer was lost": unsure.size,
    "acknowledged events not in the database": vanished,
    "deliveries not delivered": unfinished,
    ...book,
    "wrong signatures": receipts.forged,
    "wrong ids": receipts.misnamed,
  };
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(42)}${value}`);
  const faults = vanished + unfinished + book.lost + book.unexpected + book.differing + receipts.forged;
  const holds = faults + receipts.misnamed === 0 && book.duplicates <= striker.inFlight;
  console.log(holds ? "holds" : "DOES NOT HOLD");
  if (!holds) process.exitCode = 1;
}

function elapsed(): number {
  return Math.round((Date.now() - began) / 1_000);
}
