import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openKeyRing } from "#edge/crypto/key-ring.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import { decideOverdue } from "#edge/operations/own-checks/answer-check.ts";
import { openVault, rewrapKeys } from "#edge/operations/tenants/vault-keys.ts";
import { expireOverdue } from "#edge/operations/verifications/close.ts";
import { selectSeenElsewhere } from "#edge/store/results/known-documents.ts";
import { type Dispatch, sweep } from "#edge/webhooks/delivery/dispatcher.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { forensics, MRZ, mrzField, reading } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";
import { openTestDatabase } from "#test/harness/test-database.ts";

const edge = await useGenuineEdge();

const HOUR = 3_600_000;
const WATCHLIST = { name: "watchlist", deadline_seconds: 3_600, fields: ["full_name", "date_of_birth"] };
const POLICY = { external_checks: [WATCHLIST] };

let references = 0;
async function begin(policy: object = POLICY, customerRef = `person-${++references}`) {
  return { customerRef, ...(await edge.verification(policy, customerRef)) };
}
type Begun = Awaited<ReturnType<typeof begin>>;

const show = ({ id, token }: Begun) =>
  edge.upload(`/v1/verifications/${id}/document`, token, { front: image(1) });
const selfie = ({ token }: Begun) =>
  edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image(9) });
async function finish(policy?: object, customerRef?: string) {
  const begun = await begin(policy, customerRef);
  await show(begun);
  await selfie(begun);
  return { ...begun, ended: await begun.read() };
}
const answer = ({ id }: { id: string }, body: object, name = "watchlist", by = edge.key) =>
  edge.call("POST", `/v1/verifications/${id}/checks/${name}`, by, body);
const sweepDue = async () => {
  const ctx = systemContext(edge.services, edge.services.clock());
  await decideOverdue(ctx);
  await expireOverdue(ctx);
};
const review = (id: string, more: object = {}) =>
  edge.call("POST", `/v1/verifications/${id}/review`, edge.key, {
    ...{ ruling: "approved", reason: "own_check_cleared", acting_as: "ada", ...more },
  });
const codesOf = ({ decision_reasons }: { decision_reasons: { code: string }[] }) =>
  decision_reasons.map(({ code }) => code);
const eventsOf = async (id: string) =>
  (await edge.rows("events"))
    .filter(({ subject_id }) => subject_id === id)
    .map(({ type, body }) => ({ type, data: JSON.parse(body as string).data }));
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);

/** A passport with another number. */
const numbered = (number: string) =>
  reading({
    lines: reading().lines.map((each) => ({ ...each, text: each.text.replace("L898902C3", number) })),
    mrz: {
      ...MRZ,
      lines: MRZ.lines.map((text) => text.replace("L898902C3", number)),
      fields: MRZ.fields.map((field) =>
        field.name === "document_number" ? mrzField(field.name, number) : field,
      ),
    },
  });

