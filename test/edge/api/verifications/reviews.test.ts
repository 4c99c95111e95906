import { beforeEach, describe, expect, it } from "vitest";
import { addMember } from "#edge/operations/accounts/members.ts";
import { changeSettings } from "#edge/operations/tenants/tenant.ts";
import { reviewVerification } from "#edge/operations/verifications/review.ts";
import { readNotes } from "#edge/operations/verifications/review-notes.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { listEvents } from "#edge/store/webhooks/events.ts";
import { endInReview } from "#test/harness/edge/record-step.ts";
import { outcome, type TestTenant } from "#test/harness/edge/test-edge.ts";
import { useTestEdge } from "#test/harness/edge/use.ts";
import type { SecondReviewer } from "#vocabulary/verifications.ts";

const edge = await useTestEdge();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await edge.newTenant();
});

const APPROVE = { ruling: "approved", reason: "identity_confirmed" };
const DECLINE = { ruling: "declined", reason: "presentation_attack" };
const waiting = (more = {}) => endInReview(edge, tenant, more);
const rule = (id: string, acting_as: string, judged: object = APPROVE, headers = {}) =>
  edge.call("POST", `/v1/verifications/${id}/review`, tenant.keys.test, { ...judged, acting_as }, headers);
const claim = (id: string, acting_as: string) =>
  edge.call("POST", `/v1/verifications/${id}/claim`, tenant.keys.test, { acting_as });
const list = async (query = "") =>
  (await edge.call("GET", `/v1/reviews${query}`, tenant.keys.test)).body.data as {
    verification: { id: string };
  }[];
const ids = async (query = "") => (await list(query)).map(({ verification }) => verification.id);
const audited = async (id: string) =>
  (
    await listAudit(edge.db, tenant.id, { limit: 9, before: null }, { target: id, action: "verification." })
  ).map(({ action, actor, after }) => ({ action, actor, after: JSON.parse(after ?? "null") }));
const eventsOf = async (id: string) =>
  (await listEvents(edge.db, tenant.scope("test"), { limit: 99, before: null, type: undefined })).filter(
    ({ subjectId }) => subjectId === id,
  );
const asOperator = () => ({
  services: edge.services,
  tenantId: tenant.id,
  scope: tenant.scope("test"),
  actor: { kind: "operator" } as const,
  now: edge.services.clock(),
});
const ask = (secondReviewer: SecondReviewer) => changeSettings(asOperator(), { secondReviewer });

describe("a ruling by the API", () => {
  it("decides as one in the dashboard does, and is in the audit log with the key and the reviewer", async () => {
    const id = await waiting();
    const { status, body } = await rule(id, "Agent  7 ", { ...DECLINE, note: "Erika called" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ verification: { id, decision: "declined" }, proposal: null });
    expect(body.verification.decision_reasons).toMatchObject([{ code: "presentation_attack" }]);
    expect(await audited(id)).toEqual([
      {
        action: "verification.review",
        actor: tenant.keyIds.test,
        after: { decision: "declined", reason: "presentation_attack", acting_as: "agent 7" },
      },
    ]);
    expect(await readNotes(asOperator(), { id })).toMatchObject([
      { author: "agent 7", text: "Erika called" },
    ]);
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type)).toEqual([
      "verification.reviewed",
      "verification.review_required",
      "verification.completed",
    ]);
    expect(JSON.stringify([body, events])).not.toContain("Erika");
  });

  it.each([
    ["a reason of the other ruling", { ...APPROVE, reason: "document_forged" }, "400 invalid_parameter"],
    ["an unknown reason", { ...APPROVE, reason: "toString" }, "400 invalid_parameter"],
    ["a ruling that is none", { ...APPROVE, ruling: "review" }, "400 invalid_parameter"],
    ["no reviewer", { ...APPROVE, acting_as: undefined }, "400 missing_parameter"],
    ["a blank reviewer", { ...APPROVE, acting_as: "   " }, "400 invalid_parameter"],
    ["a longer note", { ...APPROVE, note: "n".repeat(2_001) }, "400 invalid_parameter"],
  ])("is not made with %s", async (_, body, answer) => {
    const id = await waiting();
    const whole = { acting_as: "agent-7", ...body };
    const path = `/v1/verifications/${id}/review`;
    expect(outcome(await edge.call("POST", path, tenant.keys.test, whole))).toBe(answer);
    expect(await ids()).toEqual([id]);
  });

  it("is made once: a second one is 409, and a repeated call with its Idempotency-Key gets the first answer", async () => {
    const id = await waiting();
    const headers = { "idempotency-key": "ruling-1" };
    const first = await rule(id, "ada", APPROVE, headers);
    expect((await rule(id, "ada", APPROVE, headers)).text).toBe(first.text);
    expect(outcome(await rule(id, "bo"))).toBe("409 verification_not_open");
  });

  it("waits for a claim of another reviewer to end", async () => {
    const id = await waiting();
    const { body } = await claim(id, "Ada");
    expect(body).toMatchObject({ verification_id: id, claimed_by: "ada" });
    expect(outcome(await claim(id, "bo"))).toBe("409 review_claimed");
    expect(outcome(await rule(id, "bo"))).toBe("409 review_claimed");
    expect(await list()).toMatchObject([{ claimed_by: "ada", claimed_until: body.claimed_until }]);
    expect(outcome(await rule(id, "ADA"))).toBe("200");
  });
});

