import tls from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Scope } from "#edge/core/scope.ts";
import { operatorContext, systemContext } from "#edge/operations/commit/context.ts";
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  disableFailingEndpoint,
  enableEndpoint,
  replayDeadLetters,
  rescheduleSkewedDeliveries,
  rotateSecret,
  sendTestEvent,
} from "#edge/operations/endpoints.ts";
import { localQuotas } from "#edge/platform/quotas.ts";
import { commit } from "#edge/store/batch.ts";
import { claimDue } from "#edge/store/webhooks/delivery-claims.ts";
import { listDeliveries } from "#edge/store/webhooks/delivery-log.ts";
import { findEndpoint } from "#edge/store/webhooks/endpoints.ts";
import { type Dispatch, sweep } from "#edge/webhooks/delivery/dispatcher.ts";
import { SCHEDULE_LIMITS } from "#edge/webhooks/delivery/fair-schedule.ts";
import { eventStatements } from "#edge/webhooks/outbox.ts";
import { localWebhookSettings } from "#edge/webhooks/settings.ts";
import { memoryVault } from "#test/harness/edge/memory-vault.ts";
import {
  startReceiver,
  status,
  verifySignature,
  type WebhookReceiver,
} from "#test/harness/stack/webhook-receiver.ts";
import { openTestDatabase } from "#test/harness/test-database.ts";

const SCOPE: Scope = { tenantId: "tn_1", mode: "test" };
const TYPE = "liveness.check.completed";
const MINUTE = 60_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let receiver: WebhookReceiver;
let now: number;

beforeAll(async () => {
  database = await openTestDatabase();
  receiver = await startReceiver();
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), receiver.ca]);
});

afterAll(async () => {
  await receiver.close();
  await database.close();
});

beforeEach(() => {
  now = Date.now();
});

afterEach(async () => {
  receiver.received.length = 0;
  receiver.answer = status(200);
  const tables = [
    "delivery_attempts",
    "deliveries",
    "events",
    "webhook_endpoints",
    "audit_entries",
    "audit_heads",
  ];
  await database.client.batch(tables.map((table) => `DELETE FROM ${table}`));
});

const vault = await memoryVault();
const settings = localWebhookSettings({ WEBHOOK_ALLOW_PRIVATE: "1" });

const world = (): Dispatch => ({
  db: database.db,
  vault,
  egress: { fetch: (url: string, init: RequestInit) => fetch(url, init) },
  settings,
  clock: () => now,
  disableFailing: (failing) =>
    disableFailingEndpoint(systemContext({ db: database.db, media: null }, now), failing),
});

/** The operator, who does something in a scope. */
const operator = (scope = SCOPE) => ({
  ...operatorContext({ db: database.db, vault, webhooks: settings, quotas: localQuotas({}) }, now),
  scope,
});

const register = (scope = SCOPE, events: readonly string[] = [TYPE]) =>
  createEndpoint(operator(scope), { url: receiver.url, events });

async function emit(scope = SCOPE, type: typeof TYPE | "ocr.completed" = TYPE) {
  const event = { type, subjectId: "lc_1", customerRef: "user-1", data: { lc_id: "lc_1", name: "Zoë" }, now };
  const { eventId, statements } = eventStatements(database.db, scope, event);
  await commit(database.db, statements);
  return eventId;
}

const deliveriesOf = (id: string, scope = SCOPE) => listDeliveries(database.db, scope, id, { limit: 100 });

test("an event goes to its subscribers, signed over the very bytes that are sent", async () => {
  const { id, secret } = await register();
  const eventId = await emit();
  await sweep(world());
  const [delivery] = receiver.received;
  if (delivery === undefined) throw new Error("nothing was delivered");
  expect(delivery.headers).toMatchObject({
    "content-type": "application/json",
    "service-webhook-id": eventId,
    "service-webhook-timestamp": `${Math.floor(now / 1_000)}`,
    "service-webhook-attempt": "1",
  });
  expect(verifySignature(delivery, secret, now)).toBe(0);
  expect(JSON.parse(delivery.body)).toEqual({
    id: eventId,
    type: TYPE,
    created_at: new Date(now).toISOString(),
    mode: "test",
    tenant_id: "tn_1",
    data: { lc_id: "lc_1", name: "Zoë" },
  });
  expect(await deliveriesOf(id)).toMatchObject([{ eventId, state: "delivered", attempts: 1 }]);
});

test("endpoints of another tenant, mode or type get nothing", async () => {
  await register({ ...SCOPE, mode: "live" });
  await register({ ...SCOPE, tenantId: "tn_2" });
  await register(SCOPE, ["ocr.completed"]);
  await emit();
  await sweep(world());
  expect(receiver.received).toEqual([]);
});

