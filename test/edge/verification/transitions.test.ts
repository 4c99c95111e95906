import { describe, expect, it } from "vitest";
import { applyResults, assertTakes, cancel, expireIfDue, isOpen } from "#edge/verification/machine.ts";
import {
  begin,
  checked,
  compared,
  document,
  looked,
  NOW,
  refusal,
  step,
  take,
  takeAndCompare,
  takeAtOnce,
} from "./steps-taken.ts";

describe("a verification", () => {
  it("begins created, open, with the scan as the next action", () => {
    const verification = begin();
    expect(verification).toMatchObject({ status: "created", decision: null, revision: 1, completedAt: null });
    expect(verification.nextAction).toEqual({ type: "ocr_scan" });
    expect(verification.steps.map(({ name }) => name)).toEqual(["document", "liveness", "face_match"]);
    expect(verification.expiresAt).toBe(NOW + 86_400_000);
  });

  it("is in progress after the first result, without a decision", () => {
    expect(take(begin(), looked("ocr", "passed"))).toMatchObject({ status: "in_progress", decision: null });
  });

  it("is approved when every required step has passed, and says so once", () => {
    const before = take(begin(), ...document(), checked("passed"));
    const { verification, completed } = applyResults(before, [compared(before, "passed")], NOW + 5);
    expect(completed).toBe(true);
    expect(verification).toMatchObject({
      status: "completed",
      decision: "approved",
      decisionReasons: [],
      nextAction: null,
      completedAt: NOW + 5,
    });
  });

  it.each([
    [["document"], document()],
    [["liveness"], [checked("passed")]],
  ])("that asks for %s only is approved when that has passed", (steps, results) => {
    expect(take(begin({ steps }), ...results)).toMatchObject({ decision: "approved", status: "completed" });
  });

  it("is declined at once at a hard stop, with the step and its reason", () => {
    const verification = take(begin(), checked("failed", { reason: "print_attack" }));
    expect(verification).toMatchObject({ status: "completed", decision: "declined" });
    expect(verification.decisionReasons).toEqual([
      { code: "print_attack", step: "liveness", message: "The liveness step failed." },
    ]);
  });

  it("is declined with every reason where both looks of one call fail", () => {
    const both = takeAtOnce(begin(), looked("ocr", "failed"), looked("fraud", "failed"));
    expect(both.decisionReasons.map(({ code }) => code)).toEqual(["ocr_failed", "fraud_failed"]);
  });

  it("is declined when attempts are used up, not before", () => {
    const twice = take(begin(), checked("retry"), checked("retry"));
    expect(twice).toMatchObject({ status: "in_progress" });
    expect(step(twice, "liveness")).toMatchObject({ status: "retry_required", attempts: 2, maxAttempts: 3 });
    expect(take(twice, checked("retry")).decision).toBe("declined");
  });

  it("goes to a review when nothing failed, something needs one and nothing is open", () => {
    const some = take(begin(), looked("ocr", "review", { reason: "expiry_not_read" }));
    expect(some.status).toBe("in_progress");
    const all = takeAndCompare(some, [looked("fraud", "passed"), checked("passed")], "passed");
    expect(all).toMatchObject({ status: "completed", decision: "review" });
    expect(all.decisionReasons).toEqual([
      { code: "expiry_not_read", step: "document", message: "The document step needs a person's review." },
    ]);
  });

  it("is declined rather than reviewed", () => {
    const verification = take(begin(), looked("fraud", "review"), looked("ocr", "failed"));
    expect(verification.decision).toBe("declined");
  });

  it("that is open is canceled, and not canceled again", () => {
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
    expect(refusal(() => applyResults(verification, [looked("ocr", "passed")], end))).toBe(
      "verification_not_open",
    );
    expect(refusal(() => cancel(verification, end))).toBe("verification_not_open");
  });

  it("takes no check that its policy does not ask for", () => {
    expect(refusal(() => assertTakes(begin({ steps: ["liveness"] }), "ocr", NOW))).toBe(
      "verification_not_open",
    );
    const live = checked("passed");
    const unasked = () => takeAtOnce(begin(), live, { ...live, part: "search" });
    expect(refusal(unasked)).toBe("verification_not_open");
  });
});

describe("what a closed verification keeps", () => {
  const seen = take(begin(), looked("ocr", "passed", { capture: "digest-of-card" }), checked("passed"));
  const shown = (verification: object) => JSON.stringify(verification).includes("digest-of-card");

  it.each([
    ["canceled", cancel(seen, NOW)],
    ["expired", expireIfDue(seen, seen.expiresAt)],
    ["decided", take(seen, looked("fraud", "failed", { capture: "digest-of-card" }))],
  ])("names no picture once it is %s", (_, closed) => {
    expect(shown(seen)).toBe(true);
    expect(shown(closed)).toBe(false);
  });

  it("names the results that its evidence came from", () => {
    const closed = cancel(seen, NOW);
    expect(step(closed, "document").parts.ocr?.evidence).toMatchObject({ status: "passed", capture: null });
    expect(step(closed, "document").resultIds).toEqual([
      step(closed, "document").parts.ocr?.evidence?.resultId,
    ]);
  });
});
