import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commitAudited, listAudit, verifyAudit } from "#edge/store/audit/audit.ts";
import {
  type Actor,
  type AuditEntry,
  chain,
  EMPTY_CHAIN,
  OPERATOR,
  SYSTEM,
} from "#edge/store/audit/chain.ts";
import { findTenant, insertTenant } from "#edge/store/tenancy/tenants.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const tables = ["audit_entries", "audit_heads", "tenants"];
  await database.client.batch(tables.map((table) => `delete from ${table}`));
});

const TENANT = "tn_1";

const entry = (target: string, tenantId = TENANT): AuditEntry => ({
  tenantId,
  mode: "test",
  at: 1_700_000_000_000,
  actor: { kind: "staff", userId: "user_1", address: "192.0.2.1" },
  action: "key.revoke",
  target,
  before: { state: "active", b: { z: 1, a: [{ d: 1, c: 2 }] } },
  after: null,
});

/** A chain of five entries, intact and then changed by hand. */
async function tampered(statement: string) {
  for (let n = 1; n <= 5; n++) await commitAudited(database.db, [entry(`key_${n}`)], []);
  expect(await verify()).toMatchObject({ head: { n: 5 }, fault: null });
  await database.client.executeMultiple(statement);
  return (await verify()).fault;
}
const verify = (noted: { n: number; hash: string } | null = null) => verifyAudit(database.db, TENANT, noted);
const row = (id: string) => insertTenant(database.db, { id, name: "Acme", createdAt: 1 });
const swap = (a: number, b: number) =>
  [`n = -1 where n = ${a}`, `n = ${a} where n = ${b}`, `n = ${b} where n = -1`]
    .map((change) => `update audit_entries set ${change}`)
    .join(";");

describe("an audited change", () => {
  it("is written with its entries, each chained to the one before", async () => {
    const results = await commitAudited(database.db, [entry("a"), entry("b")], [row("tn_a"), row("tn_b")]);
    expect(results).toHaveLength(2);
    expect(await listAudit(database.db, TENANT, { limit: 9, before: null })).toMatchObject([
      { n: 2, target: "b", actor: "user_1", address: "192.0.2.1", mode: "test", after: null },
      { n: 1, target: "a", before: '{"b":{"a":[{"c":2,"d":1}],"z":1},"state":"active"}' },
    ]);
    expect(await verify()).toMatchObject({ head: { n: 2 }, fault: null });
  });

  it("leaves no entry when it fails, and no gap", async () => {
    await commitAudited(database.db, [entry("a")], [row("tn_a")]);
    await expect(commitAudited(database.db, [entry("b")], [row("tn_a")])).rejects.toThrow();
    await commitAudited(database.db, [entry("c")], []);
    expect(await listAudit(database.db, TENANT, { limit: 9, before: null })).toMatchObject([
      { n: 2, target: "c" },
      { n: 1, target: "a" },
    ]);
    expect((await verify()).fault).toBeNull();
  });

  it("keeps every entry of writers at the same time, and each change once", async () => {
    const ids = Array.from({ length: 20 }, (_, i) => `tn_${i}`);
    await Promise.all(ids.map((id) => commitAudited(database.db, [entry(id)], [row(id)])));
    const kept = await listAudit(database.db, TENANT, { limit: 99, before: null });
    expect(kept.map(({ target }) => target).sort()).toEqual([...ids].sort());
    expect(await verify()).toMatchObject({ head: { n: 20 }, fault: null });
    for (const id of ids) expect(await findTenant(database.db, id)).toBeDefined();
  });

  it("is chained within its tenant alone", async () => {
    await commitAudited(database.db, [entry("a")], []);
    await commitAudited(database.db, [entry("b", "tn_2")], []);
    expect(await listAudit(database.db, "tn_2", { limit: 9, before: null })).toMatchObject([{ n: 1 }]);
    await expect(commitAudited(database.db, [entry("a"), entry("b", "tn_2")], [])).rejects.toThrow();
  });
});