test("a failure is tried again on the schedule, with the same bytes and a fresh signature, until it is dead", async () => {
  const { id, secret } = await register();
  receiver.answer = (_, response) => void response.writeHead(500).end("no\0pe ".repeat(200));
  await emit();
  const seconds = [0, 30, 120, 600, 3_600, 21_600, 86_400];
  for (const [i, delay] of seconds.entries()) {
    now += delay * 1_000 - 1;
    await sweep(world());
    expect(receiver.received).toHaveLength(i);
    now += 1;
    await sweep(world());
    expect(receiver.received).toHaveLength(i + 1);
  }
  now += 1_000 * MINUTE;
  await sweep(world());
  expect(receiver.received).toHaveLength(7);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(receiver.received.map(({ headers }) => headers["service-webhook-attempt"])).toEqual([..."1234567"]);
  expect(verifySignature(receiver.received[6]!, secret, now - 1_000 * MINUTE)).toBe(0);
  const [delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({ state: "dead", deadReason: "exhausted", attempts: 7 });
  expect(delivery?.log).toHaveLength(7);
  const excerpt = delivery?.log[0]?.responseExcerpt ?? "";
  expect(Buffer.byteLength(excerpt.replaceAll("\uFFFD", "?"))).toBe(500);
});

test("a redirect is a failure and is not followed", async () => {
  const { id } = await register();
  receiver.answer = (_, response) => void response.writeHead(307, { location: "/elsewhere" }).end();
  await emit();
  await sweep(world());
  expect(receiver.received.map(({ path }) => path)).toEqual(["/"]);
  expect(await deliveriesOf(id)).toMatchObject([{ state: "pending", log: [{ status: 307 }] }]);
});

test("an answer that does not end within ten seconds is a timeout", { timeout: 20_000 }, async () => {
  const { id } = await register();
  receiver.answer = (_, response) => void response.writeHead(200).write("never ends");
  await emit();
  await sweep(world());
  expect(await deliveriesOf(id)).toMatchObject([
    { state: "pending", log: [{ status: null, error: "timeout" }] },
  ]);
});

test("a certificate that nobody vouches for is a failed connection", async () => {
  const stranger = await startReceiver();
  const { id } = await createEndpoint(operator(), { url: stranger.url, events: [TYPE] });
  await emit();
  await sweep(world());
  await stranger.close();
  expect(stranger.received).toEqual([]);
  expect(await deliveriesOf(id)).toMatchObject([{ log: [{ status: null, error: "connection_failed" }] }]);
});

test("two sweeps at once send each event once", async () => {
  await register();
  for (let i = 0; i < 12; i++) await emit();
  await Promise.all([sweep(world()), sweep(world()), sweep(world())]);
  expect(receiver.received).toHaveLength(12);
  expect(new Set(receiver.received.map(({ headers }) => headers["service-webhook-id"])).size).toBe(12);
});

test("a claim whose process died is sent again when its lease has ended, and not before", async () => {
  const { id } = await register();
  await emit();
  await database.client.execute({
    sql: "UPDATE deliveries SET lease_id = 'dead', lease_until = ?",
    args: [now + MINUTE],
  });
  await sweep(world());
  expect(receiver.received).toEqual([]);
  now += MINUTE;
  await sweep(world());
  expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered" }]);
});

test("what a sender that lost its lease has to say is not written", async () => {
  const { id } = await register();
  await emit();
  receiver.answer = (_, response) => {
    const stolen = database.client.execute("UPDATE deliveries SET lease_id = 'other'");
    void stolen.then(() => response.writeHead(500).end());
  };
  await sweep(world());
  const [delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({ leaseId: "other", attempts: 0, log: [] });
});

test("410 disables the endpoint at once: this event is gone, and what else waited is dropped", async () => {
  const { id } = await register();
  receiver.answer = status(503);
  const waiting = await emit();
  await sweep(world());
  receiver.answer = status(410);
  now += 1_000;
  const gone = await emit();
  await sweep(world());
  expect(await findEndpoint(database.db, SCOPE, id)).toMatchObject({
    state: "disabled",
    disabledReason: "delivery_failures",
  });
  const byEvent = new Map((await deliveriesOf(id)).map((delivery) => [delivery.eventId, delivery]));
  expect(byEvent.get(gone)).toMatchObject({ state: "dead", deadReason: "gone" });
  expect(byEvent.get(waiting)).toMatchObject({ state: "dead", deadReason: "endpoint_disabled" });
});

test("the audit log tells when an endpoint was disabled by itself, and why: once, however many dispatchers saw it", async () => {
  const { id } = await register();
  receiver.answer = status(500);
  for (let i = 0; i < 20; i++) await emit();
  await Promise.all([sweep(world()), sweep(world())]);
  await enableEndpoint(operator(), { id });
  now += 1_000;
  receiver.answer = status(410);
  await emit();
  await sweep(world());
  const { rows } = await database.client.execute(
    "SELECT * FROM audit_entries WHERE action = 'webhook.disable' ORDER BY n",
  );
  expect(rows.map(({ after }) => JSON.parse(String(after)).cause)).toEqual([
    "20 failures in a row",
    "410 Gone",
  ]);
  expect(rows[1]).toMatchObject({ actor: "system", address: null, target: id, mode: "test", at: now });
  expect(JSON.parse(String(rows[1]?.before))).toEqual({ state: "enabled", disabled_reason: null });
  expect(JSON.parse(String(rows[1]?.after))).toMatchObject({ disabled_reason: "delivery_failures" });
});

test("a failure from before an endpoint was enabled again disables nothing, and tells nothing", async () => {
  const { id } = await register();
  receiver.answer = (_, response) => {
    now += 10;
    void disableEndpoint(operator(), { id })
      .then(() => enableEndpoint(operator(), { id }))
      .then(() => response.writeHead(410).end());
  };
  await emit();
  await sweep(world());
  expect(await findEndpoint(database.db, SCOPE, id)).toMatchObject({ state: "enabled" });
  const { rows } = await database.client.execute("SELECT actor FROM audit_entries");
  expect(rows.map(({ actor }) => actor)).not.toContain("system");
});

test("twenty failures in a row over three events disable the endpoint; enabling it starts anew", async () => {
  const { id } = await register();
  receiver.answer = status(500);
  for (let i = 0; i < 19; i++) await emit();
  await sweep(world());
  expect(await findEndpoint(database.db, SCOPE, id)).toMatchObject({ state: "enabled" });
  await emit();
  await sweep(world());
  expect(await findEndpoint(database.db, SCOPE, id)).toMatchObject({ state: "disabled" });
  expect((await deliveriesOf(id)).map(({ deadReason }) => deadReason)).toEqual(
    Array.from({ length: 20 }, () => "endpoint_disabled"),
  );
  now += 1;
  await enableEndpoint(operator(), { id });
  await emit();
  await sweep(world());
  expect(await findEndpoint(database.db, SCOPE, id)).toMatchObject({
    state: "enabled",
    disabledReason: null,
  });
});

test("switching off drops what waits, and switching on does not bring it back, but a replay does", async () => {
  const { id } = await register();
  receiver.answer = status(500);
  const eventId = await emit();
  await sweep(world());
  await disableEndpoint(operator(), { id });
  expect(await deliveriesOf(id)).toMatchObject([{ state: "dead", deadReason: "endpoint_disabled" }]);
  await expect(replayDeadLetters(operator(), { id, eventId })).rejects.toMatchObject({
    code: "invalid_parameter",
  });
  await enableEndpoint(operator(), { id });
  now += 60 * MINUTE;
  receiver.answer = status(200);
  await sweep(world());
  expect(receiver.received).toHaveLength(1);
  expect(await replayDeadLetters(operator(), { id, eventId })).toEqual({ event_ids: [eventId] });
  await sweep(world());
  expect(await deliveriesOf(id)).toMatchObject([{ eventId, state: "delivered", attempts: 2 }]);
});

test("a replayed dead letter goes through the retry table anew", async () => {
  const { id } = await register();
  receiver.answer = status(500);
  await emit();
  await database.client.execute(
    "UPDATE deliveries SET attempts = 7, state = 'dead', dead_reason = 'exhausted'",
  );
  await replayDeadLetters(operator(), { id });
  await sweep(world());
  expect(await deliveriesOf(id)).toMatchObject([
    { state: "pending", attempts: 8, nextAttemptAt: now + 30_000 },
  ]);
});

test("failures of replays do not count towards disabling", async () => {
  const { id } = await register();
  receiver.answer = status(500);
  for (let i = 0; i < 19; i++) await emit();
  await sweep(world());
  await database.client.execute("UPDATE deliveries SET state = 'dead', dead_reason = 'exhausted'");
  await replayDeadLetters(operator(), { id });
  await sweep(world());
  expect((await deliveriesOf(id)).map(({ attempts }) => attempts)).toEqual(
    Array.from({ length: 19 }, () => 2),
  );
  expect(await findEndpoint(database.db, SCOPE, id)).toMatchObject({ state: "enabled" });
});

test("what a dead sender held while its endpoint was off and on again is dropped, not sent", async () => {
  const { id } = await register();
  await emit();
  await database.client.execute({
    sql: "UPDATE deliveries SET lease_id = 'dead', lease_until = ?",
    args: [now + MINUTE],
  });
  now += 1;
  await disableEndpoint(operator(), { id });
  now += 1;
  await enableEndpoint(operator(), { id });
  now += MINUTE;
  await sweep(world());
  expect(receiver.received).toEqual([]);
  expect(await deliveriesOf(id)).toMatchObject([{ state: "dead", deadReason: "endpoint_disabled" }]);
});

test("what was queued while the clock was ahead is sent when it is set back, also to an endpoint enabled then", async () => {
  const { id } = await register();
  const right = now;
  now += 3_600_000;
  await disableEndpoint(operator(), { id });
  await enableEndpoint(operator(), { id });
  await emit();
  now = right;
  await sweep(world());
  expect(receiver.received).toEqual([]);
  await rescheduleSkewedDeliveries(systemContext({ db: database.db, media: null }, now));
  await emit();
  await sweep(world());
  expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered" }, { state: "delivered" }]);
});

test("what the clock of another machine has queued a moment ahead keeps its place", async () => {
  const { id } = await register();
  now += 50_000;
  await emit();
  now -= 50_000;
  await rescheduleSkewedDeliveries(systemContext({ db: database.db, media: null }, now));
  await sweep(world());
  expect(await deliveriesOf(id)).toMatchObject([{ state: "pending" }]);
});

test("one that is being sent while its endpoint is switched off is not tried again", async () => {
  const { id } = await register();
  await emit();
  receiver.answer = (_, response) => {
    void disableEndpoint(operator(), { id }).then(() => response.writeHead(500).end());
  };
  await sweep(world());
  expect(await deliveriesOf(id)).toMatchObject([
    { state: "dead", deadReason: "endpoint_disabled", attempts: 1, log: [{ status: 500 }] },
  ]);
});

test("an erased event is not sent: its delivery is a dead letter", async () => {
  const { id } = await register();
  await emit();
  await database.client.execute("UPDATE events SET body = NULL");
  await sweep(world());
  expect(receiver.received).toEqual([]);
  expect(await deliveriesOf(id)).toMatchObject([{ state: "dead", deadReason: "erased" }]);
  expect(await replayDeadLetters(operator(), { id })).toEqual({ event_ids: [] });
});

test("a secret that does not open is a failed attempt that says so, and sends nothing", async () => {
  const { id } = await register();
  await emit();
  const turned = await memoryVault();
  await sweep({ ...world(), vault: turned });
  expect(receiver.received).toEqual([]);
  expect(await deliveriesOf(id)).toMatchObject([
    { state: "pending", attempts: 1, log: [{ status: null, error: "secret_unreadable" }] },
  ]);
  now += 30_000;
  await sweep(world());
  expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
});

test("over all senders a host has sixty-four deliveries under lease, however it is written", async () => {
  const { most, ...lease } = { most: SCHEDULE_LIMITS.leased, now, leaseUntil: now + 1_000 };
  const urls = ["https://a.example/", "https://a.example.:8443/x?y=z:1", "https://a.example:1/"];
  const others = ["https://[2606:4700::1111]:8443/", "https://b.example/a.example"];
  const add = async (url: string) => (await createEndpoint(operator(), { url, events: [TYPE] })).id;
  const same = await Promise.all(urls.map(add));
  const [literal, other] = await Promise.all(others.map(add));
  for (let i = 0; i < 30; i++) await emit();
  const claim = async (ids: string[]) =>
    (await claimDue(database.db, new Map(ids.map((id) => [id, 30])), { ...lease, most, leaseId: `${ids}` }))
      .length;
  expect(await claim(same.slice(0, 2))).toBe(60);
  expect(await claim(same.slice(2))).toBe(4);
  expect(await claim([literal!])).toBe(30);
  expect(await claim([other!])).toBe(30);
  const hosts = (await database.client.execute("SELECT DISTINCT host FROM webhook_endpoints ORDER BY host"))
    .rows;
  expect(hosts.map((row) => row.host)).toEqual(["[2606:4700::1111]", "a.example", "b.example"]);
});

test("after a rotation only the new secret signs; with an overlap both do, the new one first", async () => {
  const { id, secret } = await register();
  const { secret: second } = await rotateSecret(operator(), { id, overlapHours: 0 });
  await emit();
  await sweep(world());
  expect(verifySignature(receiver.received[0]!, secret, now)).toBe(-1);
  expect(verifySignature(receiver.received[0]!, second, now)).toBe(0);
  const { secret: third } = await rotateSecret(operator(), { id, overlapHours: 24 });
  await emit();
  await sweep(world());
  expect(verifySignature(receiver.received[1]!, third, now)).toBe(0);
  expect(verifySignature(receiver.received[1]!, second, now)).toBe(1);
  now += 24 * 60 * MINUTE;
  await emit();
  await sweep(world());
  expect(verifySignature(receiver.received[2]!, second, now)).toBe(-1);
  await expect(rotateSecret(operator(), { id, overlapHours: 25 })).rejects.toMatchObject({
    code: "invalid_parameter",
  });
});

test("a test event goes to its endpoint alone, whatever it selected", async () => {
  const { id } = await register(SCOPE, ["ocr.completed"]);
  await register(SCOPE, ["ocr.completed"]);
  const { event_id } = await sendTestEvent(operator(), { id });
  await sweep(world());
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { id: event_id, type: "webhook.test", data: { endpoint_id: id } },
  ]);
});

