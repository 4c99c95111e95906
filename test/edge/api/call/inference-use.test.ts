import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#edge/core/errors.ts";
import { commit } from "#edge/store/batch.ts";
import { readUsage, setUsageCap } from "#edge/store/tenancy/usage.ts";
import { type CheckEdge, formOf, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { analysis, forensics, frame, reading } from "#test/harness/edge/inference-results.ts";

let tenant: CheckEdge["tenant"];
const edge = await openCheckEdge();
afterAll(() => edge.close());
beforeEach(async () => {
  tenant = await edge.newTenant();
  edge.tenants.length = 0;
  answer(undefined);
});

const away = new ApiError("service_unavailable", "Image analysis is not available.", { retryAfter: 5 });

/** Inference's response to every call: good results, or an error before or after a worker has worked. */
function answer(error: Error | undefined, workerFails = false) {
  Object.assign(edge.answers, {
    reading: error ?? reading(),
    forensics: error ?? forensics(),
    frames: error ?? [frame({}, 0.9)],
    faces: error ? { image: error, image_b: error } : {},
    workerFails,
  });
}

const used = async () => (await readUsage(edge.db, tenant.scope("test"), edge.services.clock())).used;
const reservations = async () =>
  (await edge.rows("usage_reservations")).filter(({ tenant_id }) => tenant_id === tenant.id).length;
const scan = (by = tenant.keys.test, headers = {}) =>
  edge.call("POST", "/v1/ocr/scan", by, formOf({ image: image() }), headers);

/** A verification of this test's tenant, and its device's calls. */
async function begin(policy: object = {}) {
  const { id, token, read } = await edge.verification(policy, "customer", tenant.keys.test);
  const calls = {
    scan: () => scan(token),
    detect: () => edge.upload("/v1/fraud/detect", token, { image: image() }),
    document: () => edge.upload(`/v1/verifications/${id}/document`, token, { front: image() }),
    selfie: () => edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image() }),
  };
  return { read, calls };
}

describe("a call that fails after a worker has worked on it", () => {
  it.each([null, 10])("uses its unit, with a cap of %s", async (cap) => {
    if (cap !== null) await commit(edge.db, [setUsageCap(edge.db, tenant.scope("test"), cap)]);
    edge.advance(1_000);
    const failures = [away, new ApiError("image_not_processable", "Take another one."), new Error("defect")];
    for (const [i, failure] of failures.entries()) {
      answer(failure, true);
      expect((await scan()).status).toBe([503, 422, 500][i]);
      expect([await used(), await reservations()]).toEqual([i + 1, 0]);
    }
    // Also if it worked on one of the call's two images only.
    answer(undefined);
    edge.answers.faces = { image_b: away, image_a: analysis() };
    const parts = { image_a: image(1), image_b: image(2) };
    const { status } = await edge.upload("/v1/face/verify", tenant.keys.test, parts);
    expect([status, await used()]).toEqual([503, failures.length + 1]);
  });

  it("leaves its Idempotency-Key free", async () => {
    answer(away, true);
    await scan(tenant.keys.test, { "Idempotency-Key": "again" });
    answer(undefined);
    expect((await scan(tenant.keys.test, { "Idempotency-Key": "again" })).status).toBe(200);
    expect(await used()).toBe(2);
  });

  it.each([
    ["scan", 0],
    ["detect", 0],
    ["document", 0],
    ["selfie", 1],
  ] as const)("counts as a capture that could not be judged: %s", async (call, at) => {
    const { read, calls } = await begin();
    answer(away, true);
    expect((await calls[call]()).status).toBe(503);
    expect((await read()).steps[at]).toMatchObject({
      status: "retry_required",
      attempts: 0,
      reason: "not_processed",
      result_ids: [],
    });
  });

  it("ends a verification once ten of them and the attempts are used up", async () => {
    const { read, calls } = await begin({ max_attempts: 1 });
    answer(away, true);
    for (let i = 0; i < 11; i++) expect((await calls.document()).status).toBe(503);
    expect(await read()).toMatchObject({
      status: "completed",
      decision: "declined",
      decision_reasons: [{ code: "not_processed", step: "document" }],
    });
    expect((await calls.document()).status).toBe(409);
    // The first read of the decision is free.
    expect(await used()).toBe(11);
  });
});

describe("a call is free and leaves no record", () => {
  it("if no worker took it", async () => {
    const { read, calls } = await begin();
    answer(away);
    const tables = ["ocr_results", "events", "deliveries", "idempotency_keys", "usage"];
    const rows = () => Promise.all(tables.map((table) => edge.rows(table)));
    const before = await rows();
    for (const call of Object.values(calls)) {
      const { status, headers } = await call();
      expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    }
    expect([await rows(), await reservations()]).toEqual([before, 0]);
    expect(await read()).toMatchObject({
      status: "created",
      steps: [{ reason: null }, { reason: null }, {}],
    });
  });

  it("if what it sent is rejected, although a worker looked at it", async () => {
    const { read, calls } = await begin();
    answer(new ApiError("image_unreadable", "The image is truncated or corrupt."), true);
    for (const call of Object.values(calls)) expect((await call()).status).toBe(400);
    expect([await used(), (await read()).status]).toEqual([0, "created"]);
  });
});

it("a call is work that the Worker finishes although its caller hangs up", async () => {
  const gate = Promise.withResolvers<void>();
  edge.calls.length = 0;
  edge.answers.meanwhile = () => gate.promise;
  const called = scan();
  await vi.waitFor(() => expect(edge.calls).toHaveLength(1));
  const finished = edge.settled().then(() => "finished");
  const sleeping = new Promise((resolve) => setTimeout(resolve, 50, "at work"));
  expect(await Promise.race([finished, sleeping])).toBe("at work");
  gate.resolve();
  expect([await finished, await used()]).toEqual(["finished", 1]);
  edge.answers.meanwhile = undefined;
  await called;
});

it("sends inference an opaque key, the same for every call of a tenant and for both modes", async () => {
  const { calls } = await begin();
  for (const call of Object.values(calls)) await call();
  for (const mode of ["test", "live"] as const) await scan(tenant.keys[mode]);
  const [turn] = edge.tenants;
  expect(new Set(edge.tenants)).toEqual(new Set([turn]));
  expect(turn).toMatch(/^[0-9a-f]{32}$/);
  expect(tenant.id).not.toContain(turn);
  tenant = await edge.newTenant();
  edge.tenants.length = 0;
  await scan();
  expect(edge.tenants[0]).not.toBe(turn);
});

it("a server's call is background work if it says urgency 7 of RFC 9218, and by nothing else", async () => {
  const key = tenant.keys.test;
  const verification = { customer_ref: "urgent", policy: {} };
  const { body } = await edge.call("POST", "/v1/verifications", key, verification);
  const token: string = body.session_token.token;
  const priorityOf = async (by: string, headers: object) => {
    edge.priorities.length = 0;
    await scan(by, headers);
    return edge.priorities[0];
  };
  for (const value of ["u=7", "i, u=7", "u=7;x, i"]) {
    expect(await priorityOf(key, { Priority: value })).toBe("background");
    expect(await priorityOf(token, { Priority: value })).toBe("interactive");
  }
  for (const value of ["u=6", "u=77", "background", ""]) {
    expect(await priorityOf(key, { Priority: value })).toBe("interactive");
  }
  expect(await priorityOf(key, {})).toBe("interactive");
});
