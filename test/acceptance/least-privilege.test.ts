import { describe, expect, it } from "vitest";
import { API } from "#edge/api/routes.ts";
import { CLAIM_MS } from "#edge/operations/verifications/claim.ts";
import { image, liftLimits } from "#test/harness/edge/check-edge.ts";
import { endInReview } from "#test/harness/edge/record-step.ts";
import { outcome, type TestTenant } from "#test/harness/edge/test-edge.ts";
import { useCheckEdge, useTestEdge } from "#test/harness/edge/use.ts";
import { KEY_SCOPES, MEMBER_SCOPE_NAMES } from "#vocabulary/key-scopes.ts";
import { newMember, newOwner, tenantOf, type Visitor } from "../dashboard/visitor.ts";
import { keyOperations, newKey } from "../edge/keys/new-key.ts";

/**
 * Least privilege, by HTTP (contract §1.6, contract §3.9, contract §12.10). Held elsewhere: reads without
 * personal data in `fuzzed-reads.test.ts`, roles in `roles.test.ts`, orders of second reviewers in
 * `second-reviewer.test.ts`.
 */

const edge = await useCheckEdge();
liftLimits(edge);
const operations = keyOperations((await edge.call("GET", "/openapi.json")).body);
const TOO_FEW = "403 key_scope_insufficient";

describe("a restricted key may call exactly the operations whose x-scopes name its scope:", () => {
  it.each(KEY_SCOPES)("%s", async (scope) => {
    const { key } = await newKey(edge, edge.tenant, { scopes: [scope] });
    for (const { method, path, scopes } of operations) {
      const answer = outcome(await edge.call(method, path, key));
      const what = `${method} ${path}`;
      if (scopes?.includes(scope)) expect.soft(answer, what).not.toBe(TOO_FEW);
      else expect.soft(answer, what).toBe(TOO_FEW);
    }
  });
});

it("every operation that a key may call names one scope, and every scope of operations has an operation", () => {
  expect(operations.filter(({ scopes }) => scopes?.length !== 1)).toEqual([]);
  const used = new Set(operations.flatMap(({ scopes = [] }) => scopes));
  const ofMembers: readonly string[] = MEMBER_SCOPE_NAMES;
  expect([...used].sort()).toEqual(KEY_SCOPES.filter((scope) => !ofMembers.includes(scope)).sort());
});