test("a registration that breaks a rule is refused and leaves nothing", async () => {
  const refused = { code: "invalid_parameter" };
  const attempt = (url: string, events: readonly string[]) => createEndpoint(operator(), { url, events });
  await expect(attempt("http://example.com/", [TYPE])).rejects.toMatchObject({ ...refused, param: "url" });
  await expect(attempt("https://169.254.169.254/", [TYPE])).rejects.toMatchObject(refused);
  await expect(attempt(receiver.url, [])).rejects.toMatchObject({ ...refused, param: "events" });
  await expect(attempt(receiver.url, [TYPE, "no.such"])).rejects.toMatchObject(refused);
  const { rows } = await database.client.execute("SELECT count(*) FROM webhook_endpoints");
  expect(rows[0]?.[0]).toBe(0);
});

test("a tenant and mode has as many endpoints as the deployment allows, a deleted one not counted", async () => {
  const few = operator();
  const most = { ...few, services: { ...few.services, quotas: localQuotas({ ENDPOINTS_PER_MODE: "2" }) } };
  const add = () => createEndpoint(most, { url: receiver.url, events: [TYPE] });
  const { id } = await add();
  await register({ ...SCOPE, mode: "live" });
  const race = await Promise.allSettled([add(), add(), add()]);
  expect(race.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(add()).rejects.toMatchObject({ code: "limit_reached" });
  await deleteEndpoint(operator(), { id });
  await add();
});

test("an endpoint of another tenant or mode does not exist", async () => {
  const { id } = await register();
  const elsewhere: Scope[] = [
    { ...SCOPE, mode: "live" },
    { ...SCOPE, tenantId: "tn_2" },
  ];
  for (const scope of elsewhere) {
    const notFound = { code: "not_found" };
    await expect(disableEndpoint(operator(scope), { id })).rejects.toMatchObject(notFound);
    await expect(deleteEndpoint(operator(scope), { id })).rejects.toMatchObject(notFound);
    await expect(rotateSecret(operator(scope), { id, overlapHours: 0 })).rejects.toMatchObject(notFound);
    await expect(replayDeadLetters(operator(scope), { id })).rejects.toMatchObject(notFound);
  }
});

test("a deleted endpoint gets nothing more and its secret is gone", async () => {
  const { id } = await register();
  await emit();
  await deleteEndpoint(operator(), { id });
  await sweep(world());
  expect(receiver.received).toEqual([]);
  expect(await deliveriesOf(id)).toMatchObject([{ state: "dead", deadReason: "endpoint_disabled" }]);
  const { rows } = await database.client.execute("SELECT length(secret) AS size FROM webhook_endpoints");
  expect(rows[0]?.size).toBe(0);
});

test("every change is in the audit log, without a secret, and the secret lies sealed", async () => {
  const { id, secret } = await register();
  await disableEndpoint(operator(), { id });
  await enableEndpoint(operator(), { id });
  const rotated = await rotateSecret(operator(), { id, overlapHours: 0 });
  await deleteEndpoint(operator(), { id });
  const { rows } = await database.client.execute("SELECT * FROM audit_entries ORDER BY n");
  expect(rows.map(({ action }) => action)).toEqual(
    ["create", "disable", "enable", "rotate_secret", "delete"].map((verb) => `webhook.${verb}`),
  );
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  expect(JSON.stringify(rows)).not.toContain(rotated.secret.slice(6));
});
