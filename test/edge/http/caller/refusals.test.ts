import { afterAll, afterEach, expect, it, vi } from "vitest";
import { hashSecretKey } from "#edge/auth/secret-key.ts";
import { newId } from "#edge/core/ids.ts";
import { newSecretText } from "#edge/crypto/secret-text.ts";
import { commit } from "#edge/store/batch.ts";
import { insertKey } from "#edge/store/tenancy/keys.ts";
import { openTestEdge, secretOf } from "#test/harness/edge/test-edge.ts";

const HEADER = "x-address";

const edge = await openTestEdge({ settings: { CLIENT_ADDRESS_HEADER: HEADER } });
const tenant = await edge.newTenant();
afterAll(() => edge.close());
afterEach(() => vi.restoreAllMocks());

/** Keys with a valid form and checksum, which need no secret. */
const madeUp = async () => newSecretText("svc_sk_test_");

/** The response to a call with this key, and the number of its database queries. */
async function call(key: string, address = "192.0.2.1") {
  await edge.settled();
  const fetched = vi.spyOn(globalThis, "fetch");
  const { status, body, headers } = await edge.call("GET", "/v1/verifications", key, undefined, {
    [HEADER]: address,
  });
  await edge.settled();
  const reads = fetched.mock.calls.length;
  fetched.mockRestore();
  const { code, message } = (body.error ?? {}) as { code?: string; message?: string };
  return { status, code, message, reads, headers };
}

async function makeKey(key: string) {
  const row = { id: newId("apiKey", Date.now()), hash: await hashSecretKey(key), hint: key.slice(-4) };
  await commit(edge.db, [
    insertKey(edge.db, tenant.scope("test"), { ...row, createdAt: edge.services.clock() }),
  ]);
  return row.id;
}

it("an unknown key is looked up once in ten seconds; one that is made meanwhile is let in after these", async () => {
  const key = await madeUp();
  expect(await call(key)).toMatchObject({ status: 401, code: "invalid_api_key", reads: 1 });
  expect(await call(key)).toMatchObject({ status: 401, code: "invalid_api_key", reads: 0 });
  await makeKey(key);
  edge.advance(9_000);
  expect((await call(key)).status).toBe(401);
  edge.advance(1_000);
  expect((await call(key)).status).toBe(200);
});

it("an address that shows one made-up key after the other costs no more reads; others, and known keys, go on", async () => {
  const address = "192.0.2.66";
  await call(tenant.keys.test, address);
  for (let n = 0; n < 30; n++) expect((await call(await madeUp(), address)).code).toBe("invalid_api_key");
  const refused = await call(await madeUp(), address);
  expect(refused).toMatchObject({ status: 429, code: "rate_limited", reads: 0 });
  // The key may be a valid one that has made no call yet.
  expect(refused.message).toContain("from this address");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(30);
  expect((await call(tenant.keys.test, address)).status).toBe(200);
  expect((await call(await madeUp(), "192.0.2.67")).code).toBe("invalid_api_key");
  edge.advance(61_000);
  expect((await call(await madeUp(), address)).code).toBe("invalid_api_key");
});

it("a key or a link of ours that has called nothing yet is let in, however many made-up ones its address showed (L2)", async () => {
  const address = "192.0.2.68";
  for (let n = 0; n < 31; n++) await call(await madeUp(), address);
  expect((await call(await madeUp(), address)).code).toBe("rate_limited");
  const other = await edge.newTenant();
  expect((await call(other.keys.test, address)).status).toBe(200);
  const asked = { customer_ref: "c" };
  const { body } = await edge.call("POST", "/v1/verifications", other.keys.test, asked);
  const headers = { [HEADER]: address };
  const page = (link: string) => edge.call("GET", "/v1/capture/page", link, undefined, headers);
  expect((await page(newSecretText("svc_link_test_", 43))).status).toBe(429);
  expect((await page(secretOf(body.url))).status).toBe(200);
});

it("a caller that is over its limit costs one read, and then none until there is room again", async () => {
  const { limiter, limits } = edge.services;
  const hash = Buffer.from(await hashSecretKey(tenant.keys.live)).toString("hex");
  await call(tenant.keys.live);
  for (let n = 1; n < limits.keyReads.limit; n++) await limiter.take(`key:${hash}`, [limits.keyReads]);
  edge.advance(1_000);
  expect(await call(tenant.keys.live)).toMatchObject({ status: 429, code: "rate_limited", reads: 1 });
  // An accepted key is not read again within a second, whatever the result of its call.
  edge.advance(1_000);
  const again = await call(tenant.keys.live);
  expect(again).toMatchObject({ status: 429, code: "rate_limited", reads: 0 });
  expect(again.message).toContain("with this credential");
  expect(again.headers.get("ratelimit-remaining")).toBe("0");
  edge.advance(1_000 * Number(again.headers.get("retry-after")));
  expect((await call(tenant.keys.live)).status).toBe(200);
});