it("an operation that takes a secret key and names no scope fails the build", () => {
  const open = API.flatMap(({ routes }) => routes).filter(
    ({ callers, scope }) => callers !== "anybody" && callers.includes("secret_key") !== (scope !== undefined),
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});

it("a key of before scopes gets, byte for byte, the answers of a key with every scope", async () => {
  const restricted = (await newKey(edge, edge.tenant, { scopes: KEY_SCOPES })).key;
  const id = edge.tenant.keyIds.test;
  const row = (await edge.rows("api_keys")).find((each) => each.id === id)!;
  expect([row.scopes, row.networks, row.expires_at]).toEqual([null, null, null]);
  const policy = { store_media: "evidence" };
  const { id: of } = await edge.verification(policy, "user-4711");
  const document = await edge.upload(`/v1/verifications/${of}/document`, edge.key, { front: image() });
  const { ocr, fraud } = document.body;
  const paths = [
    ...[
      `/v1/verifications/${of}`,
      `/v1/verifications/${of}/next`,
      "/v1/verifications",
      "/v1/events?limit=100",
    ],
    ...[`/v1/ocr/${ocr.ocr_id}`, `/v1/fraud/${fraud.fc_id}`, "/v1/reviews", "/v1/face/registrations"],
    ...["/v1/ocr/none", "/v1/verifications?limit=0"],
  ];
  // An error names its own request.
  const answer = async (path: string, key: string) => {
    const { status, text } = await edge.call("GET", path, key);
    return `${status} ${text.replaceAll(/req_\w+/g, "req_")}`;
  };
  for (const path of paths)
    expect.soft(await answer(path, edge.key), path).toBe(await answer(path, restricted));
  expect(await answer(`/v1/ocr/${ocr.ocr_id}`, edge.key)).toContain("ERIKSSON");
});

const LIMITS = { LIMIT_KEY_WRITES: "100000", LIMIT_KEY_READS: "100000", LOCAL_STACK: "true" };
const walled = await useTestEdge({ settings: { CLIENT_ADDRESS_HEADER: "x-address", ...LIMITS } });
const tenant = await walled.newTenant();
const from = (address: string) => ({ "x-address": address });
const read = (key: string, headers = {}) => walled.call("GET", "/v1/verifications", key, undefined, headers);

it("a key is 403 on every route from an address outside its networks, and from an unknown one", async () => {
  for (const scopes of [null, KEY_SCOPES]) {
    const { key } = await newKey(walled, tenant, { scopes, networks: ["198.51.100.0/24", "2001:db8::/32"] });
    for (const { method, path } of [...operations, { method: "GET", path: "/v1/nothing" }]) {
      for (const headers of [from("203.0.113.9"), {}]) {
        const answer = await walled.call(method, path, key, undefined, headers);
        expect.soft(outcome(answer), `${method} ${path}`).toBe("403 network_not_allowed");
      }
    }
    for (const address of ["2001:db9::1", "unknown", "198.51.101.0"]) {
      expect(outcome(await read(key, from(address)))).toBe("403 network_not_allowed");
    }
    expect(outcome(await read(key, from("198.51.100.200")))).toBe("200");
    expect(outcome(await read(key, from("::ffff:198.51.100.7")))).toBe("200");
    expect(outcome(await read(key, from("2001:db8:1::7")))).toBe("200");
  }
});

it("a key ends within a second of its end: then every call is 401 api_key_expired", async () => {
  const expiresAt = walled.services.clock() + 10_000;
  const { key } = await newKey(walled, tenant, { expiresAt });
  const inside = from("203.0.113.9");
  walled.advance(9_000);
  expect(outcome(await read(key, inside))).toBe("200");
  walled.advance(1_000);
  expect(outcome(await read(key, inside))).toBe("401 api_key_expired");
});

describe("a claimed review", async () => {
  const { visitor: owner, key } = await newOwner(edge);
  const one = await newMember(edge, owner, "reviewer");
  const other = await newMember(edge, owner, "reviewer");
  const tenantId = await tenantOf(owner);
  const theirs: TestTenant = {
    ...{ id: tenantId, keys: { test: key, live: "" }, keyIds: { test: "", live: "" } },
    scope: (mode) => ({ tenantId, mode }),
  };
  const pageOf = (id: string) => `/dashboard/test/verifications/${id}`;
  const mayDecide = async (visitor: Visitor, id: string) =>
    (await visitor.get(pageOf(id))).text.includes('type="radio"');
  const claimed = async () => {
    const id = await endInReview(edge, theirs);
    await one.visitor.get("/dashboard/test/reviews");
    await one.visitor.post(`${pageOf(id)}/claim`, {});
    return id;
  };

  it("stays claimed while its reviewer looks at it, and for 15 minutes after the last look", async () => {
    const id = await claimed();
    edge.advance(CLAIM_MS - 60_000);
    await one.visitor.get(pageOf(id));
    edge.advance(CLAIM_MS - 60_000);
    expect(await mayDecide(other.visitor, id)).toBe(false);
    edge.advance(60_000);
    expect(await mayDecide(other.visitor, id)).toBe(true);
  });

  it("is free again as soon as its reviewer signs out", async () => {
    const id = await claimed();
    expect(await mayDecide(other.visitor, id)).toBe(false);
    await one.visitor.post("/dashboard/sign-out", {});
    expect(await mayDecide(other.visitor, id)).toBe(true);
  });
});
