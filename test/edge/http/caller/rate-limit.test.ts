import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { frame, NO_FACE } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";

let tenant: CheckEdge["tenant"];
const edge = await openCheckEdge();
afterAll(() => edge.close());
beforeEach(async () => {
  tenant = await edge.newTenant();
  edge.answers.frames = [frame({}, 0.9)];
});

const list = () => edge.call("GET", "/v1/verifications", tenant.keys.test);
const begin = () => edge.verification({ max_attempts: 10 }, "c", tenant.keys.test);
const rateHeaders = ({ headers }: { headers: Headers }) =>
  ["limit", "remaining", "reset"].map((name) => headers.get(`ratelimit-${name}`));
const times = async <T>(count: number, call: () => Promise<T>) => {
  const answers: T[] = [];
  for (let i = 0; i < count; i++) answers.push(await call());
  return answers;
};

it("every authenticated answer has the state of the limit, refusals included", async () => {
  const key = tenant.keys.test;
  const { token } = await begin();
  const calls: [path: string, credential: string | undefined, status: number, limit: unknown[]][] = [
    ["/v1/verifications", key, 200, ["600", "599", "60"]],
    ["/v1/verifications/vf_none", key, 404, ["600", "598", "60"]],
    ["/v1/nothing", key, 404, ["600", "597", "60"]],
    ["/v1/verifications", token, 403, ["60", "59", "60"]],
    ["/v1/verifications", undefined, 401, [null, null, null]],
    ["/v1/verifications", "svc_sk_test_nonsense", 401, [null, null, null]],
  ];
  for (const [path, credential, status, limit] of calls) {
    const answer = await edge.call("GET", path, credential);
    expect([answer.status, rateHeaders(answer)]).toEqual([status, limit]);
  }
});

it("rejects a session token's 61st call in a minute, and accepts one again at the announced time", async () => {
  const { id, token } = await begin();
  const read = () => edge.call("GET", `/v1/verifications/${id}`, token);
  const statuses = (await times(60, read)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await read();
  expect(outcome(refused)).toBe("429 rate_limited");
  const wait = Number(refused.headers.get("retry-after"));
  expect(rateHeaders(refused)).toEqual(["60", "0", String(wait)]);
  expect(wait).toBeGreaterThan(50);
  expect(wait).toBeLessThanOrEqual(60);
  edge.advance(wait * 1000);
  expect((await read()).status).toBe(200);
});

it("counts the reads of a verification's tokens together, and their other calls each for itself", async () => {
  const { id, token } = await begin();
  const other = await edge.call("POST", "/v1/sessions", tenant.keys.test, { verification_id: id });
  const read = (with_: string) => edge.call("GET", `/v1/verifications/${id}`, with_);
  const next = (with_: string) => edge.call("GET", `/v1/verifications/${id}/next`, with_);
  await times(60, () => read(token));
  expect((await read(other.body.token)).status).toBe(429);
  await times(60, () => next(token));
  expect((await times(60, () => next(other.body.token))).at(-1)?.status).toBe(200);
  expect((await next(token)).status).toBe(429);
  expect((await edge.call("POST", "/v1/liveness/challenges", token, {})).status).toBe(201);
  expect((await edge.call("POST", "/v1/liveness/challenges", other.body.token, {})).status).toBe(201);
});

it("counts a key's reads apart from its writes", async () => {
  await list();
  await begin();
  expect(rateHeaders(await list()).slice(0, 2)).toEqual(["600", "598"]);
  const write = await edge.call("POST", "/v1/sessions", tenant.keys.test, { customer_ref: "c" });
  expect(rateHeaders(write).slice(0, 2)).toEqual(["300", "298"]);
});

it("lets a token draw 10 challenges a minute, and do other things besides", async () => {
  const { id, token } = await begin();
  const draw = async () => outcome(await edge.call("POST", "/v1/liveness/challenges", token, {}));
  expect(await times(11, draw)).toEqual([...Array(10).fill("201"), "429 rate_limited"]);
  expect((await edge.call("GET", `/v1/verifications/${id}`, token)).status).toBe(200);
});

describe("liveness checks of a verification that came back not live", () => {
  const selfie = (token: string) =>
    edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image() });
  const noFace = () => [{ analysis: NO_FACE, pad: null }];

  it("are five in three minutes, for whatever reason", async () => {
    const { token } = await begin();
    edge.answers.frames = noFace();
    const answers = await times(5, () => selfie(token));
    expect(answers.map(({ status, body }) => [status, body.is_live])).toEqual(Array(5).fill([200, false]));
    const refused = await selfie(token);
    expect(outcome(refused)).toBe("429 too_many_attempts");
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(170);
    expect(wait).toBeLessThanOrEqual(180);
    edge.answers.frames = [frame({}, 0.9)];
    expect((await selfie(token)).status).toBe(429);
    edge.advance(wait * 1000);
    expect((await selfie(token)).body.is_live).toBe(true);
  });

  it("are five for each verification, also at once, whichever of its tokens calls", async () => {
    const { id, token } = await begin();
    edge.answers.frames = noFace();
    const answers = await Promise.all(Array.from({ length: 12 }, () => selfie(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    const again = await edge.call("POST", "/v1/sessions", tenant.keys.test, { verification_id: id });
    expect((await selfie(again.body.token)).status).toBe(429);
    expect((await selfie((await begin()).token)).status).toBe(200);
    expect((await selfie(tenant.keys.test)).status).toBe(200);
  });

  it("leave out those that failed", async () => {
    const { token } = await begin();
    edge.answers.frames = new Error("a defect");
    expect((await times(7, () => selfie(token))).map(({ status }) => status)).toEqual(Array(7).fill(500));
    edge.answers.frames = noFace();
    expect((await selfie(token)).status).toBe(200);
  });
});
