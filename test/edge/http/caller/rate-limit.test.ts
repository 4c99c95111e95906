import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { frame, NO_FACE } from "#test/harness/edge/inference-results.ts";

let edge: CheckEdge;
let tenant: CheckEdge["tenant"];
beforeAll(async () => {
  edge = await openCheckEdge();
});
afterAll(() => edge.close());
beforeEach(async () => {
  tenant = await edge.newTenant();
  edge.answers.frames = [frame({}, 0.9)];
});

const list = () => edge.call("GET", "/v1/verifications", tenant.keys.test);
const begin = async () => {
  const { body } = await edge.call("POST", "/v1/verifications", tenant.keys.test, {
    customer_ref: "c",
    policy: { max_attempts: 10 },
  });
  return { id: body.verification.id as string, token: body.session_token.token as string };
};
const told = ({ headers }: { headers: Headers }) =>
  ["limit", "remaining", "reset"].map((name) => headers.get(`ratelimit-${name}`));
const times = async <T>(count: number, call: () => Promise<T>) => {
  const answers: T[] = [];
  for (let i = 0; i < count; i++) answers.push(await call());
  return answers;
};

it("the edge tells on every authenticated answer how the limit stands, refusals included", async () => {
  expect(told(await list())).toEqual(["600", "599", "60"]);
  const missing = await edge.call("GET", "/v1/verifications/vf_none", tenant.keys.test);
  expect([missing.status, ...told(missing)]).toEqual([404, "600", "598", "60"]);
  const { token } = await begin();
  const forbidden = await edge.call("GET", "/v1/verifications", token);
  expect([forbidden.status, ...told(forbidden)]).toEqual([403, "60", "59", "60"]);
  const unknown = await edge.call("GET", "/v1/nothing", tenant.keys.test);
  expect([unknown.status, told(unknown)[0]]).toEqual([404, "600"]);
  expect(told(await edge.call("GET", "/v1/verifications"))).toEqual([null, null, null]);
  expect(told(await edge.call("GET", "/v1/verifications", "svc_sk_test_nonsense"))).toEqual([
    null,
    null,
    null,
  ]);
});

it("refuses a session token's 61st call in a minute, and lets it in again when it said", async () => {
  const { id, token } = await begin();
  const read = () => edge.call("GET", `/v1/verifications/${id}`, token);
  const statuses = (await times(60, read)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await read();
  expect(refused).toMatchObject({
    status: 429,
    body: { error: { type: "rate_limit_error", code: "rate_limited" } },
  });
  const wait = Number(refused.headers.get("retry-after"));
  expect(told(refused)).toEqual(["60", "0", String(wait)]);
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

it("counts each credential for itself, and a key's reads apart from its writes", async () => {
  const one = await begin();
  const two = await begin();
  await times(60, () => edge.call("GET", `/v1/verifications/${one.id}`, one.token));
  expect((await edge.call("GET", `/v1/verifications/${one.id}`, one.token)).status).toBe(429);
  expect((await edge.call("GET", `/v1/verifications/${two.id}`, two.token)).status).toBe(200);
  expect(told(await list())[0]).toBe("600");
  const write = await edge.call("POST", "/v1/sessions", tenant.keys.test, { customer_ref: "c" });
  expect(told(write).slice(0, 2)).toEqual(["300", "297"]);
});

it("lets a token draw 10 challenges a minute, and do other things besides", async () => {
  const { id, token } = await begin();
  const draw = () => edge.call("POST", "/v1/liveness/challenges", token, {});
  expect((await times(10, draw)).map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect(await draw()).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
  expect((await edge.call("GET", `/v1/verifications/${id}`, token)).status).toBe(200);
});

describe("liveness checks of a verification that came back not live", () => {
  const selfie = (token: string) =>
    edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image() });
  const nobody = () => [{ analysis: NO_FACE, pad: null }];

  it("are five in three minutes, for whatever reason", async () => {
    const { token } = await begin();
    edge.answers.frames = nobody();
    const answers = await times(5, () => selfie(token));
    expect(answers.map(({ status, body }) => [status, body.is_live])).toEqual(Array(5).fill([200, false]));
    const refused = await selfie(token);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "too_many_attempts" } } });
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(170);
    expect(wait).toBeLessThanOrEqual(180);
    edge.answers.frames = [frame({}, 0.9)];
    expect((await selfie(token)).status).toBe(429);
    edge.advance(wait * 1000);
    expect((await selfie(token)).body.is_live).toBe(true);
  });

  it("are five even when more are made at once", async () => {
    const { token } = await begin();
    edge.answers.frames = nobody();
    const answers = await Promise.all(Array.from({ length: 12 }, () => selfie(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it("are counted for each verification, whichever of its tokens calls", async () => {
    const { id, token } = await begin();
    edge.answers.frames = nobody();
    await times(5, () => selfie(token));
    const again = await edge.call("POST", "/v1/sessions", tenant.keys.test, { verification_id: id });
    expect((await selfie(again.body.token)).status).toBe(429);
    expect((await selfie((await begin()).token)).status).toBe(200);
    expect((await selfie(tenant.keys.test)).status).toBe(200);
  });

  it("leave out those that failed", async () => {
    const { token } = await begin();
    edge.answers.frames = new Error("a defect");
    expect((await times(7, () => selfie(token))).map(({ status }) => status)).toEqual(Array(7).fill(500));
    edge.answers.frames = nobody();
    expect((await selfie(token)).status).toBe(200);
  });
});
