import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#edge/core/ids.ts";
import { commit } from "#edge/store/batch.ts";
import { insertEndpoint } from "#edge/store/webhooks/endpoints.ts";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";

let edge: CheckEdge;
const made: string[] = [];
beforeAll(async () => {
  edge = await openCheckEdge();
  Object.assign(edge.services, { wakeDispatcher: () => undefined });
  for (const type of ["ocr", "match", "ocr"]) {
    const { body } =
      type === "ocr"
        ? await edge.upload("/v1/ocr/scan", edge.key, { image: image(), customer_ref: "u1" })
        : await edge.upload("/v1/face/verify", edge.key, { image_a: image(), image_b: image() });
    made.push(body.ocr_id ?? body.id);
  }
});
afterAll(() => edge.close());

const list = async (query = "", key = edge.key) => (await edge.call("GET", `/v1/events${query}`, key)).body;
const subjects = (page: { data: { data: { ocr_id?: string; id?: string } }[] }) =>
  page.data.map(({ data }) => data.ocr_id ?? data.id);

it("lists events newest first, each as it was sent", async () => {
  const page = await list();
  expect(subjects(page)).toEqual(made.toReversed());
  const rows = await edge.rows("events");
  expect(page.data).toEqual(rows.map(({ body }) => JSON.parse(String(body))).toReversed());
  expect(page).toMatchObject({ has_more: false, next_cursor: null });
});

it("goes on at the cursor, and narrows by type", async () => {
  const first = await list("?limit=2");
  expect([subjects(first), first.has_more]).toEqual([[made[2], made[1]], true]);
  const rest = await list(`?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`);
  expect([subjects(rest), rest.has_more, rest.next_cursor]).toEqual([[made[0]], false, null]);
  expect(subjects(await list("?type=face.verify.completed"))).toEqual([made[1]]);
  expect(subjects(await list("?type=webhook.test"))).toEqual([]);
});

it("answers one by its id, counting neither as use", async () => {
  const used = (await edge.rows("usage"))[0]?.used;
  const [event] = (await list()).data;
  expect(await edge.call("GET", `/v1/events/${event.id}`, edge.key)).toMatchObject({
    status: 200,
    body: event,
  });
  await edge.settled();
  expect((await edge.rows("usage"))[0]?.used).toBe(used);
});

it.each([
  ["?limit=101", "limit_out_of_range"],
  [`?cursor=${btoa("vf_1")}`, "invalid_cursor"],
  ["?type=ocr", "invalid_parameter"],
  ["?since=1", "unknown_parameter"],
])("refuses %s with %s", async (query, code) => {
  expect(await edge.call("GET", `/v1/events${query}`, edge.key)).toMatchObject({
    status: 400,
    body: { error: { code } },
  });
});

it("shows nothing to another mode or tenant, exactly as what does not exist, nor to a session token", async () => {
  const [event] = (await list()).data;
  const other = await edge.newTenant();
  for (const key of [edge.tenant.keys.live, other.keys.test]) {
    expect((await list("", key)).data).toEqual([]);
    const [foreign, missing] = [
      await edge.call("GET", `/v1/events/${event.id}`, key),
      await edge.call("GET", "/v1/events/wh_evt_none", key),
    ];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    const { request_id: _, ...told } = foreign.body.error;
    expect(missing.body.error).toMatchObject(told);
  }
  const { token } = await edge.verification();
  for (const path of ["/v1/events", `/v1/events/${event.id}`]) {
    expect((await edge.call("GET", path, token)).status).toBe(403);
  }
});

describe("of a deleted result", () => {
  it("says nothing any more; what waits is a dead letter at once, and no answer to it is kept", async () => {
    const { keys, scope } = await edge.newTenant();
    const endpointId = newId("endpoint", Date.now());
    const url = "https://hooks.example.com";
    const endpoint = { id: endpointId, url, eventTypes: ["ocr.completed"], createdAt: Date.now() };
    await commit(edge.db, [
      insertEndpoint(edge.db, scope("test"), { ...endpoint, secret: new Uint8Array(), state: "enabled" }),
    ]);
    const scan = async () =>
      (await edge.upload("/v1/ocr/scan", keys.test, { image: image() })).body.ocr_id as string;
    const [deleted, kept] = [await scan(), await scan()];
    const [keptEvent, event] = (await list("", keys.test)).data;
    await edge.client.execute({
      sql: "update deliveries set lease_id = 'l1', lease_until = 9e15 where event_id = ?",
      args: [event.id],
    });
    for (const { id } of [keptEvent, event]) {
      await edge.client.execute({
        sql: "insert into delivery_attempts (event_id, endpoint_id, n, tenant_id, mode, at, status, latency_ms, response_excerpt) select event_id, endpoint_id, 1, tenant_id, mode, 0, 500, 1, 'Eriksson' from deliveries where event_id = ?",
        args: [id],
      });
    }

    await edge.call("DELETE", `/v1/ocr/${deleted}`, keys.test);
    const { data, ...envelope } = event;
    expect(data.ocr_id).toBe(deleted);
    expect((await edge.call("GET", `/v1/events/${event.id}`, keys.test)).body).toEqual({
      ...envelope,
      data: null,
    });
    const of = async (table: string) =>
      Object.fromEntries((await edge.rows(table)).map((row) => [String(row.event_id), row]));
    const [deliveries, attempts] = [await of("deliveries"), await of("delivery_attempts")];
    expect(deliveries[event.id]).toMatchObject({ state: "dead", dead_reason: "erased", lease_id: null });
    expect(attempts[event.id]?.response_excerpt).toBeNull();
    expect(deliveries[keptEvent.id]?.state).toBe("pending");
    expect(attempts[keptEvent.id]?.response_excerpt).toBe("Eriksson");
    expect(subjects(await list("?limit=1", keys.test))).toEqual([kept]);
  });
});
