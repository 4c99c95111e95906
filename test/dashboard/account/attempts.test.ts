import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestEdge, type TestEdge } from "../../harness/edge/test-edge.ts";
import { Visitor } from "../visitor.ts";

const HEADER = "x-address";
/** Of asking for a reset. */
const ADDRESS_LIMIT = 20;

let edge: TestEdge;
beforeAll(async () => {
  edge = await openTestEdge({
    mailer: { reachesAddress: false, send: async () => {} },
    settings: { CLIENT_ADDRESS_HEADER: HEADER },
  });
});
afterAll(() => edge.close());

async function ask(email: string, address: string): Promise<number> {
  const visitor = new Visitor(edge);
  await visitor.get("/dashboard/reset");
  return (await visitor.post("/dashboard/reset", { email }, { [HEADER]: address })).status;
}

/** Uses up every attempt of a network, each for another account and from the address that `at` gives. */
async function spend(label: string, at: (n: number) => string) {
  for (let n = 0; n < ADDRESS_LIMIT; n++) expect(await ask(`${label}-${n}@example.test`, at(n))).toBe(200);
}

it("an address that has no attempts left uses up no account's", async () => {
  await spend("ipv4", () => "203.0.113.9");
  for (let n = 0; n < 10; n++) expect(await ask("ada@example.test", "203.0.113.9")).toBe(429);
  expect(await ask("ada@example.test", "198.51.100.7")).toBe(200);
});

it("an IPv6 network of 64 bits counts as one address", async () => {
  await spend("ipv6", (n) => `2001:db8:1:2::${n.toString(16)}`);
  expect(await ask("new@example.test", "2001:db8:1:2:ffff::1")).toBe(429);
  expect(await ask("new@example.test", "2001:db8:1:3::1")).toBe(200);
});