describe("1. a decision that waits for the tenant's check", () => {
  it("follows the answer: passed approves, review sends to a reviewer, failed declines", async () => {
    for (const [said, decision, codes] of [
      ["passed", "approved", []],
      ["review", "review", ["external_check_review"]],
      ["failed", "declined", ["external_check_failed"]],
    ] as const) {
      const begun = await finish();
      expect(begun.ended).toMatchObject({ status: "in_progress", decision: null, next_action: null });
      expect(begun.ended.checks).toMatchObject([{ name: "watchlist", status: "pending", answered_at: null }]);
      const { status, body } = await answer(begun, { outcome: said, reference: "case-1", reason: "a match" });
      expect([status, body.decision, codesOf(body)]).toEqual([200, decision, codes]);
      expect(body.checks).toMatchObject([{ status: said, reference: "case-1", reason: "a match" }]);
      for (const reason of body.decision_reasons)
        expect(reason).toMatchObject({ step: "external_check", source: "tenant" });
      expect(await typesOf(begun.id)).toEqual([
        "verification.check_requested",
        "verification.completed",
        ...(said === "review" ? ["verification.review_required"] : []),
      ]);
    }
  });

  it("is requested with the fields that the check asks for, whichever step ends last", async () => {
    for (const steps of [
      [show, selfie],
      [selfie, show],
    ]) {
      const begun = await begin();
      await steps[0]!(begun);
      expect(await typesOf(begun.id)).toEqual([]);
      await steps[1]!(begun);
      const { data } = (await eventsOf(begun.id))[0]!;
      expect(data).toMatchObject({ vf_id: begun.id, check: "watchlist", customer_ref: begun.customerRef });
      expect(data.fields).toEqual({
        full_name: { value: "ANNA MARIA ERIKSSON", source: expect.any(String) },
        date_of_birth: { value: "1974-08-12", source: "mrz" },
      });
    }
  });

  it("ends by on_deadline if nobody answers, and a late answer is 409", async () => {
    for (const [on_deadline, decision] of [
      ["review", "review"],
      ["decline", "declined"],
    ]) {
      const begun = await finish({ external_checks: [{ ...WATCHLIST, on_deadline }] });
      await sweepDue();
      expect((await begun.read()).decision).toBeNull();
      edge.advance(HOUR);
      expect(outcome(await answer(begun, { outcome: "passed" }))).toBe("409 verification_not_open");
      await sweepDue();
      const ended = await begun.read();
      expect([ended.decision, codesOf(ended)]).toEqual([decision, ["external_check_overdue"]]);
      expect(ended.checks).toMatchObject([{ answered_at: null }]);
      expect(await typesOf(begun.id)).toContain("verification.completed");
    }
  });

  it("does not expire while the check is awaited: the person has done their part", async () => {
    const begun = await finish({ ...POLICY, expires_in_seconds: 300 });
    edge.advance(HOUR - 60_000);
    await sweepDue();
    expect((await begun.read()).status).toBe("in_progress");
    expect((await answer(begun, { outcome: "passed" })).body.decision).toBe("approved");
  });

  it("waits for every check of the policy, and ends at the first that failed", async () => {
    const policy = { external_checks: [WATCHLIST, { name: "blocklist" }, { name: "manual" }] };
    const passed = await finish(policy);
    for (const name of ["manual", "watchlist"]) {
      expect((await answer(passed, { outcome: "passed" }, name)).body.decision).toBeNull();
    }
    expect((await answer(passed, { outcome: "passed" }, "blocklist")).body.decision).toBe("approved");
    const failed = await finish(policy);
    expect((await answer(failed, { outcome: "failed" }, "manual")).body.decision).toBe("declined");
    expect(outcome(await answer(failed, { outcome: "passed" }))).toBe("409 verification_not_open");
  });

  it("takes one of two simultaneous answers: the other is 409", async () => {
    const begun = await finish();
    const said = [{ outcome: "passed" }, { outcome: "failed" }].map((body) => answer(begun, body));
    expect((await Promise.all(said)).map(outcome).sort()).toEqual(["200", "409 verification_not_open"]);
    expect((await typesOf(begun.id)).filter((type) => type === "verification.completed")).toHaveLength(1);
  });

  it("is requested again from a server that was away for an hour, and its answer counts", async () => {
    const body = { url: "https://example.com/hook", events: ["verification.check_requested"] };
    const created = await edge.call("POST", "/v1/webhook-endpoints", edge.key, body);
    const begun = await finish({ external_checks: [{ ...WATCHLIST, deadline_seconds: 86_400 }] });
    let isAway = true;
    const received: string[] = [];
    const dispatch: Dispatch = {
      ...{ db: edge.db, vault: edge.services.vault, settings: edge.services.webhooks },
      clock: edge.services.clock,
      egress: {
        fetch: async (_, init) => {
          if (isAway) throw new TypeError("connect ECONNREFUSED");
          received.push(String(init.body));
          return new Response("");
        },
      },
      disableFailing: async () => undefined,
    };
    for (const minutes of [0, 1, 3, 11]) {
      edge.advance(minutes * 60_000);
      await sweep(dispatch);
    }
    isAway = false;
    edge.advance(HOUR);
    await sweep(dispatch);
    expect(received.map((text) => JSON.parse(text).data.vf_id)).toEqual([begun.id]);
    expect((await answer(begun, { outcome: "passed" })).body.decision).toBe("approved");
    await edge.call("DELETE", `/v1/webhook-endpoints/${created.body.id}`, edge.key);
  });

  it("takes no further capture: the check was asked about the captures that count", async () => {
    const begun = await finish();
    edge.answers.reading = numbered("X00000001");
    expect(outcome(await show(begun))).toBe("409 verification_not_open");
    expect(outcome(await selfie(begun))).toBe("409 verification_not_open");
    const { body } = await answer(begun, { outcome: "passed" });
    expect(body.steps[0].attempts).toBe(1);
  });

  it("is not asked for a declined verification, and never lifts a finding", async () => {
    edge.answers.forensics = forensics({ editingSoftware: ["Paint"] });
    const declined = await begin({ ...POLICY, on_fraud_suspicious: "decline" });
    await show(declined);
    expect(await typesOf(declined.id)).toEqual(["verification.completed"]);
    const found = await finish();
    const { body } = await answer(found, { outcome: "passed" });
    expect([body.decision, codesOf(body)]).toEqual(["review", ["fraud_suspicious"]]);
  });

  it("reaches the device as wait, and then as the outcome without the check", async () => {
    const begun = await finish();
    const next = async () => (await edge.call("GET", `/v1/verifications/${begun.id}/next`, begun.token)).body;
    expect((await next()).action.type).toBe("wait");
    await answer(begun, { outcome: "failed", reference: "case-7", reason: "on the list" });
    expect((await next()).outcome).toBe("unsuccessful");
    const { body } = await edge.call("GET", `/v1/verifications/${begun.id}`, begun.token);
    expect([body.decision, body.decision_reasons]).toEqual(["declined", []]);
    expect(JSON.stringify(body)).not.toMatch(/external|watchlist|case-7|on the list/);
  });

  it("is judged by a reviewer when it says review: the ruling names the check", async () => {
    const begun = await finish();
    await answer(begun, { outcome: "review" });
    const { body } = await review(begun.id, { note: "The entry is of another person." });
    expect(body.verification).toMatchObject({
      decision: "approved",
      decision_reasons: [{ code: "own_check_cleared", step: "external_check", source: "reviewer" }],
    });
  });
});

