import { afterAll, describe, expect, it } from "vitest";
import { nextAnswer } from "#edge/schemas/next.ts";
import { commit } from "#edge/store/batch.ts";
import { readUsage } from "#edge/store/tenancy/usage.ts";
import { loadVerification, updateVerification } from "#edge/store/verifications/verifications.ts";
import { LIVENESS_REASONS } from "#edge/verdicts/liveness/reasons.ts";
import { VISIBLE_REASONS } from "#edge/verdicts/outcomes/visible-reasons.ts";
import { REVIEW_REASONS } from "#edge/verification/review.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { ELIGIBILITY_REASONS } from "#vocabulary/documents.ts";
import { SIGNALS } from "#vocabulary/fraud.ts";

const edge = await openCheckEdge();
afterAll(() => edge.close());

const next = (id: string, credential: string, tag?: string) =>
  edge.call(
    ...(["GET", `/v1/verifications/${id}/next`, credential, undefined] as const),
    tag === undefined ? {} : { "if-none-match": tag },
  );
const tagOf = ({ headers }: Awaited<ReturnType<typeof next>>) => headers.get("etag") ?? "none";
const used = async () => (await readUsage(edge.db, edge.tenant.scope("test"), Date.now())).used;

describe("GET /v1/verifications/:id/next", () => {
  const livenessOnly = { steps: ["liveness"] };
  const first = async () => {
    const { id, token, read } = await edge.verification(livenessOnly);
    return {
      token,
      mode: (await next(id, token)).body.action.liveness_mode,
      call: (await read()).next_action,
    };
  };

  it("asks for a challenge at first if no PAD model is loaded, and a weaker check is still accepted", async () => {
    expect(await first()).toMatchObject({ mode: "passive", call: { type: "liveness_check" } });
    const { bundle } = edge.answers;
    edge.answers.bundle = { ...bundle, models: bundle.models.filter(({ task }) => !task.startsWith("pad_")) };
    const { token, mode, call } = await first();
    expect([mode, call.type]).toEqual(["challenge", "liveness_challenge"]);
    const passive = { mode: "passive", image_1: image() };
    expect((await edge.upload("/v1/liveness/check", token, passive)).status).toBe(200);
    edge.answers.bundle = bundle;
  });

  it("asks for the policy's mode if inference does not say in time which models it has", async () => {
    const { inference } = edge.services;
    const silent = { ...inference, bundle: () => new Promise<never>(() => {}) };
    Object.assign(edge.services, { inference: silent });
    expect(await first()).toMatchObject({ mode: "passive", call: { type: "liveness_check" } });
    Object.assign(edge.services, { inference });
  });

  it("returns the same to a key and to the verification's token, without using quota", async () => {
    const { id, token } = await edge.verification();
    const before = await used();
    const answer = await next(id, token);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: "created", outcome: "open", action: { type: "document" } });
    expect((await next(id, edge.key)).text).toBe(answer.text);
    for (let i = 0; i < 5; i++) await next(id, token);
    await edge.settled();
    expect(await used()).toBe(before);
  });

  it("returns 304 without a body to a caller with the current ETag, until something changes", async () => {
    const { id, token } = await edge.verification();
    const first = tagOf(await next(id, token));
    for (const etag of [first, `W/${first}`, `"other", ${first}`, "*"]) {
      const { status, text, headers } = await next(id, token, etag);
      expect([status, text, headers.get("etag")]).toEqual([304, "", first]);
      expect(headers.get("ratelimit-remaining")).not.toBeNull();
    }
    for (const etag of ['"other"', "", first.slice(1, -1)])
      expect((await next(id, token, etag)).status).toBe(200);
    await edge.upload(`/v1/verifications/${id}/document`, token, { front: image(7) });
    const changed = await next(id, token, first);
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).not.toBe(first);
  });

  it("changes its tag when time alone ends the verification", async () => {
    const { id } = await edge.verification({ expires_in_seconds: 300 });
    const first = tagOf(await next(id, edge.key));
    edge.advance(301_000);
    const { status, body } = await next(id, edge.key, first);
    edge.advance(-301_000);
    expect([status, body.outcome, body.action.type]).toEqual([200, "expired", "none"]);
  });
});

describe("the reason for doing it again", () => {
  const CODES = [
    ...[...LIVENESS_REASONS, ...ELIGIBILITY_REASONS, ...SIGNALS, ...Object.keys(REVIEW_REASONS)],
    ...["print_attack", "screen_replay", "mask_attack", "identity_changed", "frames_static", "no_match"],
    ...["review_band", "duplicate_face", "low_score", "fraud_suspicious", "fraud_fraudulent"],
    ...["under_min_age", "age_not_read", "expiry_not_read", "sides_not_linked", "sides_contradict"],
    ...["toString", "of tomorrow"],
  ];
  const DEFENCE =
    /score|print|screen|replay|attack|mask|suspicious|duplicate|static|match_failed|identity|forged/;

  it("is one that a person can act on, whatever code the step has, for token and key", async () => {
    const { id, token } = await edge.verification({ steps: ["liveness"] });
    const scope = edge.tenant.scope("test");
    for (const code of CODES) {
      const current = (await loadVerification(edge.db, scope, id))!;
      const again = { status: "retry_required", reason: code } as const;
      const steps = current.steps.map((each) => ({ ...each, ...again }));
      const changed = { ...current, status: "in_progress" as const, steps, revision: current.revision + 1 };
      const change = { at: 1, kind: "step_result", resultId: null } as const;
      await commit(edge.db, updateVerification(edge.db, scope, changed, change));
      edge.advance(2_000);
      for (const credential of [token, edge.key]) {
        const { body, text } = await next(id, credential);
        expect(VISIBLE_REASONS).toContain(body.action.retry_reason);
        expect(text).not.toMatch(DEFENCE);
      }
    }
  });

  it("has no other words: the answer's schema knows none", () => {
    const example = (nextAnswer.meta() as { examples: [{ action: object }] }).examples[0];
    const action = { ...example.action, retry_reason: "print_attack" };
    expect(nextAnswer.parse({ ...example, action }).action.retry_reason).toBe("not_accepted");
  });
});
