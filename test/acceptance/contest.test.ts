import { beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { sweepMedia } from "#edge/operations/media.ts";
import { changeSettings } from "#edge/operations/tenants/tenant.ts";
import { expireOverdue } from "#edge/operations/verifications/close.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { agree, newDevice } from "#test/edge/api/sessions/device.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, reading, templateAt } from "#test/harness/edge/inference-results.ts";
import { outcome, secretOf } from "#test/harness/edge/test-edge.ts";
import { useCheckEdge } from "#test/harness/edge/use.ts";
import type { SecondReviewer } from "#vocabulary/verifications.ts";

const edge = await useCheckEdge();
const DAY = 24 * 60 * 60 * 1000;
const ON = { contest: "on" };
const WORDS = "The photo on my passport is ten years old.";

const model = { name: "seams", version: "1" };
const tampered = forensics({ signals: [{ name: "splicing", score: 0.6, region: [1, 2, 3, 4], model }] });

beforeEach(() => {
  edge.answers.frames = [frame({ template: templateAt(80) }, 0.9)];
  edge.answers.reading = reading();
  edge.answers.forensics = forensics();
});

let persons = 0;
/** A verification that the service has declined: the selfie shows another face than the document. */
async function declined(policy: object = ON) {
  const customerRef = `contester-${++persons}`;
  const made = await edge.verification(policy, customerRef);
  await send(made.id, made.token);
  expect(await made.read()).toMatchObject({ status: "completed", decision: "declined" });
  return { ...made, customerRef };
}

async function send(id: string, token: string): Promise<void> {
  await edge.upload(`/v1/verifications/${id}/document`, token, { front: image() });
  await edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image(2) });
}

type Declined = Pick<Awaited<ReturnType<typeof declined>>, "id" | "token">;
const contest = ({ id, token }: Declined, body: object = { statement: WORDS }, headers = {}) =>
  edge.call("POST", `/v1/verifications/${id}/contest`, token, body, headers);
const next = async ({ id, token }: Declined) =>
  (await edge.call("GET", `/v1/verifications/${id}/next`, token)).body;
const reviews = async (query = "") => (await edge.call("GET", `/v1/reviews${query}`, edge.key)).body;
const queue = async () =>
  (await reviews("?limit=100")).data.map((each: { verification: { id: string } }) => each.verification.id);
const rule = (id: string, acting_as: string, judged: object) =>
  edge.call("POST", `/v1/verifications/${id}/review`, edge.key, { acting_as, ...judged });
const APPROVE = { ruling: "approved", reason: "identity_confirmed", note: "Seen on a call." };
const UPHOLD = { ruling: "declined", reason: "face_mismatch" };
const typesOf = async (id: string) =>
  (await edge.rows("events"))
    .filter(({ subject_id }) => subject_id === id)
    .map(({ type, body }) => [type, JSON.parse(String(body)).data] as const);
const kept = async ({ id }: Declined) =>
  (await edge.rows("media_objects"))
    .filter((row) => row.verification_id === id && row.state === "kept")
    .map(({ kind }) => String(kind))
    .filter((kind, at, all) => all.indexOf(kind) === at)
    .toSorted();
const ALL_KINDS = ["document", "live_frame", "portrait"];
const sweep = () => sweepMedia(systemContext(edge.services, edge.services.clock()));
const ask = (secondReviewer: SecondReviewer) =>
  changeSettings(
    {
      ...{ services: edge.services, tenantId: edge.tenant.id, scope: edge.tenant.scope("test") },
      ...{ actor: { kind: "operator" } as const, now: edge.services.clock() },
    },
    { secondReviewer },
  );

