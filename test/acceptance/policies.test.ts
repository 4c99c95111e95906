import { describe, expect, it } from "vitest";
import { listAudit } from "#edge/store/audit/audit.ts";
import { policySchema } from "#edge/verification/policy.ts";
import { CHANGES, send } from "#test/harness/edge/policy-changes.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import type { KeyScope } from "#vocabulary/key-scopes.ts";
import { newKey } from "../edge/keys/new-key.ts";
import { openPolicies, UPLOADS } from "./policy-calls.ts";

const { edge, post, get, create, begin, decide, replay } = await openPolicies();

describe("a named policy", () => {
  it("has the defaults of its creation, and a verification names it in place of its rules", async () => {
    const policy = await create({ min_age: 18 });
    expect(policy).toMatchObject({ version: 1, archived_at: null, mode: "test" });
    expect(policy.policy).toEqual(policySchema.parse({ min_age: 18 }));
    const { verification } = await begin({ policy_id: policy.id });
    expect(verification).toMatchObject({ policy_id: policy.id, policy_version: 1, policy: policy.policy });
  });

  it("gets versions: the last one counts by default, and none of them ever changes", async () => {
    const { id } = await create({ min_age: 18 });
    const old = await begin({ policy_id: id });
    const added = await post(`/v1/policies/${id}/versions`, { policy: { min_age: 21 } });
    expect(added).toMatchObject({ status: 201, body: { version: 2, policy: { min_age: 21 } } });
    expect((await begin({ policy_id: id })).verification).toMatchObject({
      ...{ policy_version: 2, policy: { min_age: 21 } },
    });
    expect((await begin({ policy_id: id, policy_version: 1 })).verification.policy.min_age).toBe(18);
    expect(await old.read()).toMatchObject({ policy_version: 1, policy: { min_age: 18 } });
    const { versions } = await get(`/v1/policies/${id}`);
    expect(versions.map((each: { version: number }) => each.version)).toEqual([1, 2]);
  });

  it("is added to by ten calls at once: each gets a number of its own", async () => {
    const { id } = await create();
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, i) => post(`/v1/policies/${id}/versions`, { policy: { min_age: i } })),
    );
    const numbers = added.map(({ body }) => body.version).sort((a, b) => a - b);
    expect(numbers).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it("is returned with events, with its version and the effective rules; an inline policy is not", async () => {
    const { id } = await create();
    const named = await decide({ policy_id: id });
    const inline = await decide({ policy: {} });
    const rows = await edge.rows("events");
    const dataOf = (of: string) => {
      const row = rows.find(({ type, subject_id }) => type === "verification.completed" && subject_id === of);
      return JSON.parse(String(row!.body)).data;
    };
    expect(dataOf(named.id)).toMatchObject({ policy_id: id, policy_version: 1, policy: { min_age: null } });
    expect(Object.keys(dataOf(inline.id))).not.toContain("policy_id");
    expect(Object.keys(await inline.read())).not.toContain("policy_id");
  });

  it("that is archived creates nothing more, takes no version, and stays readable", async () => {
    const { id } = await create();
    const begun = await begin({ policy_id: id });
    for (let n = 0; n < 2; n++) {
      expect((await post(`/v1/policies/${id}/archive`, {})).body.archived_at).not.toBeNull();
    }
    for (const refused of [
      await post("/v1/verifications", { customer_ref: "c", policy_id: id }),
      await post(`/v1/policies/${id}/versions`, { policy: {} }),
    ]) {
      expect(outcome(refused)).toBe("400 invalid_parameter");
    }
    expect((await get(`/v1/policies/${id}`)).versions).toHaveLength(1);
    expect((await begun.read()).policy_id).toBe(id);
  });

  it.each([
    ["both", { policy: {}, policy_id: "pol_01JPA6Z8W4K8N2P4R6S8T0V2W4" }, "policy_id"],
    ["an unknown id", { policy_id: "pol_01JPA6Z8W4K8N2P4R6S8T0V2W4" }, "policy_id"],
    ["a version without an id", { policy_version: 1 }, "policy_version"],
  ])("%s is 400 at the creation of a verification", async (_, given, param) => {
    const { status, body } = await post("/v1/verifications", { customer_ref: "c", ...given });
    expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_parameter", param]);
  });

  it("has no unknown version", async () => {
    const { id } = await create();
    const begun = await post("/v1/verifications", { customer_ref: "c", policy_id: id, policy_version: 2 });
    expect([begun.status, begun.body.error.param]).toEqual([400, "policy_version"]);
  });

  it("is made once by a repeated call, and names the field of a fault", async () => {
    const body = { name: "Once", policy: {} };
    const once = () => edge.call("POST", "/v1/policies", edge.key, body, { "Idempotency-Key": "once" });
    const { id } = (await once()).body;
    expect((await once()).body.id).toBe(id);
    const wrong = await post("/v1/policies", { name: "n", policy: { min_age: 200 } });
    expect(wrong.body.error.param).toBe("policy.min_age");
  });

  it("belongs to its tenant and mode", async () => {
    const { id } = await create();
    const live = edge.tenant.keys.live;
    expect(outcome(await edge.call("GET", `/v1/policies/${id}`, live))).toBe("404 not_found");
    const begun = await post("/v1/verifications", { customer_ref: "c", policy_id: id }, live);
    expect(begun.body.error.param).toBe("policy_id");
  });

  it("has its creation, its versions and its end in the audit log", async () => {
    const { id } = await create();
    await post(`/v1/policies/${id}/versions`, { policy: {} });
    await post(`/v1/policies/${id}/archive`, {});
    const page = { limit: 10, before: null };
    const entries = await listAudit(edge.services.db, edge.tenant.id, page, { target: id });
    expect(entries.map(({ action }) => action)).toEqual(["policy.archive", "policy.change", "policy.create"]);
  });
});

