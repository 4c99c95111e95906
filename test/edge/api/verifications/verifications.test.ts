import { afterAll, describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { expireOverdue } from "#edge/operations/verifications/close.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { openTestEdge } from "#test/harness/edge/test-edge.ts";

const edge = await openTestEdge();
const tenant = await edge.newTenant();
afterAll(() => edge.close());

const create = (body: unknown, key = tenant.keys.test) => edge.call("POST", "/v1/verifications", key, body);
const read = (id: string, key = tenant.keys.test) => edge.call("GET", `/v1/verifications/${id}`, key);
const cancel = (id: string, key = tenant.keys.test) =>
  edge.call("POST", `/v1/verifications/${id}/cancel`, key);

describe("POST /v1/verifications", () => {
  it("answers the verification with its policy resolved, and a token bound to it", async () => {
    const { status, body } = await create({ customer_ref: "user-1", policy: { liveness_mode: "challenge" } });
    expect(status).toBe(201);
    const { verification, session_token } = body;
    expect(verification).toMatchObject({
      id: expect.stringMatching(/^vf_/),
      ...{ status: "created", decision: null, decision_reasons: [], next_action: { type: "ocr_scan" } },
      ...{ customer_ref: "user-1", mode: "test" },
      policy: { liveness_mode: "challenge", steps: ["document", "liveness"], require_face_match: true },
      completed_at: null,
    });
    expect(verification.steps[1]).toEqual({
      ...{ name: "liveness", status: "pending", attempts: 0, max_attempts: 3 },
      ...{ result_ids: [], reason: null, updated_at: null },
    });
    expect(Date.parse(verification.expires_at) - Date.parse(verification.created_at)).toBe(86_400_000);
    expect(Object.keys(session_token)).toEqual(["token", "jti", "expires_at"]);
    const { steps, liveness_mode, document_types, max_attempts } = verification.policy;
    const policy = { steps, liveness_mode, document_types, max_attempts };
    expect((await read(verification.id, session_token.token)).body).toEqual({ ...verification, policy });
    expect((await read(verification.id)).body).toEqual({ ...verification, verified_data: null });
  });

  it.each([
    [{ policy: {} }, "missing_parameter", "customer_ref"],
    [{ customer_ref: "u", policy: { colour: 1 } }, "unknown_parameter", "policy.colour"],
    [{ customer_ref: "u", policy: { max_attempts: 11 } }, "invalid_parameter", "policy.max_attempts"],
    [{ customer_ref: "u", policy: { steps: ["selfie"] } }, "invalid_parameter", "policy.steps[0]"],
    [{ customer_ref: "u", policy: [] }, "invalid_parameter", "policy"],
    [{ customer_ref: "u", extra: true }, "unknown_parameter", "extra"],
  ])("rejects %j with %s", async (body, code, param) => {
    const { status, body: answer } = await create(body);
    expect([status, answer.error.code, answer.error.param]).toEqual([400, code, param]);
  });

  it("rejects a wrong store_media with the levels that there are", async () => {
    const { error } = (await create({ customer_ref: "u", policy: { store_media: "all" } })).body;
    expect(error.message).toMatch(/none, portrait, evidence/);
  });
});

describe("POST /v1/verifications/:id/cancel", () => {
  it("answers the canceled verification, and 409 the next time; the audit log has it once, with its key", async () => {
    const { id } = (await create({ customer_ref: "u" })).body.verification;
    const { status, body } = await cancel(id);
    expect([status, body.status, body.decision, body.next_action]).toEqual([200, "canceled", null, null]);
    expect((await read(id)).body).toEqual({ ...body, verified_data: null });
    const again = await cancel(id);
    expect([again.status, again.body.error.code]).toEqual([409, "verification_not_open"]);
    const logged = await listAudit(edge.db, tenant.id, { limit: 9, before: null }, { target: id });
    expect(logged).toMatchObject([
      { action: "verification.cancel", actor: tenant.keyIds.test, target: id, mode: "test" },
    ]);
  });

  it("of two at once, one is answered 409", async () => {
    const { id } = (await create({ customer_ref: "u" })).body.verification;
    const answers = await Promise.all([cancel(id), cancel(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("GET /v1/verifications", () => {
  const list = (query: string, key: string) => edge.call("GET", `/v1/verifications${query}`, key);

  it("pages through the tenant's and mode's own, newest first, each exactly once", async () => {
    const owner = await edge.newTenant();
    const created: string[] = [];
    for (let i = 0; i < 5; i++) {
      created.unshift((await create({ customer_ref: `u${i}` }, owner.keys.test)).body.verification.id);
    }
    await create({ customer_ref: "live one" }, owner.keys.live);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query = `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const { body } = await list(query, owner.keys.test);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      expect(body.has_more).toBe(body.next_cursor !== null);
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(created);
    expect((await list("", owner.keys.test)).body).toMatchObject({ has_more: false, next_cursor: null });
  });

  it("rejects the other mode's cursor, in a query and in a body", async () => {
    const { keys } = await edge.newTenant();
    for (const key of [keys.test, keys.test, keys.live]) await create({ customer_ref: "u" }, key);
    const { next_cursor: cursor } = (await list("?limit=1", keys.test)).body;
    const path = "/v1/verifications/search";
    for (const { status, body } of [
      await list(`?cursor=${cursor}`, keys.live),
      await edge.call("POST", path, keys.live, { customer_ref: "u", cursor }),
    ]) {
      expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_cursor", "cursor"]);
      expect(body.error.message).toBe(
        "cursor belongs to test mode, and this is live mode. Send next_cursor unchanged.",
      );
    }
  });

  it("narrows by status, decision, customer_ref and creation, together with the cursor", async () => {
    const owner = await edge.newTenant();
    const key = owner.keys.test;
    const created = async (customer_ref: string) => (await create({ customer_ref }, key)).body.verification;
    const [first, second] = [await created("u1"), await created("u1")];
    edge.advance(60_000);
    const third = await created("u2");
    await cancel(second.id, key);
    const ids = async (query: Record<string, string>) =>
      (await list(`?${new URLSearchParams(query)}`, key)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids({ status: "created" })).toEqual([third.id, first.id]);
    expect(await ids({ status: "canceled", customer_ref: "u1" })).toEqual([second.id]);
    expect(await ids({ customer_ref: "u1" })).toEqual([second.id, first.id]);
    expect(await ids({ decision: "approved" })).toEqual([]);
    expect(await ids({ created_after: third.created_at })).toEqual([third.id]);
    expect(await ids({ created_before: third.created_at })).toEqual([second.id, first.id]);
    expect(await ids({ created_after: "1950-01-01", created_before: "9999-12-31" })).toHaveLength(3);
    const page = (await list("?customer_ref=u1&limit=1", key)).body;
    expect(page).toMatchObject({ has_more: true, data: [{ id: second.id }] });
    expect(await ids({ customer_ref: "u1", cursor: page.next_cursor })).toEqual([first.id]);
  });

  it("lists nothing as open whose time has passed", async () => {
    const { keys } = await edge.newTenant();
    await create({ customer_ref: "u", policy: { expires_in_seconds: 300 } }, keys.test);
    edge.advance(301_000);
    expect((await list("?status=created", keys.test)).body.data).toEqual([]);
    await expireOverdue(systemContext(edge.services, edge.services.clock()));
    expect((await list("?status=expired", keys.test)).body.data).toMatchObject([{ status: "expired" }]);
  });

  it.each(["2026-03-14T09:26:53", "2026-03-14T09:26:53+01:00", "14.03.2026"])(
    "says for created_after=%s in which forms a time is taken",
    async (time) => {
      const { error } = (await list(`?created_after=${time}`, tenant.keys.test)).body;
      expect(error.message).toMatch(/with its offset.*%2B.*or a day/);
    },
  );

  it.each([
    ["?status=open", "invalid_parameter"],
    ["?decision=none", "invalid_parameter"],
    ["?customer_ref=", "invalid_parameter"],
    ["?created_after=yesterday", "invalid_parameter"],
    ["?created_after=2026-03-14T09:26:53", "invalid_parameter"],
    ["?created_before=1773480413", "invalid_parameter"],
    ["?limit=0", "limit_out_of_range"],
    ["?limit=101", "limit_out_of_range"],
    ["?limit=ten", "limit_out_of_range"],
    ["?limit=1.5", "limit_out_of_range"],
    ["?cursor=%00", "invalid_cursor"],
    [`?cursor=${btoa("test lc_1")}`, "invalid_cursor"],
    [`?cursor=${btoa("vf_1")}`, "invalid_cursor"],
    ["?color=blue", "unknown_parameter"],
  ])("rejects %s with %s", async (query, code) => {
    const { status, body } = await list(query, tenant.keys.test);
    expect([status, body.error.code, body.error.param]).toEqual([400, code, query.slice(1).split("=")[0]]);
  });
});