describe("2. an answer that is not awaited", () => {
  it("is 409: after an approval, twice, and before every step is settled", async () => {
    const begun = await begin();
    const early = await answer(begun, { outcome: "passed" });
    expect(outcome(early)).toBe("409 verification_not_open");
    expect(early.body.error.message).toContain("is not requested before every step is settled");
    await show(begun);
    await selfie(begun);
    await answer(begun, { outcome: "passed" });
    expect(outcome(await answer(begun, { outcome: "failed" }))).toBe("409 verification_not_open");
    expect((await begun.read()).decision).toBe("approved");
  });

  it("is 404 for a check that the policy does not name, and for another tenant", async () => {
    const begun = await finish();
    expect(outcome(await answer(begun, { outcome: "passed" }, "other"))).toBe("404 not_found");
    const stranger = (await edge.newTenant()).keys.test;
    expect(outcome(await answer(begun, { outcome: "passed" }, "watchlist", stranger))).toBe("404 not_found");
  });
});

const REPEAT = { repeat: "review" };
const seen = (...names: string[]) =>
  names.map((verification_id) => ({ verification_id, name: "match", date_of_birth: "match" }));

describe("3. one document under two references", () => {
  it("goes to review with the other verification's id, and is declined with decline", async () => {
    edge.answers.reading = numbered("R00000001");
    const first = await finish(REPEAT);
    expect([first.ended.decision, first.ended.seen_under]).toEqual(["approved", []]);
    const second = await finish(REPEAT);
    expect([second.ended.decision, codesOf(second.ended)]).toEqual(["review", ["document_reused"]]);
    expect(second.ended.decision_reasons[0].source).toBe("tenant");
    expect(second.ended.seen_under).toEqual(seen(first.id));
    expect((await first.read()).seen_under).toEqual(seen(second.id));
    const third = await finish({ repeat: "decline" });
    expect([third.ended.decision, third.ended.seen_under]).toEqual(["declined", seen(second.id, first.id)]);
  });

  it("means nothing under one reference, and in another tenant, mode or state", async () => {
    edge.answers.reading = numbered("R00000002");
    const { customerRef, id } = await finish(REPEAT);
    const again = await finish(REPEAT, customerRef);
    expect([again.ended.decision, again.ended.seen_under]).toEqual(["approved", []]);
    const other = (await edge.newTenant()).keys.test;
    const foreign = await edge.verification(REPEAT, "person-x", other);
    await edge.upload(`/v1/verifications/${foreign.id}/document`, foreign.token, { front: image(1) });
    expect(await foreign.read()).toMatchObject({ seen_under: [], steps: [{ status: "passed" }, {}, {}] });
    expect(JSON.stringify(await foreign.read())).not.toContain(id);
  });

  it("says whether the name and the birth date are the same", async () => {
    edge.answers.reading = numbered("R00000003");
    await finish(REPEAT);
    const other = numbered("R00000003");
    const changes: Record<string, string> = { primary_identifier: "MUSTERMANN", date_of_birth: "640812" };
    const fields = other.mrz!.fields.map((field) =>
      field.name in changes ? mrzField(field.name, changes[field.name]!) : field,
    );
    edge.answers.reading = { ...other, mrz: { ...other.mrz!, fields } };
    const { ended } = await finish(REPEAT);
    expect(ended.seen_under).toMatchObject([{ name: "mismatch", date_of_birth: "mismatch" }]);
  });

  it("was shown before the policy had repeat: it is noted whatever the policy", async () => {
    edge.answers.reading = numbered("R00000004");
    const before = await finish({});
    expect("seen_under" in before.ended).toBe(false);
    expect((await finish(REPEAT)).ended.seen_under).toEqual(seen(before.id));
  });

  it("is noticed by the slower one of two at the same moment", async () => {
    edge.answers.reading = numbered("R00000005");
    const both = await Promise.all([begin(REPEAT), begin(REPEAT)]);
    const shown = (await Promise.all(both.map(show))).map(outcome);
    const slower = both[shown.indexOf("503 service_unavailable")];
    if (slower !== undefined) expect(outcome(await show(slower))).toBe("200");
    await Promise.all(both.map(selfie));
    const decisions = (await Promise.all(both.map(({ read }) => read()))).map(({ decision }) => decision);
    expect(decisions.sort()).toEqual(["approved", "review"]);
  });

  it("is found by one search of an index among 10,000 numbers", async () => {
    const { client, db, close } = await openTestDatabase();
    const numbers =
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000) select 'tn_1', 'test', cast('number ' || i as blob), 'vf_' || i, 'ocr_' || i from n";
    await client.execute(
      `insert into search_terms (tenant_id, mode, term, verification_id, result_id) ${numbers}`,
    );
    const which = { terms: [new Uint8Array(16)], customerRef: "person", limit: 1 };
    const { sql, params } = selectSeenElsewhere(db, { tenantId: "tn_1", mode: "test" }, which).toSQL();
    const plan = await client.execute({ sql: `explain query plan ${sql}`, args: params as [] });
    const reads = plan.rows
      .map(({ detail }) => String(detail))
      .filter((detail) => /SCAN|SEARCH/.test(detail));
    expect(reads).toEqual([
      expect.stringMatching(/^SEARCH search_terms USING INDEX search_terms_term .*term=\?/),
      expect.stringMatching(/^SEARCH verifications USING INDEX \w+ \(id=\?\)/),
    ]);
    await close();
  });

  it("cannot be compared without its number: the reading needs a review", async () => {
    const { mrz, ...unread } = numbered("R00000006");
    const fields = mrz!.fields.filter(({ name }) => name !== "issuing_state");
    edge.answers.reading = { ...unread, mrz: { ...mrz!, fields } };
    const { ended } = await finish(REPEAT);
    expect([ended.decision, codesOf(ended)]).toEqual(["review", ["number_not_read"]]);
  });
});

