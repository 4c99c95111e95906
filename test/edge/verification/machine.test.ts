import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiError } from "../../../edge/errors.ts";
import {
  applyResults,
  assertTakes,
  cancel,
  expireIfDue,
  isOpen,
  newVerification,
} from "../../../edge/verification/machine.ts";
import { MAX_CAPTURE_FAILURES, type Policy, policySchema } from "../../../edge/verification/policy.ts";
import {
  type DocumentTrace,
  OUTCOMES,
  type Outcome,
  type PartName,
  type StepResult,
  type Verification,
} from "../../../edge/verification/types.ts";

const NOW = 1_700_000_000_000;
const PARTS = ["ocr", "fraud", "check", "search", "comparison"] as const;

let serial = 0;
const result = (part: PartName, outcome: Outcome, reason: string | null = null): StepResult => ({
  part,
  outcome,
  reason: reason ?? (outcome === "passed" ? null : `${part}_${outcome}`),
  resultId: `r_${++serial}`,
});
const begin = (policy: Record<string, unknown> = {}) =>
  newVerification("vf_1", "customer", policySchema.parse(policy), NOW);
const take = (verification: Verification, ...results: StepResult[]) =>
  results.reduce((current, each) => applyResults(current, [each], NOW).verification, verification);
const step = (verification: Verification, name: string) =>
  verification.steps.find((each) => each.name === name)!;
const refusal = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return (error as ApiError).code;
  }
  return "none";
};

describe("the table of transitions", () => {
  it("begins created, open, with the scan as the next action", () => {
    const verification = begin();
    expect(verification).toMatchObject({ status: "created", decision: null, revision: 1, completedAt: null });
    expect(verification.nextAction).toEqual({ type: "ocr_scan" });
    expect(verification.steps.map(({ name }) => name)).toEqual(["document", "liveness", "face_match"]);
    expect(verification.expiresAt).toBe(NOW + 86_400_000);
  });

  it("is in progress after the first result, without a decision", () => {
    expect(take(begin(), result("ocr", "passed"))).toMatchObject({ status: "in_progress", decision: null });
  });

  it("approves when every required step has passed, and says so once", () => {
    const before = take(begin(), result("ocr", "passed"), result("fraud", "passed"));
    const { verification, completed } = applyResults(
      before,
      [result("check", "passed"), result("comparison", "passed")],
      NOW + 5,
    );
    expect(completed).toBe(true);
    expect(verification).toMatchObject({
      status: "completed",
      decision: "approved",
      decisionReasons: [],
      nextAction: null,
      completedAt: NOW + 5,
    });
  });

  it("waits for the face match although the other steps have passed", () => {
    const verification = take(
      begin(),
      ...(["ocr", "fraud", "check"] as const).map((p) => result(p, "passed")),
    );
    expect(verification).toMatchObject({ status: "in_progress", decision: null, nextAction: null });
  });

  it("declines at once at a hard stop, with the step and its reason", () => {
    const verification = take(begin(), result("check", "failed", "print_attack"));
    expect(verification).toMatchObject({ status: "completed", decision: "declined" });
    expect(verification.decisionReasons).toEqual([
      { code: "print_attack", step: "liveness", message: "The liveness step failed." },
    ]);
  });

  it("declines when attempts are used up, not before", () => {
    const twice = take(begin(), result("check", "retry"), result("check", "retry"));
    expect(twice).toMatchObject({ status: "in_progress" });
    expect(step(twice, "liveness")).toMatchObject({ status: "retry_required", attempts: 2, maxAttempts: 3 });
    expect(take(twice, result("check", "retry")).decision).toBe("declined");
  });

  it("asks for a review when nothing failed, something needs one and nothing is open", () => {
    const some = take(begin(), result("fraud", "review", "fraud_suspicious"), result("ocr", "passed"));
    expect(some.status).toBe("in_progress");
    const all = take(some, result("check", "passed"), result("comparison", "passed"));
    expect(all).toMatchObject({ status: "completed", decision: "review" });
    expect(all.decisionReasons).toMatchObject([{ code: "fraud_suspicious", step: "document" }]);
  });

  it("prefers declining over reviewing", () => {
    const verification = take(begin(), result("fraud", "review"), result("ocr", "failed"));
    expect(verification.decision).toBe("declined");
  });

  it("cancels what is open and refuses to cancel again", () => {
    const canceled = cancel(begin(), NOW);
    expect(canceled).toMatchObject({ status: "canceled", decision: null, nextAction: null, revision: 2 });
    expect(refusal(() => cancel(canceled, NOW))).toBe("verification_not_open");
  });

  it("expires at its time, not a millisecond earlier, and takes nothing from then on", () => {
    const verification = begin({ expires_in_seconds: 300 });
    const end = NOW + 300_000;
    expect(expireIfDue(verification, end - 1)).toBe(verification);
    expect(expireIfDue(verification, end)).toMatchObject({
      status: "expired",
      decision: null,
      nextAction: null,
    });
    expect(isOpen(verification, end)).toBe(false);
    expect(refusal(() => applyResults(verification, [result("ocr", "passed")], end))).toBe(
      "verification_not_open",
    );
    expect(refusal(() => cancel(verification, end))).toBe("verification_not_open");
  });
});

