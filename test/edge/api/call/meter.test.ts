import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#edge/core/errors.ts";
import { commit } from "#edge/store/batch.ts";
import { forgetLapsed } from "#edge/store/erasure/lapsed.ts";
import { readUsage, setUsageCap } from "#edge/store/tenancy/usage.ts";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { frame, reading } from "#test/harness/edge/inference-results.ts";
import { secretOf } from "#test/harness/edge/test-edge.ts";
import { newDevice } from "../sessions/device.ts";

let tenant: CheckEdge["tenant"];
const edge = await openCheckEdge();
afterAll(() => edge.close());
beforeEach(async () => {
  tenant = await edge.newTenant();
  edge.answers.reading = reading();
  edge.answers.frames = [frame({}, 0.9)];
  edge.calls.length = 0;
});

async function capAt(monthly: number, mode: "test" | "live" = "test") {
  await commit(edge.db, [setUsageCap(edge.db, tenant.scope(mode), monthly)]);
  // A key that was read before has the old cap for a second.
  edge.advance(1_000);
}
const used = async (mode: "test" | "live" = "test") => {
  await edge.settled();
  return (await readUsage(edge.db, tenant.scope(mode), edge.services.clock())).used;
};
const scan = (key = tenant.keys.test) => edge.upload("/v1/ocr/scan", key, { image: image() });
const reservations = async () =>
  (await edge.rows("usage_reservations")).filter(({ tenant_id }) => tenant_id === tenant.id);
const capReached = { status: 402, body: { error: { type: "usage_error", code: "usage_cap_reached" } } };

/** A verification's device, which polls. */
async function begin() {
  const { id, token } = await edge.verification({}, "c", tenant.keys.test);
  return { token, poll: async () => (await edge.call("GET", `/v1/verifications/${id}`, token)).status };
}

describe("a tenant with a cap", () => {
  it("is rejected when it is reached, and nothing is processed", async () => {
    await capAt(2);
    const answers = [await scan(), await scan(), await scan()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 402]);
    expect(answers[2]).toMatchObject(capReached);
    expect(edge.calls).toHaveLength(2);
    const rows = (await edge.rows("ocr_results")).filter(({ tenant_id }) => tenant_id === tenant.id);
    expect([rows.length, await used()]).toEqual([2, 2]);
    const device = await begin();
    expect(await scan(device.token)).toMatchObject(capReached);
    expect(await device.poll()).toBe(402);
  });

  it("gets exactly what is left when many calls come at once", async () => {
    await capAt(7);
    const answers = await Promise.all(Array.from({ length: 30 }, () => scan()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(23);
    expect([await used(), (await reservations()).length, edge.calls.length]).toEqual([7, 0, 7]);
  });

  it("gets its unit back when the call fails, for whatever reason", async () => {
    await capAt(1);
    for (const error of [
      new ApiError("service_unavailable", "away"),
      new ApiError("image_unreadable", "corrupt"),
      new Error("a defect"),
    ]) {
      edge.answers.reading = error;
      const { status } = await scan();
      expect(status).toBeGreaterThanOrEqual(400);
      expect([await used(), (await reservations()).length]).toEqual([0, 0]);
    }
    edge.answers.reading = reading();
    expect((await scan()).status).toBe(200);
  });

  it("gets back what a crashed call holds, in time", async () => {
    await capAt(1);
    const crash = Promise.withResolvers<never>();
    edge.answers.reading = crash.promise as never;
    const crashed = scan();
    await vi.waitFor(() => expect(edge.calls).toHaveLength(1));
    expect(await reservations()).toHaveLength(1);
    edge.answers.reading = reading();
    expect(await scan()).toMatchObject(capReached);
    edge.advance(91_000);
    expect((await scan()).status).toBe(200);
    await commit(edge.db, forgetLapsed(edge.db, edge.services.clock(), 500));
    expect(await reservations()).toHaveLength(0);
    crash.reject(new Error("the call ends, so that the test does"));
    await crashed;
  });

  it("may still begin verifications, mint tokens, draw challenges, cancel and list", async () => {
    await capAt(0);
    const key = tenant.keys.test;
    const begun = await edge.call("POST", "/v1/verifications", key, { customer_ref: "c" });
    const token = begun.body.session_token.token;
    const statuses = [
      begun.status,
      (await edge.call("POST", "/v1/sessions", key, { customer_ref: "c" })).status,
      (await edge.call("POST", "/v1/liveness/challenges", token, {})).status,
      (await edge.call("GET", "/v1/verifications", key)).status,
      (await edge.call("POST", `/v1/verifications/${begun.body.verification.id}/cancel`, key)).status,
    ];
    expect(statuses).toEqual([201, 201, 201, 200, 200]);
    expect(await used()).toBe(0);
  });

  it("has a cap of its own in each mode, and a new one each calendar month in UTC", async () => {
    await capAt(1, "live");
    expect([(await scan()).status, (await scan()).status]).toEqual([200, 200]);
    expect([(await scan(tenant.keys.live)).status, (await scan(tenant.keys.live)).status]).toEqual([
      200, 402,
    ]);
    edge.advance(32 * 24 * 3_600_000);
    expect((await scan(tenant.keys.live)).status).toBe(200);
  });
});

describe("a device that polls its verification", () => {
  it.each([null, 100])("spends a unit only if it receives something new, with a cap of %s", async (cap) => {
    if (cap !== null) await capAt(cap);
    const { token, poll } = await begin();
    for (let i = 0; i < 5; i++) {
      expect(await poll()).toBe(200);
      expect(await used()).toBe(1);
    }
    await scan(token);
    for (let i = 0; i < 5; i++) {
      expect(await poll()).toBe(200);
      expect(await used()).toBe(3);
    }
  });

  it("reads again at the cap what it has read before, and nothing new", async () => {
    const { token, poll } = await begin();
    await poll();
    await scan(token);
    await capAt(await used());
    expect(await poll()).toBe(402);
    await capAt((await used()) + 1);
    expect([await poll(), await poll()]).toEqual([200, 200]);
    expect(await used()).toBe(3);
  });

  it.each(["one after the other", "at once"])(
    "spends one unit with the many tokens for which it opens its link, %s",
    async (how) => {
      await capAt(2);
      const begun = await edge.call("POST", "/v1/verifications", tenant.keys.test, { customer_ref: "c" });
      const path = `/v1/verifications/${begun.body.verification.id}`;
      const device = await newDevice(edge);
      const tokens: string[] = [];
      for (let i = 0; i < 8; i++) {
        tokens.push((await device.open(secretOf(begun.body.url))).body.session_token);
        if (how !== "at once") expect((await edge.call("GET", path, tokens[i]!)).status).toBe(200);
      }
      const reads = await Promise.all(tokens.map((token) => edge.call("GET", path, token)));
      expect(reads.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(await used()).toBe(1);
    },
  );
});

it("reading back is counted like the call that made the result, and what is not there is free", async () => {
  const { body } = await scan();
  const read = async (id: string) => (await edge.call("GET", `/v1/ocr/${id}`, tenant.keys.test)).status;
  expect([await read(body.ocr_id), await read(body.ocr_id), await read("ocr_none")]).toEqual([200, 200, 404]);
  expect([await used(), await used("live"), (await reservations()).length]).toEqual([3, 0, 0]);
  await capAt(3);
  expect(await read(body.ocr_id)).toBe(402);
});