describe("a declined person", () => {
  it("asks for a decision by a human, once; the decision stands until then", async () => {
    const one = await declined();
    expect(await next(one)).toMatchObject({
      outcome: "unsuccessful",
      contest: { until: expect.any(String), state: null },
    });
    const answer = await contest(one);
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { outcome: "in_review", contest: { until: null, state: "open" } },
    ]);
    expect(await next(one)).toEqual(answer.body);
    expect(await one.read()).toMatchObject({
      decision: "declined",
      contest: { contested_at: expect.any(String), state: "open" },
    });
    expect(outcome(await contest(one))).toBe("409 not_contestable");
    expect(
      outcome(await edge.upload("/v1/liveness/check", one.token, { mode: "passive", image_1: image(3) })),
    ).toBe("409 verification_not_open");
  });

  it("causes verification.contested, which is not final, and an entry in the audit log", async () => {
    const one = await declined();
    await contest(one);
    const [[, data]] = (await typesOf(one.id)).filter(
      ([type]) => type === "verification.contested",
    ) as never as [[string, object]];
    expect(data).toMatchObject({
      vf_id: one.id,
      decision: "declined",
      final: false,
      contest: { state: "open" },
    });
    const page = { limit: 9, before: null };
    const [entry] = await listAudit(edge.db, edge.tenant.id, page, { target: one.id });
    expect(entry).toMatchObject({ action: "verification.contest" });
  });

  it("comes first in the review queue, before reviews that have waited longer", async () => {
    edge.answers.frames = [frame({}, 0.9)];
    edge.answers.forensics = tampered;
    const waiting = await edge.verification({}, "waits-longer");
    await send(waiting.id, waiting.token);
    edge.answers.frames = [frame({ template: templateAt(80) }, 0.9)];
    edge.answers.forensics = forensics();
    const [one, two] = [await declined(), await declined()];
    await contest(two);
    await contest(one);
    const order = (await queue()).filter((id: string) => [waiting.id, one.id, two.id].includes(id));
    expect(order).toEqual([one.id, two.id, waiting.id]);
    const all = await queue();
    const paged: string[] = [];
    for (let cursor = ""; cursor !== null; ) {
      const { data, next_cursor } = await reviews(`?limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(data[0].verification.id);
      cursor = next_cursor;
    }
    expect(paged).toEqual(all);
  });

  it("writes to the reviewer alone: the statement is encrypted, and in no event, log or answer to a device", async () => {
    const one = await declined();
    await contest(one);
    const row = (await reviews("?limit=100")).data.find(
      ({ verification }: { verification: { id: string } }) => verification.id === one.id,
    );
    expect(row.statement).toBe(WORDS);
    const tables = ["verifications", "verification_revisions", "events", "audit_entries", "idempotency_keys"];
    const stored = await Promise.all(tables.map((table) => edge.rows(table)));
    const seen = [stored, await next(one), await one.read()];
    expect(JSON.stringify(seen)).not.toContain("ten years old");
    await edge.call("DELETE", `/v1/customers/${one.customerRef}`, edge.key);
    const [erased] = (await edge.rows("verifications")).filter(({ id }) => id === one.id);
    expect([erased!.contest_text, await queue()]).toEqual([null, expect.not.arrayContaining([one.id])]);
  });

  it.each([
    ["501 characters", { statement: "x".repeat(501) }, "400 invalid_parameter"],
    ["no statement", {}, "201"],
    ["another field", { statement: "", reopen: true }, "400 unknown_parameter"],
  ])("sends %s", async (_, body, answer) => {
    expect(outcome(await contest(await declined(), body))).toBe(answer);
  });

  it("costs no unit of usage, and repeats a lost call with its Idempotency-Key", async () => {
    const one = await declined();
    const before = JSON.stringify(await edge.rows("usage"));
    const headers = { "idempotency-key": "contest-1" };
    const first = await contest(one, { statement: WORDS }, headers);
    expect((await contest(one, { statement: WORDS }, headers)).text).toBe(first.text);
    expect(JSON.stringify(await edge.rows("usage"))).toBe(before);
  });
});

describe("who may contest what", () => {
  it.each([
    ["without the policy", {}],
    ["with the policy off", { contest: "off" }],
  ])("nobody %s: 409 not_contestable, and the page does not offer it", async (_, policy) => {
    const one = await declined(policy);
    expect(outcome(await contest(one))).toBe("409 not_contestable");
    expect(await next(one)).not.toHaveProperty("contest");
    expect(await one.read()).not.toHaveProperty("contest");
  });

  it.each([
    ["an approval", { on: "approved" }],
    ["a review", { on: "review" }],
    ["an open verification", { on: "open" }],
    ["a canceled one", { on: "canceled" }],
    ["an expired one", { on: "expired" }],
    ["a reviewer's decline", { on: "reviewed" }],
  ])("%s: 409 not_contestable", async (_, { on }) => {
    edge.answers.frames = [frame({}, 0.9)];
    if (on === "review" || on === "reviewed") edge.answers.forensics = tampered;
    const one = await edge.verification({ ...ON, expires_in_seconds: 300 }, `other-${++persons}`);
    if (["approved", "review", "reviewed"].includes(on)) await send(one.id, one.token);
    if (on === "canceled") await edge.call("POST", `/v1/verifications/${one.id}/cancel`, edge.key, {});
    if (on === "reviewed") await rule(one.id, "ada", { ruling: "declined", reason: "document_forged" });
    if (on === "expired") {
      edge.advance(301_000);
      await expireOverdue(systemContext(edge.services, edge.services.clock()));
    }
    expect(outcome(await contest(one))).toBe("409 not_contestable");
  });

  it("only the person's device: no secret key, no link, no other verification's token", async () => {
    const [one, other] = [await declined(), await declined()];
    expect(outcome(await contest({ ...one, token: edge.key }))).toBe("403 token_scope_insufficient");
    expect(outcome(await contest({ ...one, token: other.token }))).toBe("404 not_found");
  });

  it("the device that opened the link, with its key, for 14 days; another device never", async () => {
    const made = await edge.call("POST", "/v1/verifications", edge.key, {
      ...{ customer_ref: `linked-${++persons}`, policy: { ...ON, expires_in_seconds: 300 } },
    });
    const { id } = made.body.verification;
    const secret = secretOf(made.body.url);
    const device = await newDevice(edge);
    const { session_token: token } = (await device.open(secret)).body;
    await agree(edge, id, token);
    await send(id, token);
    edge.advance(13 * DAY);
    const other = await newDevice(edge);
    expect(outcome(await other.open(secret))).toBe("410 link_expired");
    expect(outcome(await other.open(secret, { take_over: true }))).toBe("410 link_expired");
    const again = (await device.open(secret)).body.session_token;
    expect(await next({ id, token: again })).toMatchObject({ contest: { until: expect.any(String) } });
    edge.advance(DAY - 60_000);
    const last = (await device.open(secret)).body.session_token;
    edge.advance(61_000);
    expect(await next({ id, token: last })).toMatchObject({ contest: { until: null } });
    expect(outcome(await contest({ id, token: last }))).toBe("409 not_contestable");
    expect(outcome(await device.open(secret))).toBe("410 link_expired");
  });

  it("a duplicate face as any other decline, so that the page reveals nothing; nothing is searched again", async () => {
    edge.answers.frames = [frame({ template: templateAt(5) }, 0.9)];
    await edge.upload("/v1/face/registrations", edge.key, {
      ...{ image: image(9), customer_ref: "registered" },
    });
    const one = await edge.verification(
      { ...ON, steps: ["liveness"], dedupe: "decline" },
      `dup-${++persons}`,
    );
    await edge.upload("/v1/liveness/check", one.token, { mode: "passive", image_1: image(4) });
    const { decision, decision_reasons } = await one.read();
    expect([decision, decision_reasons[0]?.code]).toEqual(["declined", "duplicate_face"]);
    const calls = edge.calls.length;
    expect(outcome(await contest(one))).toBe("201");
    expect([edge.calls.length, (await one.read()).decision]).toEqual([calls, "declined"]);
  });
});

describe("the reviewer of a contest", () => {
  it("overturns the decision, and verification.reviewed and the person's page say so", async () => {
    const one = await declined();
    await contest(one);
    const { body } = await rule(one.id, "ada", APPROVE);
    expect(body.verification).toMatchObject({
      decision: "approved",
      contest: { state: "overturned" },
      decision_reasons: [{ code: "identity_confirmed", step: "face_match" }],
      steps: [{ status: "passed" }, { status: "passed" }, { name: "face_match", status: "passed" }],
    });
    const events = (await typesOf(one.id)).map(([type, { decision, final }]) => [type, decision, final]);
    expect(events).toContainEqual(["verification.reviewed", "approved", true]);
    expect(await next(one)).toMatchObject({ outcome: "done", contest: { state: "overturned" } });
  });

  it("upholds the decision for good", async () => {
    const one = await declined();
    await contest(one);
    const { body } = await rule(one.id, "ada", UPHOLD);
    expect(body.verification).toMatchObject({
      decision: "declined",
      contest: { state: "upheld" },
      decision_reasons: [{ code: "face_mismatch", step: "face_match" }],
    });
    expect(await next(one)).toMatchObject({
      outcome: "unsuccessful",
      contest: { until: null, state: "upheld" },
    });
    expect(outcome(await rule(one.id, "bo", APPROVE))).toBe("409 verification_not_open");
    expect(outcome(await contest(one))).toBe("409 not_contestable");
  });

  it("types a reason to overturn it: an approval contradicts what the service found", async () => {
    const one = await declined();
    await contest(one);
    const { status, body } = await rule(one.id, "ada", { ...APPROVE, note: "ok" });
    expect([status, body.error.param, body.error.message]).toEqual([
      400,
      "note",
      expect.stringContaining("no_match"),
    ]);
  });

  it("is two people if the tenant asks for a second reviewer", async () => {
    await ask("approvals");
    const one = await declined();
    await contest(one);
    expect((await rule(one.id, "ada", APPROVE)).body).toMatchObject({
      verification: { decision: "declined", contest: { state: "open" } },
      proposal: { by: "ada" },
    });
    expect(outcome(await rule(one.id, "Ada", APPROVE))).toBe("409 second_reviewer_required");
    expect((await rule(one.id, "bo", APPROVE)).body.verification.decision).toBe("approved");
    await ask("off");
  });

  it("cannot approve a step that was never captured, and can decline", async () => {
    const one = await edge.verification({ ...ON, min_age: 120 }, `young-${++persons}`);
    await edge.upload(`/v1/verifications/${one.id}/document`, one.token, { front: image() });
    expect(await one.read()).toMatchObject({ decision: "declined" });
    await contest(one);
    const { status, body } = await rule(one.id, "ada", APPROVE);
    expect([status, body.error.param, body.error.message]).toEqual([
      400,
      "ruling",
      expect.stringContaining("liveness"),
    ]);
    expect((await rule(one.id, "ada", { ...UPHOLD, reason: "insufficient_evidence" })).status).toBe(200);
  });
});

describe("the images of a declined person", () => {
  it("stay for 14 days with contest: on, and go then", async () => {
    const [on, off] = [await declined(), await declined({})];
    await edge.settled();
    expect([await kept(on), await kept(off)]).toEqual([ALL_KINDS, []]);
    edge.advance(13 * DAY);
    await sweep();
    expect(await kept(on)).toEqual(ALL_KINDS);
    edge.advance(DAY);
    await sweep();
    expect(await kept(on)).toEqual([]);
  });

  it.each([
    ["approved", APPROVE],
    ["declined", UPHOLD],
  ])("stay after a contest until it is %s, 30 days after the expiry at most", async (_, ruling) => {
    const one = await declined();
    await contest(one);
    edge.advance(20 * DAY);
    await sweep();
    expect(await kept(one)).toEqual(ALL_KINDS);
    await rule(one.id, "ada", ruling);
    await edge.settled();
    expect(await kept(one)).toEqual([]);
  });

  it("go 30 days after the expiry if nobody decides; the contest stays open", async () => {
    const one = await declined();
    await contest(one);
    edge.advance(32 * DAY);
    await sweep();
    expect([await kept(one), (await one.read()).contest.state]).toEqual([[], "open"]);
  });

  it("stay for the contest if the tenant erases images at the decision, and go with it", async () => {
    const ctx = {
      ...{ services: edge.services, tenantId: edge.tenant.id, scope: edge.tenant.scope("test") },
      ...{ actor: { kind: "operator" } as const, now: edge.services.clock() },
    };
    await changeSettings(ctx, { eraseMediaAtDecision: true });
    const one = await declined({ ...ON, store_media: "evidence" });
    await edge.settled();
    expect(await kept(one)).toEqual(["document", "live_frame", "original", "portrait"]);
    edge.advance(14 * DAY);
    await sweep();
    expect(await kept(one)).toEqual([]);
    await changeSettings(ctx, { eraseMediaAtDecision: false });
  });
});
