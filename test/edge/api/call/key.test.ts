import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { API } from "#edge/api/routes.ts";
import { ApiError } from "#edge/core/errors.ts";
import { commit } from "#edge/store/batch.ts";
import { forgetLapsed } from "#edge/store/erasure/lapsed.ts";
import { readUsage } from "#edge/store/tenancy/usage.ts";
import { type CheckEdge, formOf, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, reading } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";

let credential: string;
let scope: ReturnType<CheckEdge["tenant"]["scope"]>;
const edge = await openCheckEdge();
afterAll(() => edge.close());
beforeEach(async () => {
  const tenant = await edge.newTenant();
  credential = tenant.keys.test;
  scope = tenant.scope("test");
  edge.answers.reading = reading();
  edge.answers.forensics = forensics();
  edge.answers.frames = [frame({}, 0.9)];
  edge.calls.length = 0;
});

const post = (path: string, body: unknown, key: string, by = credential) =>
  edge.call("POST", path, by, body, { "Idempotency-Key": key });
const scan = (key: string, parts: Parameters<typeof formOf>[0] = { image: image() }, by = credential) =>
  post("/v1/ocr/scan", formOf(parts), key, by);
const mine = async (table: string) =>
  (await edge.rows(table)).filter(({ tenant_id }) => tenant_id === scope.tenantId);
const used = async () => (await readUsage(edge.db, scope, Date.now())).used;

it("makes of 100 calls at once with one key one result, one event and one unit of usage", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => scan("once")));
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.ocr_id));
  expect(ids.size).toBe(1);
  for (const refused of answers.filter(({ status }) => status !== 200)) {
    expect(outcome(refused)).toBe("409 idempotency_key_in_use");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect([(await mine("ocr_results")).length, (await mine("events")).length, await used()]).toEqual([
    1, 1, 1,
  ]);
  expect(edge.calls).toEqual(["readDocument"]);
});

describe("a repetition", () => {
  it("is answered byte for byte, says so, and does nothing", async () => {
    const first = await scan("again");
    const second = await scan("again");
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(second.headers.get("cache-control")).toBe("no-store");
    expect([(await mine("events")).length, await used(), edge.calls.length]).toEqual([1, 1, 1]);
  });

  it("of a check within a verification records one step, even when it has decided it", async () => {
    const asked = { customer_ref: "c", policy: { steps: ["liveness"] } };
    const { verification, session_token } = (await post("/v1/verifications", asked, "v")).body;
    const selfie = () =>
      post(
        "/v1/liveness/check",
        formOf({ mode: "passive", image_1: image() }),
        "selfie",
        session_token.token,
      );
    const first = await selfie();
    expect((await selfie()).text).toBe(first.text);
    const { body } = await edge.call("GET", `/v1/verifications/${verification.id}`, credential);
    expect(body.steps[0].result_ids).toEqual([first.body.lc_id]);
    expect((await scan("other", undefined, session_token.token)).status).toBe(409);
  });
});

it("another request under the same key is rejected: a file, a field or JSON that differs by a byte", async () => {
  const first = await scan("k", { image: image(1), customer_ref: "c" });
  // The order of a form's parts and its boundary are no difference.
  expect((await scan("k", { customer_ref: "c", image: image(1) })).text).toBe(first.text);
  await post("/v1/sessions", '{"customer_ref":"c"}', "k");
  for (const other of [
    await scan("k", { image: image(2), customer_ref: "c" }),
    await scan("k", { image: image(1), customer_ref: "d" }),
    await scan("k", { image: image(1) }),
    await post("/v1/sessions", '{"customer_ref": "c"}', "k"),
  ]) {
    expect(outcome(other)).toBe("409 idempotency_key_reused");
  }
});

it("keeps the keys of the tenant's server, of each verification's devices and of other paths apart", async () => {
  const begun = await edge.call("POST", "/v1/verifications", credential, { customer_ref: "c" });
  const other = await edge.call("POST", "/v1/verifications", credential, { customer_ref: "c" });
  const [one, two] = [begun.body.session_token.token, other.body.session_token.token];
  const callers = [undefined, one, two];
  const first = [];
  for (const caller of callers) first.push(await scan("k", undefined, caller));
  expect(first.map(({ status, headers }) => [status, headers.get("idempotent-replayed")])).toEqual(
    callers.map(() => [200, null]),
  );
  expect(new Set(first.map(({ body }) => body.ocr_id)).size).toBe(3);
  for (const [i, caller] of callers.entries()) {
    const again = await scan("k", undefined, caller);
    expect([again.headers.get("idempotent-replayed"), again.text]).toEqual(["true", first[i]!.text]);
  }
  const elsewhere = await post("/v1/sessions", { customer_ref: "c" }, "k");
  expect([elsewhere.status, elsewhere.headers.get("idempotent-replayed")]).toEqual([201, null]);
});