describe("the document step", () => {
  it.each([
    ["ocr", "fraud_detect"],
    ["fraud", "ocr_scan"],
  ] as const)("stays open after %s alone and names the other call", (part, type) => {
    const verification = take(begin(), result(part, "passed"));
    expect(step(verification, "document")).toMatchObject({ status: "pending", attempts: 1, reason: null });
    expect(verification.nextAction).toEqual({ type });
  });

  it("counts a scan and a fraud check of one round as one attempt", () => {
    const verification = take(begin(), result("ocr", "passed"), result("fraud", "passed"));
    expect(step(verification, "document")).toMatchObject({ status: "passed", attempts: 1 });
    expect(step(verification, "document").resultIds).toHaveLength(2);
  });

  it("lets the latest result speak: a scan that passed and then did not must be made again", () => {
    const verification = take(begin(), result("ocr", "passed"), result("ocr", "retry", "document_expired"));
    expect(step(verification, "document")).toMatchObject({
      status: "retry_required",
      attempts: 2,
      reason: "document_expired",
    });
  });

  it("takes no more results when a part's attempts are used up", () => {
    const verification = take(begin({ max_attempts: 1 }), result("ocr", "passed"));
    expect(refusal(() => assertTakes(verification, "ocr", NOW))).toBe("verification_not_open");
    expect(refusal(() => assertTakes(verification, "fraud", NOW))).toBe("none");
  });

  it("refuses a check that the policy does not ask for", () => {
    expect(refusal(() => assertTakes(begin({ steps: ["liveness"] }), "ocr", NOW))).toBe(
      "verification_not_open",
    );
  });
});

describe("the liveness step with a search for duplicates", () => {
  const policy = { steps: ["liveness"], dedupe: "review" };

  it("passes when the face is live and was found nowhere else", () => {
    const live = take(begin(policy), result("check", "passed"));
    expect(live).toMatchObject({ status: "in_progress", nextAction: { type: "liveness_check" } });
    expect(take(live, result("search", "passed")).decision).toBe("approved");
  });

  it.each([
    ["review", "review"],
    ["failed", "declined"],
  ] as const)("of %s is %s, and says why", (outcome, decision) => {
    const results = [result("check", "passed"), result("search", outcome, "duplicate_face")];
    expect(applyResults(begin(policy), results, NOW).verification).toMatchObject({
      decision,
      decisionReasons: [{ code: "duplicate_face", step: "liveness" }],
    });
  });

  it("takes no search that the policy did not ask for", () => {
    expect(refusal(() => applyResults(begin(), [result("search", "passed")], NOW))).toBe(
      "verification_not_open",
    );
  });
});

describe("attempts that are not counted", () => {
  it("lets ten poor captures pass and counts the eleventh", () => {
    const poor = Array.from({ length: MAX_CAPTURE_FAILURES }, () =>
      result("check", "capture_quality", "too_dark"),
    );
    const ten = take(begin({ max_attempts: 1 }), ...poor);
    expect(step(ten, "liveness")).toMatchObject({
      status: "retry_required",
      attempts: 0,
      reason: "too_dark",
    });
    expect(take(ten, result("check", "capture_quality")).decision).toBe("declined");
  });

  it("does not let a poor capture undo what has passed", () => {
    const verification = take(begin(), result("check", "passed"), result("check", "capture_quality"));
    expect(step(verification, "liveness")).toMatchObject({ status: "passed", attempts: 1, reason: null });
  });

  it("asks for a challenge at the first step-up for free, ahead of all else, and counts the next", () => {
    const once = take(begin({ max_attempts: 2 }), result("check", "step_up", "step_up_required"));
    expect(step(once, "liveness")).toMatchObject({ attempts: 0, reason: "step_up_required" });
    expect(once.nextAction).toEqual({ type: "liveness_challenge" });
    const twice = take(once, result("check", "step_up"));
    expect(step(twice, "liveness").attempts).toBe(1);
    expect(take(once, result("check", "passed")).nextAction).toEqual({ type: "ocr_scan" });
    expect(take(twice, result("check", "step_up")).decision).toBe("declined");
  });

  it("asks for the challenge from the start where the policy does, and for a check where a burst will do", () => {
    const burst = begin({ liveness_mode: "burst", steps: ["liveness"] });
    expect(burst.nextAction).toEqual({ type: "liveness_check" });
    const grey = take(burst, { ...result("check", "step_up"), reason: "step_up_required" });
    expect(grey.nextAction).toEqual({ type: "liveness_challenge" });
    const verification = begin({ liveness_mode: "challenge", steps: ["liveness"] });
    expect(verification.nextAction).toEqual({ type: "liveness_challenge" });
  });
});

