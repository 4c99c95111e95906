import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { CALLS_OF_DEVICES, callsOfServers, RENEWED_LINKS } from "#edge/limits/rules.ts";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { changeCap } from "#edge/operations/tenants/tenant.ts";
import { showLink } from "#edge/operations/verifications/links.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { openTestEdge, outcome, secretOf, type TestTenant } from "#test/harness/edge/test-edge.ts";
import { agree, newDevice } from "../sessions/device.ts";

let tenant: TestTenant;
const many = { LIMIT_KEY_WRITES: "100000", LIMIT_TOKEN_CALLS: "100000", LIMIT_CHALLENGES: "100000" };
const edge = await openTestEdge({ settings: { LOCAL_STACK: "true", ...many } });
afterAll(() => edge.close());
beforeEach(async () => {
  tenant = await edge.newTenant();
});

const system = () => ({
  ...operatorContext(edge.services, edge.services.clock()),
  scope: tenant.scope("test"),
});
const cap = (limit: number) => changeCap(system(), { limit });
let calls = 0;
/** With a new Idempotency-Key, whose response is stored. */
const post = (path: string, credential: string, body: object = {}) =>
  edge.call("POST", path, credential, body, { "idempotency-key": `key-${calls++}` });
const create = () => post("/v1/verifications", tenant.keys.test, { customer_ref: "c" });

const TABLES = [
  ...["verifications", "verification_revisions", "session_tokens", "links", "challenges", "idempotency_keys"],
  "audit_entries",
];
const rows = () =>
  Promise.all(
    TABLES.map(async (table) => {
      const sql = `select count(*) n from ${table} where tenant_id = ?`;
      return Number((await edge.client.execute({ sql, args: [tenant.id] })).rows[0]!.n);
    }),
  );

async function untilRefused(call: () => ReturnType<typeof post>, most: number) {
  for (let n = 0; n < most; n++) expect(outcome(await call()), `call ${n + 1}`).toBe("201");
  const before = await rows();
  const refused = await call();
  expect(await rows()).toEqual(before);
  return refused;
}

describe("calls of a server that are not billed, at a cap of 1 (M2)", () => {
  it.each([
    ["verifications", () => create()],
    ["sessions", () => post("/v1/sessions", tenant.keys.test, { customer_ref: "c" })],
    ["challenges", () => post("/v1/liveness/challenges", tenant.keys.test)],
  ])("the 21st of a day's %s is rejected until midnight (UTC), and leaves no row", async (_, call) => {
    await cap(1);
    const refused = await untilRefused(call, 20);
    expect(outcome(refused)).toBe("429 rate_limited");
    const seconds = Number(refused.headers.get("retry-after"));
    expect(new Date(edge.services.clock() + seconds * 1000).toISOString()).toMatch(/T00:00:0/);
    edge.advance(seconds * 1000);
    expect(outcome(await call())).toBe("201");
  });

  it("sessions and links of one verification count among them", async () => {
    const id = (await create()).body.verification.id as string;
    await cap(1);
    const session = () => post("/v1/sessions", tenant.keys.test, { verification_id: id });
    await untilRefused(session, 19);
    const link = await post(`/v1/verifications/${id}/links`, tenant.keys.test);
    expect(outcome(link)).toBe("429 rate_limited");
  });

  it("what ends a verification, reads, the other mode and another tenant are not rejected", async () => {
    const { body } = await create();
    await cap(1);
    await untilRefused(create, 19);
    const cancel = await post(`/v1/verifications/${body.verification.id}/cancel`, tenant.keys.test);
    expect(outcome(cancel)).toBe("200");
    expect(outcome(await edge.call("GET", "/v1/verifications", tenant.keys.test))).toBe("200");
    expect(outcome(await post("/v1/verifications", tenant.keys.live, { customer_ref: "c" }))).toBe("201");
    tenant = await edge.newTenant();
    expect(outcome(await create())).toBe("201");
  });

  it("calls at once are counted one by one", async () => {
    await cap(1);
    const outcomes = (await Promise.all(Array.from({ length: 30 }, create))).map(outcome);
    expect(outcomes.filter((each) => each === "201")).toHaveLength(20);
    expect(outcomes.filter((each) => each === "429 rate_limited")).toHaveLength(10);
  });

  it("are as many in a day as the cap has calls in a month, and a million without one", () => {
    expect([0, 1, 20, 1_000, null].map(callsOfServers)).toEqual([20, 20, 20, 1_000, 1_000_000]);
  });
});

it("a verification gets 20 new links, from API and dashboard; the 21st leaves no row and no entry of the audit log", async () => {
  const id = (await create()).body.verification.id as string;
  const refused = await untilRefused(
    () => post(`/v1/verifications/${id}/links`, tenant.keys.test),
    RENEWED_LINKS,
  );
  expect(outcome(refused)).toBe("409 limit_reached");
  await expect(showLink(system(), { id })).rejects.toMatchObject({ code: "limit_reached" });
});

it("a verification's devices make 100 calls that are not billed, and use up nothing of their tenant's", async () => {
  await cap(1);
  const { body } = await create();
  const device = await newDevice(edge);
  const { session_token } = (await device.open(secretOf(body.url))).body;
  await agree(edge, body.verification.id, session_token);
  const challenge = () => post("/v1/liveness/challenges", session_token);
  const refused = await untilRefused(challenge, CALLS_OF_DEVICES - 2);
  expect(outcome(refused)).toBe("409 limit_reached");
  expect(outcome(await device.open(secretOf(body.url)))).toBe("409 limit_reached");
  expect(outcome(await agree(edge, body.verification.id, session_token))).toBe("409 limit_reached");
  // Captures are billed, and a bad image is rejected by its own error.
  const form = new FormData();
  form.set("image", new Blob([image()]), "a.txt");
  expect(outcome(await edge.call("POST", "/v1/ocr/scan", session_token, form))).not.toContain(
    "limit_reached",
  );
  expect(outcome(await create())).toBe("201");
});