const blocked = (list: string, number: string, more: object = {}) =>
  edge.call("POST", `/v1/lists/${list}/items`, edge.key, {
    ...{ kind: "document", issuing_country: "UTO", document_number: number, ...more },
  });

describe("lists", () => {
  it("a blocked document is reviewed or declined as block_list says, and not read without it", async () => {
    edge.answers.reading = numbered("B00000001");
    const item = await blocked("block", "b-0000 0001", { reason: "stolen" });
    expect(item).toMatchObject({ status: 201, body: { list: "block", reason: "stolen", expires_at: null } });
    for (const [block_list, decision, codes] of [
      ["review", "review", ["list_blocked"]],
      ["decline", "declined", ["list_blocked"]],
      ["off", "approved", []],
    ] as const) {
      const { ended } = await finish({ block_list });
      expect([ended.decision, codesOf(ended)]).toEqual([decision, codes]);
    }
    const { ended } = await finish({ block_list: "review" });
    const unreasoned = await review(ended.id);
    expect(outcome(unreasoned)).toBe("400 invalid_parameter");
    expect(unreasoned.body.error.message).toContain("list_blocked");
    const removed = await edge.call("DELETE", `/v1/lists/block/items/${item.body.id}`, edge.key);
    expect(removed.status).toBe(204);
    expect((await finish({ block_list: "decline" })).ended.decision).toBe("approved");
  });

  it("an allowed document is not reused, and the allow list lifts no block", async () => {
    edge.answers.reading = numbered("B00000002");
    await finish(REPEAT);
    await blocked("allow", "B00000002");
    expect((await finish(REPEAT)).ended.decision).toBe("approved");
    await blocked("block", "B00000002");
    const { ended } = await finish({ ...REPEAT, block_list: "decline" });
    expect([ended.decision, codesOf(ended)]).toEqual(["declined", ["list_blocked"]]);
  });

  it("an item ends at its time, and adding it again changes its end and keeps its id", async () => {
    edge.answers.reading = numbered("B00000003");
    const until = new Date(edge.services.clock() + HOUR).toISOString();
    const { body } = await blocked("block", "B00000003", { expires_at: until });
    expect((await finish({ block_list: "review" })).ended.decision).toBe("review");
    edge.advance(HOUR);
    expect((await finish({ block_list: "review" })).ended.decision).toBe("approved");
    const again = await blocked("block", "B00000003", { reason: "again" });
    expect(again.body).toMatchObject({ id: body.id, reason: "again", expires_at: null });
    expect((await finish({ block_list: "review" })).ended.decision).toBe("review");
    expect(outcome(await blocked("block", "B00000003", { expires_at: until }))).toBe("400 invalid_parameter");
  });

  it("a blocked face that dedupe finds is declined under another reference, and ends with its registration", async () => {
    const form = { customer_ref: "the-blocked-one", image: image(5) };
    const { body } = await edge.upload("/v1/face/registrations", edge.key, form);
    const face = { kind: "face", registration_id: body.registration_id };
    const item = await edge.call("POST", "/v1/lists/block/items", edge.key, face);
    expect(item.status).toBe(201);
    edge.answers.reading = numbered("B00000004");
    const policy = { dedupe: "review", block_list: "decline" };
    const { ended } = await finish(policy);
    expect([ended.decision, codesOf(ended)]).toEqual(["declined", ["list_blocked"]]);
    expect(codesOf((await finish({ dedupe: "review" })).ended)).toEqual(["duplicate_face"]);
    expect(outcome(await edge.call("POST", "/v1/lists/allow/items", edge.key, face))).toBe(
      "400 invalid_parameter",
    );
    await edge.call("POST", "/v1/face/registrations/delete", edge.key, { customer_ref: "the-blocked-one" });
    const { body: page } = await edge.call("GET", "/v1/lists/block/items", edge.key);
    expect(page.data.map(({ id }: { id: string }) => id)).not.toContain(item.body.id);
    expect((await finish(policy)).ended.decision).toBe("approved");
  });
});