describe("verifying finds", () => {
  it.each([
    "at = at + 1",
    "mode = 'live'",
    "actor = 'user_2'",
    "address = null",
    "action = 'key.create'",
    "target = 'key_9'",
    "before = null",
    "after = '{}'",
    "hash = replace(hash, 'a', 'b')",
  ])("an entry whose %s was set", async (change) => {
    expect(await tampered(`update audit_entries set ${change} where n = 3`)).toEqual({
      n: 3,
      problem: "altered",
    });
  });

  it.each([
    ["an entry that was deleted", "delete from audit_entries where n = 3", { n: 3, problem: "missing" }],
    ["a first entry that was deleted", "delete from audit_entries where n = 1", { n: 1, problem: "missing" }],
    ["entries that changed places", swap(2, 4), { n: 2, problem: "unlinked" }],
    ["entries deleted at the end", "delete from audit_entries where n > 3", { n: 4, problem: "truncated" }],
    ["a whole log that was deleted", "delete from audit_entries", { n: 1, problem: "truncated" }],
    [
      "an entry put before the first",
      "update audit_entries set n = 0 where n = 1",
      { n: 1, problem: "missing" },
    ],
    [
      "an entry that was put in by hand",
      "insert into audit_entries select tenant_id, 6, at, mode, actor, address, action, target, before, after, hash, hash from audit_entries where n = 5",
      { n: 6, problem: "altered" },
    ],
  ])("%s", async (_, statement, fault) => {
    expect(await tampered(statement)).toEqual(fault);
  });

  it("a lost last entry still after others have followed", async () => {
    await tampered("delete from audit_entries where n = 5");
    await commitAudited(database.db, [entry("later")], []);
    expect((await verify()).fault).toEqual({ n: 5, problem: "missing" });
  });

  it("a log that was rewritten whole, given a recorded earlier head", async () => {
    await tampered("");
    const noted = (await verify()).head;
    await commitAudited(database.db, [entry("sixth")], []);
    expect((await verify(noted)).fault).toBeNull();
    await database.client.executeMultiple("delete from audit_entries; delete from audit_heads");
    for (let n = 1; n <= 4; n++) await commitAudited(database.db, [entry(`other_${n}`)], []);
    expect((await verify()).fault).toBeNull();
    expect((await verify(noted)).fault).toEqual({ n: 5, problem: "truncated" });
    for (let n = 5; n <= 6; n++) await commitAudited(database.db, [entry(`other_${n}`)], []);
    expect((await verify(noted)).fault).toEqual({ n: 5, problem: "replaced" });
  });

  it("nothing in a log of several pages that is whole", async () => {
    const many = Array.from({ length: 1_001 }, (_, i) => ({ ...entry(`t_${i}`), actor: OPERATOR }));
    await commitAudited(database.db, many, []);
    expect(await verify()).toMatchObject({ head: { n: 1_001 }, fault: null });
    await database.client.execute("update audit_entries set at = 0 where n = 777");
    expect((await verify()).fault).toEqual({ n: 777, problem: "altered" });
  });
});

describe("who acted", () => {
  it.each<[Actor, string, string | null]>([
    [{ kind: "key", keyId: "key_1", address: "192.0.2.1" }, "key_1", "192.0.2.1"],
    [{ kind: "token", jti: "jti_1", device: null, address: null }, "jti_1", null],
    [{ kind: "staff", userId: "usr_1", address: "192.0.2.1" }, "usr_1", "192.0.2.1"],
    [OPERATOR, "operator", null],
    [SYSTEM, "system", null],
  ])("is one text and one address in the log: %j", async (actor, id, address) => {
    await commitAudited(database.db, [{ ...entry("a"), actor }], []);
    const page = { limit: 1, before: null };
    expect(await listAudit(database.db, TENANT, page)).toMatchObject([{ actor: id, address }]);
  });

  it("hashes as it always has, so that chains of earlier versions hold", async () => {
    const [chained] = await chain([{ ...entry("key_1"), actor: OPERATOR }], EMPTY_CHAIN);
    expect(chained!.hash).toBe("ed4561852c2919bff631467c1063406aa3a488497badea3c892b0edd4c32f859");
  });
});
