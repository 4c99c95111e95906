import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { replayDeadLetters, rescheduleSkewedDeliveries } from "#edge/operations/deliveries.ts";
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  sendTestEvent,
} from "#edge/operations/endpoints.ts";
import { localQuotas } from "#edge/platform/quotas.ts";
import { claimDue } from "#edge/store/webhooks/delivery-claims.ts";
import { listDeliveries } from "#edge/store/webhooks/delivery-log.ts";
import { findEndpoint } from "#edge/store/webhooks/endpoints.ts";
import { sweep } from "#edge/webhooks/delivery/dispatcher.ts";
import { SCHEDULE_LIMITS } from "#edge/webhooks/delivery/fair-schedule.ts";
import { memoryVault } from "#test/harness/edge/memory-vault.ts";
import { openDispatchRig, SCOPE } from "#test/harness/stack/dispatch-rig.ts";
import { startReceiver, status, verifySignature } from "#test/harness/stack/webhook-receiver.ts";

const TYPE = "liveness.check.completed";
const MINUTE = 60_000;

const rig = await openDispatchRig();
const { database, receiver, clock, operator, world } = rig;
afterAll(rig.close);
beforeEach(() => {
  clock.now = Date.now();
});
afterEach(async () => {
  receiver.received.length = 0;
  receiver.answer = status(200);
  const log = ["audit_entries", "audit_heads"];
  const tables = ["delivery_attempts", "deliveries", "events", "webhook_endpoints", ...log];
  await database.client.batch(tables.map((table) => `DELETE FROM ${table}`));
});

const register = (scope = SCOPE, events: readonly string[] = [TYPE]) =>
  createEndpoint(operator(scope), { url: receiver.url, events });

const emit = () => rig.emit({ type: TYPE, data: { lc_id: "lc_1", name: "Zoë" } });

/** As if a sender had claimed the waiting deliveries, and crashed. */
const leaseToDead = () =>
  database.client.execute({
    sql: "UPDATE deliveries SET lease_id = 'dead', lease_until = ?",
    args: [clock.now + MINUTE],
  });

const deliveriesOf = (id: string, scope = SCOPE) => listDeliveries(database.db, scope, id, { limit: 100 });

