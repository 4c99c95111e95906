import { expect, it } from "vitest";
import { judgePassive } from "#edge/verdicts/liveness/sequence.ts";
import { frame, NO_FACE } from "#test/harness/edge/inference-results.ts";

it("never says live without a PAD score: it asks for a challenge", () => {
  expect(judgePassive(frame(), "standard")).toEqual({
    isLive: false,
    score: 0,
    threshold: 0.5,
    reason: "step_up_required",
    retryable: true,
    nextAction: { type: "liveness_challenge" },
  });
});

it.each([
  [0.9, true, "live", null],
  [0.5, true, "live", null],
  [0.49, false, "step_up_required", "liveness_challenge"],
  [0.2, false, "step_up_required", "liveness_challenge"],
  [0.19, false, "low_score", "liveness_challenge"],
  [0, false, "low_score", "liveness_challenge"],
] as const)("answers a PAD score of %d: live %s, %s", (pad, isLive, reason, next) => {
  const verdict = judgePassive(frame({}, pad), "standard");
  expect(verdict).toMatchObject({ isLive, reason, score: pad });
  expect(verdict.nextAction?.type ?? null).toBe(next);
});

it("puts capture quality before the score, and draws no evidence from a capture it rejects", () => {
  const dark = judgePassive(frame({ native: { meanLuma: 10 } }, 0.99), "standard");
  expect(dark).toMatchObject({
    isLive: false,
    reason: "too_dark",
    score: 0,
    retryable: true,
    nextAction: null,
  });
  expect(judgePassive({ analysis: NO_FACE, pad: null }, "standard").reason).toBe("no_face");
});

it("throws on a PAD score that is no number of 0..1", () => {
  expect(() => judgePassive(frame({}, Number.NaN), "standard")).toThrow();
  expect(() => judgePassive(frame({}, 1.2), "standard")).toThrow();
});
