import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { API } from "#edge/api/routes.ts";
import { ApiError } from "#edge/core/errors.ts";
import { commit } from "#edge/store/batch.ts";
import { forgetLapsed } from "#edge/store/erasure/lapsed.ts";
import { readUsage } from "#edge/store/tenancy/usage.ts";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, reading } from "#test/harness/edge/inference-results.ts";

let edge: CheckEdge;
let credential: string;
let scope: ReturnType<CheckEdge["tenant"]["scope"]>;
beforeAll(async () => {
  edge = await openCheckEdge();
});
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

type Parts = Record<string, string | Uint8Array<ArrayBuffer>>;
const form = (parts: Parts) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === "string") data.set(name, value);
    else data.set(name, new Blob([value]), "upload.jpg");
  }
  return data;
};
const post = (path: string, body: unknown, key: string, by = credential) =>
  edge.call("POST", path, by, body, { "Idempotency-Key": key });
const scan = (key: string, parts: Parts = { image: image() }, by = credential) =>
  post("/v1/ocr/scan", form(parts), key, by);
const mine = async (table: string) =>
  (await edge.rows(table)).filter(({ tenant_id }) => tenant_id === scope.tenantId);
const used = async () => (await readUsage(edge.db, scope, Date.now())).used;

it("makes of 100 calls at once with one key one result, one event and one unit of usage", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => scan("once")));
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.ocr_id));
  expect(ids.size).toBe(1);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, headers, body } of refused) {
    expect([status, body.error.code]).toEqual([409, "idempotency_key_in_use"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
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

  it("of every JSON call gives the same answer, tokens included", async () => {
    const begun = await post("/v1/verifications", { customer_ref: "c" }, "v");
    expect((await post("/v1/verifications", { customer_ref: "c" }, "v")).text).toBe(begun.text);
    const token = begun.body.session_token.token;
    const read = await edge.call("GET", `/v1/verifications/${begun.body.verification.id}`, token);
    expect(read.status).toBe(200);
    for (const [path, body] of [
      ["/v1/sessions", { customer_ref: "c" }],
      ["/v1/liveness/challenges", {}],
      [`/v1/verifications/${begun.body.verification.id}/cancel`, undefined],
    ] as const) {
      const first = await post(path, body, "k");
      expect(first.status).toBeLessThan(300);
      const second = await post(path, body, "k");
      expect([second.status, second.text]).toEqual([first.status, first.text]);
      expect(second.headers.get("idempotent-replayed")).toBe("true");
    }
    expect(await mine("session_tokens")).toHaveLength(2);
    expect(await mine("challenges")).toHaveLength(1);
  });

  it("of a check within a verification records one step, even when it has decided it", async () => {
    const begun = await post(
      "/v1/verifications",
      { customer_ref: "c", policy: { steps: ["liveness"] } },
      "v",
    );
    const { verification, session_token } = begun.body;
    const selfie = () =>
      post("/v1/liveness/check", form({ mode: "passive", image_1: image() }), "selfie", session_token.token);
    const first = await selfie();
    expect((await selfie()).text).toBe(first.text);
    const { body } = await edge.call("GET", `/v1/verifications/${verification.id}`, credential);
    expect(body.steps[0].result_ids).toEqual([first.body.lc_id]);
    expect((await scan("other", undefined, session_token.token)).status).toBe(409);
  });

  it("may order its parts otherwise and choose another boundary", async () => {
    const first = await scan("parts", { image: image(), document_type: "passport", customer_ref: "c" });
    const second = await scan("parts", { customer_ref: "c", document_type: "passport", image: image() });
    expect(second.text).toBe(first.text);
  });
});

describe("another request under the same key is refused", () => {
  const reused = { status: 409, body: { error: { code: "idempotency_key_reused" } } };

  it("when a file, a field or JSON differs by a byte", async () => {
    await scan("k", { image: image(1), customer_ref: "c" });
    expect(await scan("k", { image: image(2), customer_ref: "c" })).toMatchObject(reused);
    expect(await scan("k", { image: image(1), customer_ref: "d" })).toMatchObject(reused);
    expect(await scan("k", { image: image(1) })).toMatchObject(reused);
    await post("/v1/sessions", '{"customer_ref":"c"}', "k");
    expect(await post("/v1/sessions", '{"customer_ref": "c"}', "k")).toMatchObject(reused);
  });
});

it("keeps the keys of the tenant's server and of each verification's devices apart", async () => {
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
});

it("keeps keys of other paths, modes and tenants apart", async () => {
  const other = await edge.newTenant();
  const first = await post("/v1/sessions", { customer_ref: "c" }, "k");
  const answers = [
    await post("/v1/verifications", { customer_ref: "c" }, "k"),
    await post("/v1/sessions", { customer_ref: "c" }, "k", other.keys.test),
    await post("/v1/sessions", { customer_ref: "c" }, "k", other.keys.live),
  ];
  for (const { status, headers, text } of answers) {
    expect([status, headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect(text).not.toBe(first.text);
  }
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
    expect((await scan("k")).status).toBe(200);
    end(reading());
    expect((await crashed).status).toBe(500);
  });

  it("a call that outlives its lease writes nothing once another has taken over", async () => {
    let finish: (value: ReturnType<typeof reading>) => void = () => {};
    edge.answers.reading = new Promise((resolve) => {
      finish = resolve;
    }) as never;
    const late = scan("k");
    await vi.waitFor(() => expect(edge.calls).toHaveLength(1));
    expect(await mine("idempotency_keys")).toHaveLength(1);
    edge.answers.reading = reading();
    edge.advance(91_000);
    const winner = await scan("k");
    finish(reading());
    expect((await late).status).toBe(500);
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
    items.map((item) => (item as { toSQL?(): { sql: string } }).toSQL?.().sql ?? ""),
  );
  batch.mockRestore();
  const withResult = written.filter((sqls) => sqls.some((sql) => sql.includes('into "ocr_results"')));
  expect(withResult).toHaveLength(1);
  for (const table of ["events", "deliveries", "usage", "idempotency_keys"]) {
    expect(withResult[0]).toContainEqual(expect.stringContaining(`into "${table}"`));
  }
});

it("keeps answers sealed, for 24 hours", async () => {
  const { body } = await post("/v1/sessions", { customer_ref: "somebody" }, "k");
  const [row] = await mine("idempotency_keys");
  expect(Buffer.from(row!.answer as ArrayBuffer).includes(body.token.slice(0, 20))).toBe(false);
  edge.advance(24 * 3_600_000 - 60_000);
  expect(
    (await post("/v1/sessions", { customer_ref: "somebody" }, "k")).headers.get("idempotent-replayed"),
  ).toBe("true");
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
  "refuses a key that is not 1 to 255 printable characters: %j",
  async (key) => {
    expect(await post("/v1/sessions", { customer_ref: "c" }, key)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_parameter", param: "Idempotency-Key" } },
    });
  },
);

it("takes a path as it was sent: one with a NUL in it names nothing, and is no defect", async () => {
  const answer = await edge.call("POST", "/v1/verifications/%00/cancel", edge.key, undefined, {
    "idempotency-key": "nul",
  });
  expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"]);
});

it("ignores the header where nothing is posted", async () => {
  for (let i = 0; i < 2; i++) {
    const { status, headers } = await edge.call("GET", "/v1/verifications", credential, undefined, {
      "Idempotency-Key": "k",
    });
    expect([status, headers.get("idempotent-replayed")]).toEqual([200, null]);
  }
});

it("takes a key at every POST of the API but those whose repetition changes nothing more", () => {
  const posts = API.flatMap(({ routes }) => routes).filter(({ method }) => method === "post");
  expect(posts.length).toBeGreaterThan(6);
  const unkeyed = posts.filter(({ isKeyed }) => !isKeyed).map(({ path }) => path.slice(4));
  const ofPeople = ["verifications/search", "face/registrations/read", "face/registrations/delete"];
  expect(unkeyed).toEqual(["capture/withdrawals", ...ofPeople, "customers/erase"]);
});
