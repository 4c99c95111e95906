import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openDatabase } from "#edge/store/database.ts";
import { openTestEdge } from "../../harness/edge/test-edge.ts";
import { startFaultProxy } from "../../harness/stack/fault-proxy.ts";

const edge = await openTestEdge();
const tenant = await edge.newTenant();
const proxy = await startFaultProxy(edge.url);

beforeEach(() => {
  proxy.fault = "pass";
  useDatabase(proxy.url);
});

afterAll(async () => {
  await edge.close();
  await proxy.close();
});

function useDatabase(url: string): void {
  Object.assign(edge.services, { db: openDatabase(url, undefined, { read: 300, batch: 300 }) });
}

const create = (key?: string) =>
  edge.call(
    ...(["POST", "/v1/verifications", tenant.keys.test, { customer_ref: "c" }] as const),
    key === undefined ? {} : { "idempotency-key": key },
  );

async function expectAway(call: Promise<Awaited<ReturnType<typeof create>>>) {
  const answer = await call;
  expect(answer).toMatchObject({ status: 503, body: { error: { code: "service_unavailable" } } });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
}

async function countVerifications(): Promise<number> {
  const { rows } = await edge.client.execute("select count(*) as n from verifications");
  return Number(rows[0]!.n);
}

it("answers 503 with Retry-After while the database is away, and works again once it is back", async () => {
  const busy = createServer((_request, response) => void response.writeHead(503).end());
  await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
  const { port } = busy.address() as AddressInfo;
  for (const url of ["http://127.0.0.1:9", `http://127.0.0.1:${port}`]) {
    useDatabase(url);
    await expectAway(create());
  }
  useDatabase(proxy.url);
  expect(await create()).toMatchObject({ status: 201 });
  busy.close();
});

it.each(["silent", "mute", "drip"] as const)(
  "answers 503 in time before a database that is %s, for a read and a write",
  async (fault) => {
    proxy.fault = fault;
    await expectAway(create());
    await expectAway(edge.call("GET", "/v1/verifications/vf_0", tenant.keys.test));
    proxy.fault = "pass";
    expect(await create()).toMatchObject({ status: 201 });
  },
);

it("a write whose answer was lost takes effect once, and its key answers the retry", async () => {
  const before = await countVerifications();
  const { vault } = edge.services;
  // The idempotency key is reserved by now: the lost response is that of the result's batch.
  const encrypt = (...given: Parameters<typeof vault.encrypt>) => {
    proxy.fault = "mute";
    return vault.encrypt(...given);
  };
  Object.assign(edge.services, { vault: { ...vault, encrypt } });
  await expectAway(create("once"));
  proxy.fault = "pass";
  await edge.settled();
  const again = await create("once");
  expect(again).toMatchObject({ status: 201 });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await countVerifications()).toBe(before + 1);
});