describe("a replay", () => {
  it("of a reviewed verification compares the decision that the rules made", async () => {
    const { uploads } = CHANGES.on_fraud_suspicious;
    const { id } = await create();
    const begun = await decide({ policy_id: id }, uploads);
    const ruling = { ruling: "declined", reason: "document_forged", acting_as: "agent-7" };
    expect(outcome(await post(`/v1/verifications/${begun.id}/review`, ruling))).toBe("200");
    const { changes } = await replay(id, { policy: { on_fraud_suspicious: "decline" } });
    expect(changes).toEqual([{ from: "review", to: "declined", count: 1 }]);
  });

  it("says how many decisions it left out, and why", async () => {
    const { id } = await create();
    const [erased, unread] = [await decide({ policy_id: id }), await decide({ policy_id: id })];
    await decide({ policy_id: id });
    await post("/v1/customers/erase", { customer_ref: erased.customer_ref });
    const { steps } = await unread.read();
    const [ocr] = steps[0].result_ids;
    await edge.call("DELETE", `/v1/ocr/${ocr}`, edge.key);
    expect(await replay(id)).toMatchObject({
      ...{ examined: 3, replayed: 1, unchanged: 1 },
      left_out: expect.arrayContaining([
        { why: "erased", count: 1 },
        { why: "not_recorded", count: 1 },
      ]),
    });
    const searched = await replay(id, { policy: { dedupe: "review" } });
    expect(searched.left_out).toContainEqual({ why: "not_measured", count: 1 });
    // A selfie that is too weak is rejected before anything is searched.
    const weak = await replay(id, { policy: { dedupe: "review", liveness_mode: "challenge" } });
    expect(weak.changes).toEqual([{ from: "approved", to: "open", count: 1 }]);
  });

  it("leaves out a decision that today's rules would not make again", async () => {
    const { id } = await create();
    const { id: decided } = await decide({ policy_id: id });
    await edge.client.execute({
      sql: "update verifications set decision = 'declined' where id = ?",
      args: [decided],
    });
    expect((await replay(id)).left_out).toEqual([{ why: "rules_changed", count: 1 }]);
  });

  it("continues where the last call ended, and reads its own policy's decisions or all", async () => {
    const { id } = await create();
    for (let n = 0; n < 3; n++) await decide({ policy_id: id });
    const first = await replay(id, { limit: 2 });
    expect(first).toMatchObject({ examined: 2, has_more: true });
    const rest = await replay(id, { limit: 2, cursor: first.next_cursor });
    expect(rest).toMatchObject({ examined: 1, has_more: false, next_cursor: null });
    const all = await replay(id, { made_with: "any_policy" });
    expect(all.examined).toBeGreaterThan(3);
    const none = await replay(id, {
      created_before: new Date(edge.services.clock() - 3_600_000).toISOString(),
    });
    expect(none.examined).toBe(0);
  });

  it("changes nothing, costs no unit, and has no data of a person", async () => {
    const { id } = await create();
    const begun = await decide({ policy_id: id });
    const kept = async () => JSON.stringify([await edge.rows("verifications"), await edge.rows("usage")]);
    const before = await kept();
    const report = JSON.stringify(await replay(id, { policy: { min_age: 99 } }));
    expect(await kept()).toBe(before);
    for (const text of [begun.id, begun.customer_ref, "ERIKSSON", "Eriksson", "1974", "L898902C3"]) {
      expect(report).not.toContain(text);
    }
  });

  it("is made ten times a minute for a mode, and then 429 rate_limited", async () => {
    const { id } = await create();
    edge.advance(60_000);
    for (let n = 0; n < 10; n++) expect(outcome(await post(`/v1/policies/${id}/replay`, {}))).toBe("200");
    const beyond = await post(`/v1/policies/${id}/replay`, {});
    expect(outcome(beyond)).toBe("429 rate_limited");
    expect(Number(beyond.headers.get("retry-after"))).toBeGreaterThan(0);
    edge.advance(61_000);
  });

  it("needs the right to read verifications, and shows issuing states to keys that see personal data", async () => {
    const { id } = await create();
    await decide({ policy_id: id });
    const restricted = async (...scopes: readonly KeyScope[]) =>
      (await newKey(edge, edge.tenant, { scopes })).key;
    const [writer, reader] = [await restricted("policies:write"), await restricted("verifications:read")];
    const body = { policy: { min_age: 99 } };
    expect(outcome(await post(`/v1/policies/${id}/replay`, body, writer))).toBe("403 key_scope_insufficient");
    const seen = await post(`/v1/policies/${id}/replay`, body, reader);
    expect(seen.body.changes).toHaveLength(1);
    expect(Object.keys(seen.body)).not.toContain("by_issuing_state");
  });

  it("keeps what calls measured after the end, and no digest of an image", async () => {
    const decided = await decide({ policy: {} });
    const canceled = await begin({ policy: {} });
    await send(edge, canceled, UPLOADS.slice(0, 1));
    await post(`/v1/verifications/${canceled.id}/cancel`, {});
    const rows = await edge.rows("verification_revisions");
    const capturesOf = (id: string) =>
      rows.flatMap(({ verification_id, change, inputs }) =>
        verification_id === id && change === "step_result" ? JSON.parse(String(inputs)).capture : [],
      );
    expect([capturesOf(decided.id), capturesOf(canceled.id)]).toEqual([["2", "3"], ["2"]]);
  });
});