describe("after a call that did not succeed", () => {
  it("the same key may try again", async () => {
    const away = new ApiError("service_unavailable", "away", { retryAfter: 5 });
    edge.answers.reading = away;
    expect((await scan("k")).status).toBe(503);
    edge.answers.reading = new ApiError("image_unreadable", "corrupt", { param: "image" });
    expect((await scan("k")).status).toBe(400);
    edge.answers.reading = reading();
    const answer = await scan("k", { image: image(9) });
    expect([answer.status, answer.headers.get("idempotent-replayed")]).toEqual([200, null]);
    expect([(await mine("ocr_results")).length, await used()]).toEqual([1, 1]);
  });

  it.each([
    ["its lease is over", 0, 91_000],
    ["the clock, which was ahead, is set back", 3_600_000, -3_600_000],
  ])("a key that a crashed call has left behind is free when %s", async (_, before, after) => {
    edge.advance(before);
    let end: (value: ReturnType<typeof reading>) => void = () => {};
    edge.answers.reading = new Promise((resolve) => {
      end = resolve;
    }) as never;
    const crashed = scan("k");
    await vi.waitFor(() => expect(edge.calls).toHaveLength(1));
    expect(await mine("idempotency_keys")).toHaveLength(1);
    edge.answers.reading = reading();
    expect((await scan("k")).body.error.code).toBe("idempotency_key_in_use");
    edge.advance(after);
    const winner = await scan("k");
    expect(winner.status).toBe(200);
    // A slow call that had not crashed writes nothing once another call has taken over.
    end(reading());
    expect((await crashed).status).toBe(500);
    expect((await mine("ocr_results")).map(({ id }) => id)).toEqual([winner.body.ocr_id]);
    expect([(await mine("events")).length, await used()]).toEqual([1, 1]);
    expect((await scan("k")).text).toBe(winner.text);
  });
});

it("replays the answer of a call that succeeded without its caller, or even the edge, getting to know", async () => {
  const { db } = edge.services;
  const batch = db.batch.bind(db);
  const cut = vi.spyOn(db, "batch").mockImplementation((async (items: Parameters<typeof batch>[0]) => {
    const answer = await batch(items);
    if (items.length > 3) throw new Error("The connection broke after the commit.");
    return answer;
  }) as unknown as typeof db.batch);
  const lost = await scan("k");
  cut.mockRestore();
  expect(lost.status).toBe(500);
  const found = await scan("k");
  expect([found.status, found.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  expect([(await mine("ocr_results")).length, await used()]).toEqual([1, 1]);
});

it("writes the result, its event, its use and its kept answer in one batch", async () => {
  const batch = vi.spyOn(edge.services.db, "batch");
  await scan("k");
  const written = batch.mock.calls.map(([items]) =>
    items.map((item) => (item as { toSQL?(): { sql: string } }).toSQL?.().sql ?? "").join(),
  );
  batch.mockRestore();
  const [withResult, ...others] = written.filter((sql) => sql.includes('into "ocr_results"'));
  expect(others).toEqual([]);
  for (const table of ["events", "deliveries", "usage", "idempotency_keys"])
    expect(withResult).toContain(`into "${table}"`);
});

it("keeps answers encrypted, for 24 hours", async () => {
  const { body } = await post("/v1/sessions", { customer_ref: "somebody" }, "k");
  const [row] = await mine("idempotency_keys");
  expect(Buffer.from(row!.answer as ArrayBuffer).includes(body.token.slice(0, 20))).toBe(false);
  edge.advance(24 * 3_600_000 - 60_000);
  const again = await post("/v1/sessions", { customer_ref: "somebody" }, "k");
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  edge.advance(120_000);
  expect((await post("/v1/sessions", { customer_ref: "else" }, "k")).status).toBe(201);
  edge.advance(25 * 3_600_000);
  await commit(edge.db, forgetLapsed(edge.db, edge.services.clock(), 500));
  expect(await mine("idempotency_keys")).toHaveLength(0);
});

it("forgets the answer of an erased result", async () => {
  const { body } = await scan("k");
  await edge.call("DELETE", `/v1/ocr/${body.ocr_id}`, credential);
  expect(await mine("idempotency_keys")).toHaveLength(0);
});

it.each(["", "a".repeat(256), "tab\tbed", "é"])(
  "rejects a key that is not 1 to 255 printable characters: %j",
  async (key) => {
    const answer = await post("/v1/sessions", { customer_ref: "c" }, key);
    expect([outcome(answer), answer.body.error.param]).toEqual(["400 invalid_parameter", "Idempotency-Key"]);
  },
);

it("takes a key at every POST of the API but those whose repetition changes nothing more", () => {
  const posts = API.flatMap(({ routes }) => routes).filter(({ method }) => method === "post");
  expect(posts.length).toBeGreaterThan(6);
  const unkeyed = posts.filter(({ isKeyed }) => !isKeyed).map(({ path }) => path.slice(4));
  const ofPeople = [
    "verifications/search",
    "policies/:id/archive",
    "policies/:id/replay",
    "verifications/:id/claim",
    // Of a wallet: a request takes one answer.
    "wallet/:request_id",
    "face/registrations/read",
    "face/registrations/delete",
  ];
  expect(unkeyed).toEqual([...ofPeople, "customers/erase", "capture/withdrawals"]);
});
