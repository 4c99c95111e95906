import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Scope } from "#edge/core/scope.ts";
import { createEndpoint } from "#edge/operations/endpoints.ts";
import { type Judgement, reviewVerification } from "#edge/operations/verifications/review.ts";
import { readNotes } from "#edge/operations/verifications/review-notes.ts";
import { listAudit, verifyAudit } from "#edge/store/audit/audit.ts";
import { listDeliveries } from "#edge/store/webhooks/delivery-log.ts";
import { listEvents } from "#edge/store/webhooks/events.ts";
import { endInReview } from "#test/harness/edge/record-step.ts";
import { openTestEdge, type TestEdge, type TestTenant } from "#test/harness/edge/test-edge.ts";

let edge: TestEdge;
let tenant: TestTenant;
beforeAll(async () => {
  edge = await openTestEdge();
  tenant = await edge.newTenant();
});
afterAll(() => edge.close());

const REVIEWER = { kind: "staff", userId: "user_1", address: "192.0.2.7" } as const;
const APPROVE: Judgement = { ruling: "approved", reason: "identity_confirmed" };
const DECLINE: Judgement = { ruling: "declined", reason: "presentation_attack" };
const scope = () => tenant.scope("test");
const reviewer = (within = scope()) => ({
  services: edge.services,
  scope: within,
  actor: REVIEWER,
  now: edge.services.clock(),
});

const waiting = (customer_ref = "u") => endInReview(edge, tenant, { customer_ref });
const decide = (id: string, judgement: Judgement, within: Scope = scope()) =>
  reviewVerification(reviewer(within), { id, ...judgement });
const read = async (id: string) => (await edge.call("GET", `/v1/verifications/${id}`, tenant.keys.test)).body;
const reviewedEvents = async (id: string) => {
  const page = { limit: 100, before: null, type: "verification.reviewed" };
  return (await listEvents(edge.db, scope(), page)).filter(({ subjectId }) => subjectId === id);
};
const entriesOf = (id: string) => listAudit(edge.db, tenant.id, { limit: 100, before: null }, { target: id });

it("a review is read from the API with the reviewer's reason, and not with the reviewer", async () => {
  const id = await waiting();
  await decide(id, APPROVE);
  const body = await read(id);
  expect(body).toMatchObject({
    status: "completed",
    decision: "approved",
    decision_reasons: [{ code: "identity_confirmed", step: "liveness" }],
    steps: [{ name: "liveness", status: "passed", reason: null }],
  });
  expect(Date.parse(body.reviewed_at)).toBeGreaterThanOrEqual(Date.parse(body.completed_at));
  expect(body.steps[0].updated_at).toBe(body.reviewed_at);
  expect(JSON.stringify(body)).not.toContain(REVIEWER.userId);
});

it("goes out as verification.reviewed, once, to the endpoints that selected it", async () => {
  const url = "https://example.com/hook";
  const events = (...types: string[]) => createEndpoint(reviewer(), { url, events: types });
  const chosen = await events("verification.reviewed");
  const other = await events("verification.completed");
  const id = await waiting();
  await decide(id, DECLINE);
  const [event, ...more] = await reviewedEvents(id);
  expect(more).toEqual([]);
  expect(JSON.parse(event!.body!).data).toMatchObject({
    vf_id: id,
    decision: "declined",
    decision_reasons: [{ code: "presentation_attack", step: "liveness" }],
    steps: [{ name: "liveness", status: "failed", reason: "low_score" }],
  });
  // The harness holds the answer against the event's schema.
  expect((await edge.call("GET", `/v1/events/${event!.id}`, tenant.keys.test)).status).toBe(200);
  const types = async (endpoint: string) =>
    (await listDeliveries(edge.db, scope(), endpoint, { limit: 9 })).map(({ type }) => type);
  expect(await types(chosen.id)).toEqual(["verification.reviewed"]);
  expect(await types(other.id)).toEqual(["verification.completed"]);
});