describe("4. an erased person", () => {
  it("is forgotten by the other's check, and so is a deleted reading", async () => {
    edge.answers.reading = numbered("E00000001");
    const first = await finish(REPEAT);
    const second = await finish(REPEAT);
    const third = await finish(REPEAT);
    expect(third.ended.seen_under).toEqual(seen(second.id, first.id));
    await edge.call("POST", "/v1/customers/erase", edge.key, { customer_ref: first.customerRef });
    expect((await third.read()).seen_under).toEqual(seen(second.id));
    const ocr = second.ended.steps[0].result_ids.find((id: string) => id.startsWith("ocr_"));
    await edge.call("DELETE", `/v1/ocr/${ocr}`, edge.key);
    expect((await third.read()).seen_under).toEqual([]);
    await edge.call("POST", "/v1/customers/erase", edge.key, { customer_ref: third.customerRef });
    expect((await finish(REPEAT)).ended.decision).toBe("approved");
  });

  it("leaves no word of the tenant's about a check", async () => {
    const begun = await finish();
    await answer(begun, { outcome: "review", reference: "case-4711", reason: "resembles Mr X" });
    await edge.call("POST", "/v1/customers/erase", edge.key, { customer_ref: begun.customerRef });
    const left = await Promise.all(
      ["verifications", "events", "audit_entries"].map((table) => edge.rows(table)),
    );
    expect(JSON.stringify(left)).not.toMatch(/case-4711|resembles/);
    expect((await begun.read()).checks).toEqual([]);
  });
});