describe("a second reviewer", () => {
  it("confirms the first one's ruling; the first one is 409 second_reviewer_required", async () => {
    await ask("approvals");
    const id = await waiting();
    const { body } = await rule(id, "ada");
    expect(body).toMatchObject({
      verification: { decision: "review" },
      proposal: { ...APPROVE, by: "ada", at: expect.any(String) },
    });
    expect(await list()).toMatchObject([{ proposal: body.proposal }]);
    expect(outcome(await rule(id, " ADA"))).toBe("409 second_reviewer_required");
    expect((await rule(id, "bo")).body).toMatchObject({
      verification: { decision: "approved" },
      proposal: null,
    });
    expect((await audited(id)).map(({ action }) => action)).toEqual([
      "verification.review",
      "verification.propose",
    ]);
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type)).toEqual([
      "verification.reviewed",
      "verification.review_required",
      "verification.completed",
    ]);
  });

  it("is no member under another name: acting_as with a member's address is that member", async () => {
    await ask("all");
    const person = { name: "Ada", email: "ada@example.test", password: "correct horse battery" };
    const { userId } = await addMember(asOperator(), { person, role: "reviewer" });
    const id = await waiting();
    const actor = { kind: "staff", userId, address: null } as const;
    await reviewVerification(
      { ...asOperator(), actor },
      { id, ruling: "approved", reason: "identity_confirmed" },
    );
    for (const name of ["Ada@Example.test", userId]) {
      expect(outcome(await rule(id, name))).toBe("409 second_reviewer_required");
    }
    expect(await list()).toMatchObject([{ proposal: { by: userId } }]);
  });

  it("is one of two at once: never both of one person's rulings count", async () => {
    await ask("all");
    const id = await waiting();
    const people = ["ada", "ada", "ada", "ada"];
    const answers = await Promise.all(people.map((person) => rule(id, person)));
    expect(answers.map(outcome).toSorted()).toEqual([
      "200",
      ...Array(3).fill("409 second_reviewer_required"),
    ]);
    expect(await ids()).toEqual([id]);
    expect((await rule(id, "bo")).body.verification.decision).toBe("approved");
  });

  it("leaves the first one's note with the second one's, both erased with the person", async () => {
    await ask("all");
    const id = await waiting({ customer_ref: "noted" });
    await rule(id, "ada", { ...APPROVE, note: "first" });
    await rule(id, "bo", { ...APPROVE, note: "second" });
    const notes = async () =>
      (await readNotes(asOperator(), { id })).map(({ author, text }) => [author, text]);
    expect(await notes()).toEqual([
      ["ada", "first"],
      ["bo", "second"],
    ]);
    const { body } = await edge.call("DELETE", "/v1/customers/noted", tenant.keys.test);
    expect(body.erased).toMatchObject({ review_notes: 2 });
    expect(await notes()).toEqual([]);
  });
});

describe("the list of reviews", () => {
  it("has what awaits a review, longest waiting first, page by page", async () => {
    const all = [await waiting(), await waiting(), await waiting()];
    await rule(all[1]!, "ada");
    expect(await ids()).toEqual([all[0], all[2]]);
    const { body } = await edge.call("GET", "/v1/reviews?limit=1", tenant.keys.test);
    expect(body.has_more).toBe(true);
    expect(await ids(`?limit=1&cursor=${body.next_cursor}`)).toEqual([all[2]]);
    expect((await edge.call("GET", "/v1/reviews", tenant.keys.live)).body.data).toEqual([]);
  });

  it("is filtered by reason, age, document type and language", async () => {
    const german = await waiting({ capture: { locale: "de-AT" } });
    const old = edge.services.clock();
    edge.advance(3_600_000);
    const other = await waiting({ reason: "frames_replayed", capture: { locale: "pt-BR" } });
    const since = encodeURIComponent(new Date(old + 60_000).toISOString());
    for (const [query, found] of [
      ["?reason=low_score", [german]],
      ["?reason=frames_replayed", [other]],
      ["?reason=low", []],
      [`?completed_before=${since}`, [german]],
      ["?locale=de", [german]],
      ["?locale=de-AT", [german]],
      ["?locale=de-DE", []],
      ["?locale=pt&reason=low_score", []],
      ["?document_type=passport", []],
    ] as const) {
      expect([query, await ids(query)]).toEqual([query, found]);
    }
    expect(await list()).toMatchObject([
      { locale: "de-AT", document_type: null },
      { locale: "pt-BR", document_type: null },
    ]);
  });

  it("does not take a session token, nor do a claim and a ruling", async () => {
    const asked = { customer_ref: "device" };
    const { session_token } = (await edge.call("POST", "/v1/verifications", tenant.keys.test, asked)).body;
    const id = await waiting();
    for (const [method, path, body] of [
      ["GET", "/v1/reviews", undefined],
      ["POST", `/v1/verifications/${id}/claim`, { acting_as: "ada" }],
      ["POST", `/v1/verifications/${id}/review`, { ...APPROVE, acting_as: "ada" }],
    ] as const) {
      const answer = await edge.call(method, path, session_token.token, body);
      expect([path, outcome(answer)]).toEqual([path, "403 token_scope_insufficient"]);
    }
  });
});
