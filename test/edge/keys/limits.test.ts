import { describe, expect, it } from "vitest";
import { isInNetworks, readNetwork } from "#edge/auth/networks.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { useTestEdge } from "#test/harness/edge/use.ts";
import { newKey } from "./new-key.ts";

const LIMITS = { LIMIT_KEY_WRITES: "100000", LIMIT_KEY_READS: "100000", LOCAL_STACK: "true" };
const edge = await useTestEdge({ settings: { CLIENT_ADDRESS_HEADER: "x-address", ...LIMITS } });
const tenant = await edge.newTenant();
const from = (address: string) => ({ "x-address": address });
const read = (key: string, headers = {}) => edge.call("GET", "/v1/verifications", key, undefined, headers);

describe("a key with networks", () => {
  it("leaves the caller's address in the audit log, and not in the answer", async () => {
    const { id, key } = await newKey(edge, tenant, { networks: ["198.51.100.7"] });
    expect((await read(key, from("203.0.113.9"))).text).not.toContain("203.0.113.9");
    await edge.settled();
    const [entry] = await listAudit(edge.services.db, tenant.id, { limit: 1, before: null });
    expect(entry).toMatchObject({ action: "key.reject", target: id, address: "203.0.113.9" });
  });
});

it("an expired key does not count among the tenant's keys", async () => {
  const other = await edge.newTenant();
  const { keysPerMode } = edge.services.quotas;
  for (let n = 1; n < keysPerMode; n++) {
    await newKey(edge, other, { expiresAt: edge.services.clock() + 60_000 });
  }
  await expect(newKey(edge, other, {})).rejects.toMatchObject({ code: "limit_reached" });
  edge.advance(60_000);
  await newKey(edge, other, {});
});

it.each([
  ["no scope", { scopes: [] }, "scopes"],
  ["no network", { networks: [] }, "networks"],
  ["more than 50 networks", { networks: Array.from({ length: 51 }, (_, n) => `10.0.${n}.0/24`) }, "networks"],
  ["a host name", { networks: ["example.com"] }, "networks"],
  ["an end in the past", { expiresAt: 1 }, "expires_at"],
])("a key with %s is not made", async (_, rights, param) => {
  await expect(newKey(edge, tenant, rights)).rejects.toMatchObject({ code: "invalid_parameter", param });
});

it.each([
  ["203.0.113.9/24", "203.0.113.0/24"],
  ["203.0.113.9", "203.0.113.9/32"],
  [" 2001:DB8::1/32 ", "2001:db8::/32"],
  ["2001:db8::1", "2001:db8::1/128"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["203.0.113.0/33", null],
  ["203.0.113/24", null],
  ["0313.0.113.9", null],
  ["2001:db8::/129", null],
  ["::ffff:203.0.113.0/120", null],
  ["203.0.113.0/24/24", null],
  ["fe80::1%eth0", null],
  ["", null],
])("the network %s is kept as %s", (text, network) => {
  expect(readNetwork(text)).toBe(network);
});

it("an address is in a network of its own family only", () => {
  expect(isInNetworks("203.0.113.9", ["::/0"])).toBe(false);
  expect(isInNetworks("2001:db8::1", ["0.0.0.0/0"])).toBe(false);
  expect(isInNetworks("not an address", ["0.0.0.0/0", "::/0"])).toBe(false);
});
