import { describe, expect, it } from "vitest";
import { applyResults, assertStrongEnough, requiredMode } from "#edge/verification/machine.ts";
import { MAX_CAPTURE_FAILURES } from "#edge/verification/policy.ts";
import { begin, checked, NOW, refusal, searched, step, take, takeAtOnce } from "./steps-taken.ts";

const LIVENESS = { steps: ["liveness"] };
const passive = { mode: "passive" } as const;
const grey = () => checked("step_up", { ...passive, reason: "step_up_required" });

describe("a liveness check", () => {
  it.each(["passive", "burst", "challenge"] as const)("must be as strong as the policy's %s", (mode) => {
    const verification = begin({ ...LIVENESS, liveness_mode: mode });
    expect(requiredMode(verification)).toBe(mode);
    const weaker = () => applyResults(verification, [checked("passed", passive)], NOW);
    expect(refusal(weaker)).toBe(mode === "passive" ? "none" : "liveness_mode_too_weak");
    expect(take(verification, checked("passed")).decision).toBe("approved");
  });

  it("is asked for as the policy says, and a check where a burst will do", () => {
    expect(begin({ ...LIVENESS, liveness_mode: "challenge" }).nextAction).toEqual({
      type: "liveness_challenge",
    });
    expect(begin({ ...LIVENESS, liveness_mode: "burst" }).nextAction).toEqual({ type: "liveness_check" });
  });

  it("lets ten poor captures pass and counts the eleventh", () => {
    const poor = Array.from({ length: MAX_CAPTURE_FAILURES }, () =>
      checked("capture_quality", { reason: "too_dark" }),
    );
    const ten = take(begin({ max_attempts: 1 }), ...poor);
    expect(step(ten, "liveness")).toMatchObject({
      status: "retry_required",
      attempts: 0,
      reason: "too_dark",
    });
    expect(take(ten, checked("capture_quality")).decision).toBe("declined");
  });

  it("that cannot be judged does not undo one that has passed", () => {
    const verification = take(begin(), checked("passed"), checked("capture_quality"));
    expect(step(verification, "liveness")).toMatchObject({ status: "passed", attempts: 1, reason: null });
  });

  it("that has passed and then did not must be made again", () => {
    const verification = take(begin(), checked("passed"), checked("retry"));
    expect(step(verification, "liveness")).toMatchObject({ status: "retry_required", attempts: 2 });
  });
});

describe("a step-up", () => {
  it("asks for a challenge at the first time for free, ahead of all else, and counts the next", () => {
    const once = take(begin({ max_attempts: 2 }), grey());
    expect(step(once, "liveness")).toMatchObject({ attempts: 0, reason: "step_up_required" });
    expect(once.nextAction).toEqual({ type: "liveness_challenge" });
    const twice = take(once, checked("step_up"));
    expect(step(twice, "liveness").attempts).toBe(1);
    expect(take(once, checked("passed")).nextAction).toEqual({ type: "ocr_scan" });
    expect(take(twice, checked("step_up")).decision).toBe("declined");
  });

  it.each(["passive", "burst"] as const)("takes no %s check in its place (H1)", (mode) => {
    const asked = take(begin(LIVENESS), grey());
    expect(refusal(() => assertStrongEnough(asked, mode))).toBe("liveness_mode_too_weak");
    expect(refusal(() => take(asked, checked("passed", { mode })))).toBe("liveness_mode_too_weak");
    expect(take(asked, checked("passed")).decision).toBe("approved");
  });

  it("still asks for a challenge after one that was not passed, and after one that could not be judged", () => {
    for (const outcome of ["retry", "capture_quality", "review"] as const) {
      const asked = take(begin(), grey(), checked(outcome));
      expect(requiredMode(asked)).toBe("challenge");
    }
  });

  it("lets nothing weaker replace the challenge that was passed", () => {
    const passed = take(begin(), grey(), checked("passed"));
    expect(refusal(() => take(passed, checked("passed", passive)))).toBe("liveness_mode_too_weak");
    expect(step(take(passed, checked("passed")), "liveness").status).toBe("passed");
  });
});

describe("the search for duplicates", () => {
  const policy = { ...LIVENESS, dedupe: "review" };
  const found = (outcome: "passed" | "review" | "adverse" | "failed") => {
    const live = checked("passed");
    return [live, searched(live, outcome, outcome === "passed" ? null : "duplicate_face")];
  };

  it("must be made of the live face that counts", () => {
    const alone = take(begin(policy), checked("passed"));
    expect(alone).toMatchObject({ status: "in_progress", nextAction: { type: "liveness_check" } });
    expect(takeAtOnce(begin(policy), ...found("passed")).decision).toBe("approved");
  });

  it("of an earlier face does not count for a later one", () => {
    const open = { ...policy, steps: ["document", "liveness"] };
    const first = takeAtOnce(begin(open), ...found("passed"));
    expect(step(first, "liveness").status).toBe("passed");
    expect(step(take(first, checked("passed")), "liveness").status).toBe("pending");
  });

  it.each([
    ["review", "review"],
    ["adverse", "review"],
    ["failed", "declined"],
  ] as const)("that ends in %s ends in %s, and says why", (outcome, decision) => {
    expect(takeAtOnce(begin(policy), ...found(outcome))).toMatchObject({
      decision,
      decisionReasons: [{ code: "duplicate_face", step: "liveness" }],
    });
  });
});
