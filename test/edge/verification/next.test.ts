import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newVerification } from "#edge/verification/machine.ts";
import { nextOf } from "#edge/verification/next.ts";
import { policySchema } from "#edge/verification/policy.ts";
import type { Outcome, StepResult, Verification } from "#edge/verification/types.ts";
import {
  begin,
  checked,
  document,
  looked,
  NOW,
  refusal,
  take,
  takeAndCompare,
  takeAtOnce,
} from "./steps-taken.ts";

const ALONE = { consent: null, returnUrl: null };
const next = (verification: Verification, now = NOW) => nextOf(verification, ALONE, now);
const DAY_MS = 86_400_000;

describe("the next action", () => {
  it("begins with the front of a document of the types that the policy takes", () => {
    expect(next(begin({ document_types: ["passport"] }))).toEqual({
      status: "created",
      outcome: "open",
      action: {
        type: "document",
        sides: ["front"],
        acceptedTypes: ["passport"],
        livenessMode: null,
        attemptsLeft: 3,
        retryReason: null,
      },
      consent: null,
      expiresAt: NOW + DAY_MS,
      returnUrl: null,
      contest: null,
    });
  });

  it("is the liveness check in the mode that counts, once the document has passed", () => {
    const { action } = next(takeAtOnce(begin({ liveness_mode: "burst" }), ...document()));
    expect(action).toMatchObject({ type: "liveness", livenessMode: "burst", sides: [], acceptedTypes: [] });
  });

  it("is a challenge after a step-up, whatever the policy asked for", () => {
    const { action } = next(
      take(begin({ steps: ["liveness"] }), checked("step_up", { reason: "low_score" })),
    );
    expect(action).toMatchObject({ type: "liveness", livenessMode: "challenge", retryReason: "low_score" });
  });

  it("is a challenge at first if nothing weaker can pass; a weaker check still counts", () => {
    const policy = policySchema.parse({ steps: ["liveness"] });
    const made = newVerification("vf_1", "customer", policy, NOW, { challengeFirst: true });
    expect(made.nextAction).toEqual({ type: "liveness_challenge" });
    expect(next(made).action).toMatchObject({ livenessMode: "challenge", retryReason: null });
    expect(take(made, checked("passed", { mode: "passive" })).decision).toBe("approved");
    const again = take(made, checked("retry", { mode: "passive" }));
    expect(again.nextAction).toEqual({ type: "liveness_challenge" });
  });

  it("says why a step is to be done again, and how often it still can be", () => {
    const blurred = looked("ocr", "retry", { reason: "image_too_blurry" });
    const { action } = next(take(begin({ max_attempts: 2 }), blurred));
    expect(action).toMatchObject({ type: "document", attemptsLeft: 1, retryReason: "image_too_blurry" });
  });

  it.each(["back_missing", "front_missing"])(
    "asks for both sides after %s, which uses no attempt",
    (reason) => {
      const result = looked("ocr", "capture_quality", { reason });
      const { action } = next(take(begin(), result));
      expect(action).toMatchObject({ sides: ["front", "back"], attemptsLeft: 3, retryReason: reason });
    },
  );

  it("is to wait while the faces are yet to be compared", () => {
    const both = takeAtOnce(begin(), ...document(), checked("passed"));
    expect(next(both)).toMatchObject({ outcome: "open", action: { type: "wait", attemptsLeft: null } });
  });

  it("is consent first if one is required and not given, and not afterwards", () => {
    const required = { required: true, given: false, version: null };
    const at = (consent: typeof required) => nextOf(begin(), { ...ALONE, consent }, NOW).action.type;
    expect(at(required)).toBe("consent");
    expect(at({ ...required, given: true })).toBe("document");
    expect(at({ ...required, required: false })).toBe("document");
  });
});

describe("the outcome for the person", () => {
  const decided = (outcome: Outcome) => takeAndCompare(begin(), [...document(), checked("passed")], outcome);

  it.each([
    ["done", decided("passed"), NOW],
    ["in_review", decided("review"), NOW],
    ["unsuccessful", decided("failed"), NOW],
    ["expired", begin(), NOW + DAY_MS],
    ["canceled", { ...begin(), status: "canceled" as const }, NOW],
  ] as const)("is %s, and nothing more is to be done", (outcome, verification, now) => {
    expect(next(verification, now)).toMatchObject({
      outcome,
      action: { type: "none", sides: [], acceptedTypes: [], attemptsLeft: null, retryReason: null },
    });
  });

  it("of an open verification is always a way on, and of a closed one none", () => {
    const outcomes = fc.constantFrom<Outcome>("passed", "review", "adverse", "retry", "capture_quality");
    const result = fc.oneof(
      outcomes.map((outcome): StepResult => looked("ocr", outcome)),
      outcomes.map((outcome): StepResult => looked("fraud", outcome)),
      outcomes.map((outcome): StepResult => checked(outcome)),
      fc.constant("step_up" as const).map((outcome): StepResult => checked(outcome)),
    );
    fc.assert(
      fc.property(fc.array(result, { maxLength: 8 }), (results) => {
        let verification = begin({ require_face_match: false });
        for (const each of results) {
          if (refusal(() => take(verification, each)) !== "none") continue;
          verification = take(verification, each);
          const { outcome, action } = next(verification);
          expect(action.type === "none").toBe(outcome !== "open");
          if (outcome !== "open") continue;
          expect(["document", "liveness"]).toContain(action.type);
          expect(action.attemptsLeft).toBeGreaterThan(0);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
