import { describe, expect, it } from "vitest";
import {
  awaitsReview,
  REVIEW_REASONS,
  RULINGS,
  reasonsOf,
  review,
} from "../../../edge/verification/review.ts";
import { begin, checked, document, looked, take, takeAndCompare } from "./steps-taken.ts";

/** Document and liveness wait for a person; the faces are one. */
const waiting = () =>
  takeAndCompare(begin(), [looked("ocr", "passed"), looked("fraud", "adverse"), checked("review")], "passed");

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
    ["was approved", takeAndCompare(begin(), [...document(), checked("passed")], "passed")],
    ["was declined", take(begin(), looked("ocr", "failed"))],
    ["is in progress", take(begin(), ...document(), looked("fraud", "adverse"))],
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