test("an event goes to its subscribers, signed over the very bytes that are sent", async () => {
  const { id, secret } = await register();
  const eventId = await emit();
  await rig.sweep();
  const [delivery] = receiver.received;
  if (delivery === undefined) throw new Error("nothing was delivered");
  expect(delivery.headers).toMatchObject({
    "content-type": "application/json",
    "service-webhook-id": eventId,
    "service-webhook-timestamp": `${Math.floor(clock.now / 1_000)}`,
    "service-webhook-attempt": "1",
  });
  expect(verifySignature(delivery, secret, clock.now)).toBe(0);
  expect(JSON.parse(delivery.body)).toEqual({
    id: eventId,
    type: TYPE,
    created_at: new Date(clock.now).toISOString(),
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
  await rig.sweep();
  expect(receiver.received).toEqual([]);
});

test("a failure is tried again on the schedule, with the same bytes and a fresh signature, until it is dead", async () => {
  const { id, secret } = await register();
  receiver.answer = (_, response) => void response.writeHead(500).end("no\0pe ".repeat(200));
  await emit();
  const seconds = [0, 30, 120, 600, 3_600, 21_600, 86_400];
  for (const [i, delay] of seconds.entries()) {
    clock.now += delay * 1_000 - 1;
    await rig.sweep();
    expect(receiver.received).toHaveLength(i);
    clock.now += 1;
    await rig.sweep();
    expect(receiver.received).toHaveLength(i + 1);
  }
  clock.now += 1_000 * MINUTE;
  await rig.sweep();
  expect(receiver.received).toHaveLength(7);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(receiver.received.map(({ headers }) => headers["service-webhook-attempt"])).toEqual([..."1234567"]);
  expect(verifySignature(receiver.received[6]!, secret, clock.now - 1_000 * MINUTE)).toBe(0);
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
  await rig.sweep();
  expect(receiver.received.map(({ path }) => path)).toEqual(["/"]);
  expect(await deliveriesOf(id)).toMatchObject([{ state: "pending", log: [{ status: 307 }] }]);
});

test("an answer that does not end within ten seconds is a timeout", { timeout: 20_000 }, async () => {
  const { id } = await register();
  receiver.answer = (_, response) => void response.writeHead(200).write("never ends");
  await emit();
  await rig.sweep();
  expect(await deliveriesOf(id)).toMatchObject([
    { state: "pending", log: [{ status: null, error: "timeout" }] },
  ]);
});

test("a certificate of an unknown authority is a failed connection", async () => {
  const stranger = await startReceiver();
  const { id } = await createEndpoint(operator(), { url: stranger.url, events: [TYPE] });
  await emit();
  await rig.sweep();
  await stranger.close();
  expect(stranger.received).toEqual([]);
  expect(await deliveriesOf(id)).toMatchObject([{ log: [{ status: null, error: "connection_failed" }] }]);
});

test("two sweeps at once send each event once", async () => {
  await register();
  for (let i = 0; i < 12; i++) await emit();
  await Promise.all([rig.sweep(), rig.sweep(), rig.sweep()]);
  expect(receiver.received).toHaveLength(12);
  expect(new Set(receiver.received.map(({ headers }) => headers["service-webhook-id"])).size).toBe(12);
});

test("a claim whose process died is sent again when its lease has ended, and not before", async () => {
  const { id } = await register();
  await emit();
  await leaseToDead();
  await rig.sweep();
  expect(receiver.received).toEqual([]);
  clock.now += MINUTE;
  await rig.sweep();
  expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered" }]);
});

test("410 disables the endpoint at once: this delivery ends, and the waiting ones are dropped", async () => {
  const { id } = await register();
  receiver.answer = status(503);
  const waiting = await emit();
  await rig.sweep();
  receiver.answer = status(410);
  clock.now += 1_000;
  const gone = await emit();
  await rig.sweep();
  expect(await findEndpoint(database.db, SCOPE, id)).toMatchObject({
    state: "disabled",
    disabledReason: "delivery_failures",
  });
  const byEvent = new Map((await deliveriesOf(id)).map((delivery) => [delivery.eventId, delivery]));
  expect(byEvent.get(gone)).toMatchObject({ state: "dead", deadReason: "gone" });
  expect(byEvent.get(waiting)).toMatchObject({ state: "dead", deadReason: "endpoint_disabled" });
});

test("an endpoint is disabled after 20 failures in a row or 410; the audit log has it once, with its cause", async () => {
  const { id } = await register();
  receiver.answer = status(500);
  for (let i = 0; i < 20; i++) await emit();
  await Promise.all([rig.sweep(), rig.sweep()]);
  const dropped = Array(20).fill("endpoint_disabled");
  expect((await deliveriesOf(id)).map(({ deadReason }) => deadReason)).toEqual(dropped);
  await enableEndpoint(operator(), { id });
  clock.now += 1_000;
  receiver.answer = status(410);
  await emit();
  await rig.sweep();
  const { rows } = await database.client.execute(
    "SELECT * FROM audit_entries WHERE action = 'webhook.disable' ORDER BY n",
  );
  expect(rows.map(({ after }) => JSON.parse(String(after)).cause)).toEqual([
    "20 failures in a row",
    "410 Gone",
  ]);
  expect(rows[1]).toMatchObject({ actor: "system", address: null, target: id, mode: "test", at: clock.now });
  expect(JSON.parse(String(rows[1]?.before))).toEqual({ state: "enabled", disabled_reason: null });
  expect(JSON.parse(String(rows[1]?.after))).toMatchObject({ disabled_reason: "delivery_failures" });
});

test("disabling drops the waiting deliveries; enabling does not restore them, but a replay does", async () => {
  const { id } = await register();
  receiver.answer = status(500);
  const eventId = await emit();
  await rig.sweep();
  await disableEndpoint(operator(), { id });
  expect(await deliveriesOf(id)).toMatchObject([{ state: "dead", deadReason: "endpoint_disabled" }]);
  const refused = { code: "invalid_parameter" };
  await expect(replayDeadLetters(operator(), { id, eventId })).rejects.toMatchObject(refused);
  await enableEndpoint(operator(), { id });
  clock.now += 60 * MINUTE;
  receiver.answer = status(200);
  await rig.sweep();
  expect(receiver.received).toHaveLength(1);
  expect(await replayDeadLetters(operator(), { id, eventId })).toEqual({ event_ids: [eventId] });
  await rig.sweep();
  expect(await deliveriesOf(id)).toMatchObject([{ eventId, state: "delivered", attempts: 2 }]);
});

test("a replayed dead letter goes through the retry table again, and its failures disable nothing", async () => {
  const { id } = await register();
  receiver.answer = status(500);
  for (let i = 0; i < 19; i++) await emit();
  await rig.sweep();
  await database.client.execute("UPDATE deliveries SET state = 'dead', dead_reason = 'exhausted'");
  await replayDeadLetters(operator(), { id });
  await rig.sweep();
  const again = { state: "pending", attempts: 2, nextAttemptAt: clock.now + 30_000 };
  expect(await deliveriesOf(id)).toMatchObject(Array(19).fill(again));
  expect(await findEndpoint(database.db, SCOPE, id)).toMatchObject({ state: "enabled" });
});

test("what was queued while the clock was ahead is sent when it is set back, also to an endpoint enabled then", async () => {
  const { id } = await register();
  const right = clock.now;
  clock.now += 3_600_000;
  await disableEndpoint(operator(), { id });
  await enableEndpoint(operator(), { id });
  await emit();
  clock.now = right;
  await rig.sweep();
  expect(receiver.received).toEqual([]);
  await rescheduleSkewedDeliveries(systemContext({ db: database.db, media: null }, clock.now));
  await emit();
  await rig.sweep();
  expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered" }, { state: "delivered" }]);
});

test("an erased event is not sent: its delivery is a dead letter", async () => {
  const { id } = await register();
  await emit();
  await database.client.execute("UPDATE events SET body = NULL");
  await rig.sweep();
  expect(receiver.received).toEqual([]);
  expect(await deliveriesOf(id)).toMatchObject([{ state: "dead", deadReason: "erased" }]);
  expect(await replayDeadLetters(operator(), { id })).toEqual({ event_ids: [] });
});

test("a secret that cannot be decrypted is a failed attempt that says so, and sends nothing", async () => {
  const { id } = await register();
  await emit();
  await sweep({ ...world(), vault: await memoryVault() });
  expect(receiver.received).toEqual([]);
  const log = [{ status: null, error: "secret_unreadable" }];
  expect(await deliveriesOf(id)).toMatchObject([{ state: "pending", attempts: 1, log }]);
  clock.now += 30_000;
  await rig.sweep();
  expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
});

test("over all senders a host has sixty-four deliveries under lease, however it is written", async () => {
  const { most, ...lease } = { most: SCHEDULE_LIMITS.leased, now: clock.now, leaseUntil: clock.now + 1_000 };
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
  await rig.sweep();
  expect(verifySignature(receiver.received[0]!, secret, clock.now)).toBe(-1);
  expect(verifySignature(receiver.received[0]!, second, clock.now)).toBe(0);
  const { secret: third } = await rotateSecret(operator(), { id, overlapHours: 24 });
  await emit();
  await rig.sweep();
  expect(verifySignature(receiver.received[1]!, third, clock.now)).toBe(0);
  expect(verifySignature(receiver.received[1]!, second, clock.now)).toBe(1);
  clock.now += 24 * 60 * MINUTE;
  await emit();
  await rig.sweep();
  expect(verifySignature(receiver.received[2]!, second, clock.now)).toBe(-1);
  const tooLong = rotateSecret(operator(), { id, overlapHours: 25 });
  await expect(tooLong).rejects.toMatchObject({ code: "invalid_parameter" });
});

test("a test event goes to its endpoint alone, whatever it selected", async () => {
  const { id } = await register(SCOPE, ["ocr.completed"]);
  await register(SCOPE, ["ocr.completed"]);
  const { event_id } = await sendTestEvent(operator(), { id });
  await rig.sweep();
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { id: event_id, type: "webhook.test", data: { endpoint_id: id } },
  ]);
});

test("a registration that breaks a rule is rejected and leaves nothing", async () => {
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
  const notFound = { code: "not_found" };
  for (const elsewhere of [{ mode: "live" }, { tenantId: "tn_2" }] as const) {
    const ctx = operator({ ...SCOPE, ...elsewhere });
    for (const change of [disableEndpoint, deleteEndpoint, replayDeadLetters])
      await expect(change(ctx, { id })).rejects.toMatchObject(notFound);
    await expect(rotateSecret(ctx, { id, overlapHours: 0 })).rejects.toMatchObject(notFound);
  }
});

test("a deleted endpoint gets nothing more and its secret is gone", async () => {
  const { id } = await register();
  await emit();
  await deleteEndpoint(operator(), { id });
  await rig.sweep();
  expect(receiver.received).toEqual([]);
  expect(await deliveriesOf(id)).toMatchObject([{ state: "dead", deadReason: "endpoint_disabled" }]);
  const { rows } = await database.client.execute("SELECT length(secret) AS size FROM webhook_endpoints");
  expect(rows[0]?.size).toBe(0);
});

test("every change is in the audit log, without a secret, and the secret lies encrypted", async () => {
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
