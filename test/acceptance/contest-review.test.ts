import { beforeEach, describe, expect, it } from "vitest";
import { image } from "#test/harness/edge/check-edge.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useCheckEdge } from "#test/harness/edge/use.ts";
import { APPROVE, contestCalls, DAY, ON, showAnother, UPHOLD } from "./contest-calls.ts";

const edge = await useCheckEdge();
const { change, contest, declined, eventsOf, kept, newReference, next, rule, sweep } = contestCalls(edge);
beforeEach(() => showAnother(edge));

const ALL_KINDS = ["document", "live_frame", "portrait"];

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
    const events = (await eventsOf(one.id)).map(([type, { decision, final }]) => [type, decision, final]);
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
    await change({ secondReviewer: "approvals" });
    const one = await declined();
    await contest(one);
    expect((await rule(one.id, "ada", APPROVE)).body).toMatchObject({
      verification: { decision: "declined", contest: { state: "open" } },
      proposal: { by: "ada" },
    });
    expect(outcome(await rule(one.id, "Ada", APPROVE))).toBe("409 second_reviewer_required");
    expect((await rule(one.id, "bo", APPROVE)).body.verification.decision).toBe("approved");
    await change({ secondReviewer: "off" });
  });

  it("cannot approve a step that was never captured, and can decline", async () => {
    const one = await edge.verification({ ...ON, min_age: 120 }, newReference());
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

  it("go 30 days after the expiry without a decision; the contest stays open", async () => {
    const one = await declined();
    await contest(one);
    edge.advance(32 * DAY);
    await sweep();
    expect([await kept(one), (await one.read()).contest.state]).toEqual([[], "open"]);
  });

  it("stay for the contest if the tenant erases images at the decision, and go with it", async () => {
    await change({ eraseMediaAtDecision: true });
    const one = await declined({ ...ON, store_media: "evidence" });
    await edge.settled();
    expect(await kept(one)).toEqual(["document", "live_frame", "original", "portrait"]);
    edge.advance(14 * DAY);
    await sweep();
    expect(await kept(one)).toEqual([]);
    await change({ eraseMediaAtDecision: false });
  });
});
