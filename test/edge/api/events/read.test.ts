import { afterAll, expect, it } from "vitest";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { noteAttempt, subscribe } from "#test/harness/edge/webhook-rows.ts";

const made: string[] = [];
const edge = await openCheckEdge();
Object.assign(edge.services, { wakeDispatcher: () => undefined });
for (const type of ["ocr", "match", "ocr"]) {
  const { body } =
    type === "ocr"
      ? await edge.upload("/v1/ocr/scan", edge.key, { image: image(), customer_ref: "u1" })
      : await edge.upload("/v1/face/verify", edge.key, { image_a: image(), image_b: image() });
  made.push(body.ocr_id ?? body.id);
}
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
  expect((await edge.call("GET", `/v1/events/${event.id}`, edge.key)).body).toEqual(event);
  await edge.settled();
  expect((await edge.rows("usage"))[0]?.used).toBe(used);
});

it.each([
  ["?limit=101", "limit_out_of_range"],
  [`?cursor=${btoa("test vf_1")}`, "invalid_cursor"],
  ["?type=ocr", "invalid_parameter"],
  ["?since=1", "unknown_parameter"],
])("rejects %s with %s", async (query, code) => {
  expect(outcome(await edge.call("GET", `/v1/events${query}`, edge.key))).toBe(`400 ${code}`);
});

it("an event of a deleted result says nothing any more; what waits is a dead letter, and no answer is kept", async () => {
  const tenant = await edge.newTenant();
  const { keys } = tenant;
  await subscribe(edge, tenant);
  const scan = async () =>
    (await edge.upload("/v1/ocr/scan", keys.test, { image: image() })).body.ocr_id as string;
  const [deleted, kept] = [await scan(), await scan()];
  const [keptEvent, event] = (await list("", keys.test)).data;
  await edge.client.execute({
    sql: "update deliveries set lease_id = 'l1', lease_until = 9e15 where event_id = ?",
    args: [event.id],
  });
  for (const { id } of [keptEvent, event]) await noteAttempt(edge, id, "Eriksson");

  await edge.call("DELETE", `/v1/ocr/${deleted}`, keys.test);
  const { data, ...envelope } = event;
  expect(data.ocr_id).toBe(deleted);
  const emptied = (await edge.call("GET", `/v1/events/${event.id}`, keys.test)).body;
  expect(emptied).toEqual({ ...envelope, data: null });
  const of = async (table: string) =>
    Object.fromEntries((await edge.rows(table)).map((row) => [String(row.event_id), row]));
  const [deliveries, attempts] = [await of("deliveries"), await of("delivery_attempts")];
  expect(deliveries[event.id]).toMatchObject({ state: "dead", dead_reason: "erased", lease_id: null });
  expect(attempts[event.id]?.response_excerpt).toBeNull();
  expect(deliveries[keptEvent.id]?.state).toBe("pending");
  expect(attempts[keptEvent.id]?.response_excerpt).toBe("Eriksson");
  expect(subjects(await list("?limit=1", keys.test))).toEqual([kept]);
});
