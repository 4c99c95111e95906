import { describe, expect, it } from "vitest";
import { newVerification } from "#edge/verification/machine.ts";
import { policySchema } from "#edge/verification/policy.ts";
import { awaitsReview, REVIEW_REASONS, review } from "#edge/verification/review.ts";
import type { Verification } from "#edge/verification/types.ts";
import type { Decision, Ruling, SecondReviewer, StepStatus } from "#vocabulary/verifications.ts";

const NOW = 1_700_000_000_000;
const LATER = NOW + 3_600_000;

/** A verification that was decided so, its document, liveness and face match standing so. */
function ended(decision: Decision, ...statuses: StepStatus[]): Verification {
  const { steps, ...rest } = newVerification("vf_1", "customer", policySchema.parse({}), NOW);
  return {
    ...{ ...rest, status: "completed", decision, nextAction: null, completedAt: NOW },
    steps: steps.map((step, i) => {
      const status = statuses[i]!;
      return { ...step, status, reason: status === "passed" ? null : `why_${i}`, updatedAt: NOW };
    }),
  };
}
/** A ruling by one person, which no second one has to confirm. */
const rule = (of: Verification, ruling: Ruling, reason: string, at: number) =>
  review(of, { ruling, reason, by: "ada" }, "off", at);
const waiting = () => ended("review", "passed", "review", "review");

describe("a person's decision", () => {
  it("ends each step that asked for it, and leaves the others as they were", () => {
    const before = waiting();
    const [document, liveness, faceMatch] = before.steps;
    expect(rule(before, "approved", "identity_confirmed", LATER).steps).toEqual([
      document,
      { ...liveness, status: "passed", reason: null, updatedAt: LATER },
      { ...faceMatch, status: "passed", reason: null, updatedAt: LATER },
    ]);
    expect(rule(before, "declined", "face_mismatch", LATER).steps).toEqual([
      document,
      { ...liveness, status: "failed", reason: "why_1", updatedAt: LATER },
      { ...faceMatch, status: "failed", reason: "why_2", updatedAt: LATER },
    ]);
  });

  it.each([
    ["approved", "identity_confirmed"],
    ["declined", "document_forged"],
  ] as const)("makes a review %s, with its time and the reason of each step in review", (ruling, reason) => {
    const before = waiting();
    const { message } = REVIEW_REASONS[reason];
    expect(rule(before, ruling, reason, LATER)).toMatchObject({
      decision: ruling,
      revision: before.revision + 1,
      completedAt: NOW,
      reviewedAt: LATER,
      decisionReasons: ["liveness", "face_match"].map((step) => ({ code: reason, step, message })),
    });
  });

  it.each([
    ["was approved", ended("approved", "passed", "passed", "passed")],
    ["was declined", ended("declined", "failed", "passed", "review")],
    ["is in progress", { ...waiting(), status: "in_progress", decision: null } as const],
    ["is of an erased person", { ...waiting(), customerRef: "" }],
    ["has expired", { ...waiting(), status: "expired", decision: null } as const],
  ])("is not made if the verification %s", (_, verification) => {
    expect(awaitsReview(verification)).toBe(false);
    expect(() => rule(verification, "approved", "identity_confirmed", NOW)).toThrow(
      expect.objectContaining({ code: "verification_not_open" }),
    );
  });

  it.each([
    ["approved", "document_forged"],
    ["declined", "identity_confirmed"],
    ["declined", "toString"],
    ["approved", ""],
  ] as const)("%s needs a reason that stands for it, not %s", (ruling, reason) => {
    expect(() => rule(waiting(), ruling, reason, NOW)).toThrow(
      expect.objectContaining({ code: "invalid_parameter", param: "reason" }),
    );
  });
});

describe("a second reviewer", () => {
  const REASON = { approved: "identity_confirmed", declined: "face_mismatch" } as const;
  /** The verification after rulings, each as "person ruling", under the setting. */
  const afterwards = (setting: SecondReviewer, ...rulings: `${string} ${Ruling}`[]): Verification =>
    rulings.reduce((at, each) => {
      const [by, ruling] = each.split(" ") as [string, Ruling];
      return review(at, { ruling, reason: REASON[ruling], by }, setting, LATER);
    }, waiting());

  it("is asked for: the first ruling is a proposal, and changes neither the decision nor a step", () => {
    const before = waiting();
    expect(afterwards("approvals", "ada approved")).toEqual({
      ...before,
      revision: before.revision + 1,
      proposal: { ruling: "approved", reason: "identity_confirmed", by: "ada", at: LATER },
    });
  });

  it.each([
    ["off", ["ada approved"], "approved"],
    ["off", ["ada declined"], "declined"],
    ["approvals", ["ada approved", "bo approved"], "approved"],
    ["approvals", ["ada declined"], "declined"],
    ["approvals", ["ada approved", "bo declined"], "declined"],
    ["approvals", ["ada approved", "ada declined"], "declined"],
    ["all", ["ada declined"], "review"],
    ["all", ["ada declined", "bo declined"], "declined"],
    ["all", ["ada approved", "bo declined"], "review"],
    ["all", ["ada approved", "bo declined", "ada declined"], "declined"],
    ["all", ["ada approved", "bo declined", "cy approved"], "review"],
  ] as const)("with %s, the rulings %s lead to %s", (setting, rulings, decision) => {
    const { proposal, ...ended } = afterwards(setting, ...rulings);
    expect([ended.decision, proposal === null]).toEqual([decision, decision !== "review"]);
  });

  it.each([
    ["approvals", ["ada approved", "ada approved"]],
    ["all", ["ada approved", "ada approved"]],
    ["all", ["ada approved", "ada declined"]],
    ["all", ["ada approved", "bo declined", "bo approved"]],
  ] as const)("is another person: with %s, the last of %s is 409", (setting, rulings) => {
    expect(() => afterwards(setting, ...rulings)).toThrow(
      expect.objectContaining({ code: "second_reviewer_required" }),
    );
  });
});
