import { describe, expect, it } from "vitest";
import { applyResults, newVerification } from "../../../edge/verification/machine.ts";
import { policySchema } from "../../../edge/verification/policy.ts";
import {
  awaitsReview,
  REVIEW_REASONS,
  RULINGS,
  reasonsOf,
  review,
} from "../../../edge/verification/review.ts";
import type { Outcome, PartName, Verification } from "../../../edge/verification/types.ts";

const NOW = 1_700_000_000_000;
const PARTS: readonly PartName[] = ["ocr", "fraud", "check", "comparison"];

/** A verification whose parts came out so, in the order of `PARTS`. */
const ended = (...outcomes: Outcome[]): Verification =>
  outcomes.reduce(
    (current, outcome, i) =>
      applyResults(current, [{ part: PARTS[i]!, outcome, resultId: `r_${i}`, reason: null }], NOW)
        .verification,
    newVerification("vf_1", "customer", policySchema.parse({}), NOW),
  );
const waiting = () => ended("passed", "review", "review", "passed");

describe("a person's decision", () => {
  it.each([
    ["approved", "document_genuine"],
    ["declined", "document_forged"],
  ] as const)("makes a review %s, and tells the reason of each step in review", (ruling, reason) => {
    const before = waiting();
    expect(review(before, ruling, reason)).toEqual({
      ...before,
      decision: ruling,
      revision: before.revision + 1,
      decisionReasons: ["document", "liveness"].map((step) => ({
        code: reason,
        step,
        message: REVIEW_REASONS[reason].message,
      })),
    });
  });

  it("is made once", () => {
    const decided = review(waiting(), "approved", "identity_confirmed");
    for (const ruling of RULINGS) {
      expect(() => review(decided, ruling, reasonsOf(ruling)[0]!)).toThrow(
        expect.objectContaining({ code: "verification_not_open", status: 409 }),
      );
    }
  });

  it.each([
    ["was approved", ended("passed", "passed", "passed", "passed")],
    ["was declined", ended("failed")],
    ["is in progress", ended("passed", "review")],
    ["is of an erased person", { ...waiting(), customerRef: "" }],
    ["has expired", { ...waiting(), status: "expired", decision: null } as const],
  ])("is not made where the verification %s", (_, verification) => {
    expect(awaitsReview(verification)).toBe(false);
    expect(() => review(verification, "approved", "identity_confirmed")).toThrow(
      expect.objectContaining({ code: "verification_not_open" }),
    );
  });

  it.each([
    ["approved", "document_forged"],
    ["declined", "identity_confirmed"],
    ["declined", "toString"],
    ["approved", ""],
  ] as const)("%s needs a reason that stands for it, not %s", (ruling, reason) => {
    expect(() => review(waiting(), ruling, reason)).toThrow(
      expect.objectContaining({ code: "invalid_parameter", param: "reason" }),
    );
  });
});