it("a review is in the audit log with its actor, address and previous state", async () => {
  const id = await waiting();
  await decide(id, DECLINE);
  expect(await entriesOf(id)).toMatchObject([
    {
      ...{ action: "verification.review", actor: "user_1", address: "192.0.2.7", mode: "test" },
      before: '{"decision":"review"}',
      after: '{"decision":"declined","reason":"presentation_attack"}',
    },
  ]);
  expect((await verifyAudit(edge.db, tenant.id, null)).fault).toBeNull();
});

describe("a note", () => {
  const NOTE = "The holder called: Erika Mustermann, moved to Ulm in May – ümlaut and all.";
  const noted = { ...DECLINE, note: NOTE };
  const note = async (id: string, within: Scope = scope()) =>
    (await readNotes(reviewer(within), { id })).at(0) ?? null;

  it("is read with its author and time, by this tenant in this mode only", async () => {
    const id = await waiting();
    await decide(id, noted);
    expect(await note(id)).toEqual({ author: REVIEWER.userId, at: expect.any(Number), text: NOTE });
    expect(await note(id, tenant.scope("live"))).toBeNull();
    expect(await note(id, (await edge.newTenant()).scope("test"))).toBeNull();
  });

  it("lies encrypted in the database, bound to its verification", async () => {
    const [id, other] = [await waiting(), await waiting()];
    await decide(id, noted);
    await decide(other, noted);
    const { rows } = await edge.client.execute("select note from review_notes");
    expect(JSON.stringify(rows.map((row) => Buffer.from(row.note as ArrayBuffer).toString()))).not.toContain(
      "Erika",
    );
    await edge.client.execute({
      sql: "update review_notes set note = (select note from review_notes where verification_id = ?) where verification_id = ?",
      args: [id, other],
    });
    await expect(note(other)).rejects.toThrow("does not open");
  });

  it("is in no event, no audit entry and no answer", async () => {
    const id = await waiting();
    await decide(id, noted);
    const visible = [await reviewedEvents(id), await entriesOf(id), await read(id)];
    expect(JSON.stringify(visible)).not.toContain("Erika");
  });

  it("is null if no note was left; of two reviewers, the first one's is stored", async () => {
    const [id, silent] = [await waiting(), await waiting()];
    await decide(silent, APPROVE);
    expect(await note(silent)).toBeNull();
    await decide(id, { ...APPROVE, note: "first" });
    await expect(decide(id, noted)).rejects.toMatchObject({ code: "verification_not_open" });
    expect((await note(id))?.text).toBe("first");
  });

  it("is erased with the person, and counted", async () => {
    const id = await waiting("noted");
    await decide(id, noted);
    const { body } = await edge.call("DELETE", "/v1/customers/noted", tenant.keys.test);
    expect(body.erased).toMatchObject({ review_notes: 1 });
    expect(await note(id)).toBeNull();
  });
});

it("of many reviewers at once is the first one's; the others are rejected and leave nothing", async () => {
  const id = await waiting();
  const judgements = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? APPROVE : DECLINE));
  const outcomes = await Promise.allSettled(judgements.map((judgement) => decide(id, judgement)));
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(5).fill("verification_not_open"));
  const won = outcomes.findIndex(({ status }) => status === "fulfilled");
  expect((await read(id)).decision).toBe(judgements[won]!.ruling);
  expect(await reviewedEvents(id)).toHaveLength(1);
  expect(await entriesOf(id)).toHaveLength(1);
  await expect(decide(id, APPROVE)).rejects.toMatchObject({ code: "verification_not_open" });
});

it("a review is not made in another mode or by another tenant, as if there were no such verification", async () => {
  const id = await waiting();
  const other = await edge.newTenant();
  for (const within of [tenant.scope("live"), other.scope("test")]) {
    await expect(decide(id, APPROVE, within)).rejects.toMatchObject({ code: "not_found" });
  }
  expect((await read(id)).decision).toBe("review");
});

it("a review is not made any more once the person was erased", async () => {
  const id = await waiting("erased");
  await edge.call("DELETE", "/v1/customers/erased", tenant.keys.test);
  await expect(decide(id, APPROVE)).rejects.toMatchObject({ code: "verification_not_open" });
});