describe("whatever arrives in whatever order", () => {
  const policies = fc
    .record({
      max_attempts: fc.integer({ min: 1, max: 4 }),
      steps: fc.constantFrom(["document", "liveness"], ["document"], ["liveness"]),
      liveness_mode: fc.constantFrom("passive", "challenge"),
      dedupe: fc.constantFrom("off", "review", "decline"),
    })
    .map((policy) =>
      policy.steps.some((name) => name === "liveness") ? policy : { ...policy, dedupe: "off" },
    );
  const arrivals = fc.array(
    fc.array(fc.tuple(fc.constantFrom(...PARTS), fc.constantFrom(...OUTCOMES)), {
      minLength: 1,
      maxLength: 2,
    }),
    { maxLength: 40 },
  );

  function* play(policy: object, calls: [PartName, Outcome][][]) {
    let current = begin(policy as Record<string, unknown>);
    for (const call of calls) {
      const before = current;
      const results = call.map(([part, outcome]) => result(part, outcome));
      let completed = false;
      try {
        ({ verification: current, completed } = applyResults(before, results, NOW));
      } catch (error) {
        expect((error as ApiError).code).toBe("verification_not_open");
        continue;
      }
      yield { before, current, completed, results };
    }
  }

  const property = (check: (moves: ReturnType<typeof play>, policy: Policy) => void) =>
    fc.assert(
      fc.property(policies, arrivals, (policy, calls) =>
        check(play(policy, calls), policySchema.parse(policy)),
      ),
      { numRuns: 1000 },
    );

  it("never decides twice, and nothing moves after a decision", () => {
    property((moves) => {
      let decided = 0;
      for (const { before, current, completed } of moves) {
        expect(before.status === "created" || before.status === "in_progress").toBe(true);
        expect(completed).toBe(current.decision !== null);
        expect(completed).toBe(current.status === "completed");
        decided += Number(completed);
      }
      expect(decided).toBeLessThanOrEqual(1);
    });
  });

  it("never loses a result, counts attempts upwards only, and never beyond the most", () => {
    property((moves, policy) => {
      for (const { before, current, results } of moves) {
        expect(current.revision).toBe(before.revision + 1);
        expect(current.steps.flatMap(({ resultIds }) => resultIds)).toEqual(
          expect.arrayContaining(results.map(({ resultId }) => resultId)),
        );
        current.steps.forEach((now, i) => {
          const was = before.steps[i]!;
          expect(now.resultIds.slice(0, was.resultIds.length)).toEqual(was.resultIds);
          expect(now.attempts).toBeGreaterThanOrEqual(was.attempts);
          expect(now.attempts).toBeLessThanOrEqual(policy.max_attempts);
        });
      }
    });
  });

  it("approves only when every step has passed, declines only for a failed one", () => {
    property((moves) => {
      for (const { current } of moves) {
        const statuses = current.steps.map(({ status }) => status);
        const allPassed = statuses.every((status) => status === "passed");
        expect(current.decision === "approved").toBe(allPassed);
        expect(current.decision === "declined").toBe(statuses.includes("failed"));
        if (current.decision === "review") expect(statuses).toContain("review");
        expect(current.decisionReasons.length > 0).toBe(
          current.decision === "declined" || current.decision === "review",
        );
      }
    });
  });

  it("names a next action exactly while the device has something to do", () => {
    property((moves) => {
      for (const { current } of moves) {
        const open = current.steps.some(
          ({ name, status }) =>
            name !== "face_match" && (status === "pending" || status === "retry_required"),
        );
        expect(current.nextAction !== null).toBe(current.status === "in_progress" && open);
      }
    });
  });
});

describe("the two looks at a document", () => {
  const card = { image: "a", zone: "ada" };
  const looked = (part: "ocr" | "fraud", document: DocumentTrace, outcome: Outcome = "passed") => ({
    ...result(part, outcome),
    document,
  });

  it("pass together when they are at one picture, or at two whose zones say the same", () => {
    for (const other of [
      { image: "a", zone: null },
      { image: "b", zone: "ada" },
    ]) {
      const seen = take(begin(), looked("ocr", card), looked("fraud", other));
      expect(step(seen, "document").status).toBe("passed");
    }
  });

  it("open the first again when the second is at another document, and ask for it", () => {
    for (const other of [
      { image: "b", zone: "eve" },
      { image: "b", zone: null },
    ]) {
      const seen = take(begin(), looked("ocr", card), looked("fraud", other));
      expect(step(seen, "document")).toMatchObject({ status: "retry_required", reason: "document_changed" });
      expect(seen.nextAction).toEqual({ type: "ocr_scan" });
      expect(step(take(seen, looked("ocr", other)), "document").status).toBe("passed");
    }
  });

  it("fail the step when the document changes and no attempt is left to look again", () => {
    const seen = take(
      begin({ max_attempts: 1 }),
      looked("ocr", card),
      looked("fraud", { image: "b", zone: null }),
    );
    expect(seen).toMatchObject({ decision: "declined", decisionReasons: [{ code: "document_changed" }] });
  });

  it("are not remembered once the verification is closed", () => {
    const seen = take(begin(), looked("ocr", card));
    const closed = [
      cancel(seen, NOW),
      expireIfDue(seen, seen.expiresAt),
      take(seen, looked("fraud", card, "failed")),
    ];
    expect(JSON.stringify(seen)).toContain("ada");
    for (const each of closed) expect(JSON.stringify(each)).not.toContain("ada");
  });
});