describe("5. a rotated key", () => {
  it("changes no match: of repeated documents and of lists", async () => {
    edge.answers.reading = numbered("K00000001");
    const first = await finish(REPEAT);
    await blocked("block", "K00000002");
    const { DATA_KEYS: keys } = edge.services.env;
    const fresh = randomBytes(32);
    const ctx = systemContext({ db: edge.db, media: null }, edge.services.clock());
    await rewrapKeys(ctx, { ring: await openKeyRing([fresh, ...keys]) });
    const opened = await openVault(ctx, { ring: await openKeyRing([fresh]) });
    Object.assign(edge.services, opened);
    expect((await finish(REPEAT)).ended.seen_under).toEqual(seen(first.id));
    edge.answers.reading = numbered("K00000002");
    expect((await finish({ block_list: "review" })).ended.decision).toBe("review");
  });
});

describe("6. a number", () => {
  it("is in no row of the lists and of the index, and in no audit entry", async () => {
    const number = "Z98765432";
    edge.answers.reading = numbered(number);
    await blocked("block", number);
    await finish({ ...REPEAT, block_list: "review" });
    const tables = ["list_items", "search_terms", "audit_entries"];
    for (const table of tables) {
      const rows = await edge.rows(table);
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows), table).not.toContain(number);
    }
  });
});

describe("7. a policy without external_checks", () => {
  it("has no member, event or row of them, and the same answers as before", async () => {
    const { id, ended } = await finish({});
    expect(ended.decision).toBe("approved");
    for (const name of ["checks", "seen_under"]) expect(name in ended).toBe(false);
    for (const name of ["external_checks", "repeat", "block_list"]) expect(name in ended.policy).toBe(false);
    expect(await typesOf(id)).toEqual(["verification.completed"]);
    const [row] = (await edge.rows("verifications")).filter((each) => each.id === id);
    expect([row!.checks, row!.check_deadline]).toEqual([null, null]);
    expect(Object.keys(JSON.parse(row!.steps as string)[0].parts)).toEqual(["ocr", "fraud"]);
  });
});
