import { describe, expect, it } from "vitest";
import { applyResults, assertTakes, cancel, expireIfDue } from "#edge/verification/machine.ts";
import {
  begin,
  checked,
  compared,
  document,
  looked,
  NOW,
  refusal,
  searched,
  step,
  take,
  takeAndCompare,
  takeAtOnce,
} from "./steps-taken.ts";

/** Beyond `evidence/model`: times, codes, messages, their order, and the final state. */

const suspicious = (capture = "card") => looked("fraud", "adverse", { capture, reason: "fraud_suspicious" });

describe("a verification", () => {
  it("begins created, open, with the scan as the next action", () => {
    expect(begin()).toMatchObject({
      ...{ status: "created", decision: null, revision: 1, completedAt: null },
      ...{ nextAction: { type: "ocr_scan" }, expiresAt: NOW + 86_400_000 },
      steps: [{ name: "document" }, { name: "liveness" }, { name: "face_match" }],
    });
  });

  it("is approved when every required step has passed, and says so once", () => {
    const before = take(begin(), ...document(), checked("passed"));
    const { verification, completed } = applyResults(before, [compared(before, "passed")], NOW, NOW + 5);
    expect(completed).toBe(true);
    expect(verification).toMatchObject({
      ...{ status: "completed", decision: "approved", decisionReasons: [] },
      ...{ nextAction: null, completedAt: NOW + 5 },
    });
  });

  it("is open until its expiry, and expired from then on", () => {
    const verification = begin({ expires_in_seconds: 300 });
    expect(expireIfDue(verification, NOW + 299_999)).toBe(verification);
    expect(expireIfDue(verification, NOW + 300_000)).toMatchObject({ status: "expired", decision: null });
  });

  it.each([
    ["that is closed", () => take(cancel(begin(), NOW), looked("ocr", "passed"))],
    ["that is canceled again", () => cancel(cancel(begin(), NOW), NOW)],
    ["that has expired", () => cancel(begin(), NOW + 86_400_000)],
    ["that asks for no such check", () => assertTakes(begin({ steps: ["liveness"] }), "ocr", NOW)],
    ["whose attempts are used up", () => take(begin({ max_attempts: 1 }), ...document(), ...document())],
  ])("%s rejects with verification_not_open", (_, act) => {
    expect(refusal(act)).toBe("verification_not_open");
  });

  it("takes no liveness check that is weaker than its policy's, or than a challenge after a step-up (H1)", () => {
    const passive = checked("passed", { mode: "passive" });
    const asked = take(begin(), checked("step_up", { mode: "passive" }));
    for (const verification of [asked, begin({ liveness_mode: "burst" })]) {
      expect(refusal(() => take(verification, passive))).toBe("liveness_mode_too_weak");
    }
  });
});

describe("the reasons of a decision", () => {
  it.each([
    ["declined", checked("failed", { reason: "print_attack" }), "Presentation attack with a printed photo."],
    ["review", checked("adverse", { reason: "print_attack" }), "Presentation attack with a printed photo."],
    [
      "review",
      { ...checked("adverse", { reason: "print_attack" }), found: "Possible tampering in the portrait" },
      "Possible tampering in the portrait.",
    ],
  ])("%s name the step, the reason and what was found", (decision, result, message) => {
    expect(take(begin({ steps: ["liveness"] }), result)).toMatchObject({
      decision,
      decisionReasons: [{ code: "print_attack", step: "liveness", message }],
    });
  });

  it("name the step alone for a code without a text", () => {
    expect(take(begin({ steps: ["liveness"] }), checked("failed")).decisionReasons).toEqual([
      { code: "check_failed", step: "liveness", message: "The liveness step did not pass." },
    ]);
  });

  it("are all of those that count, each once, in the order in which they came (H2)", () => {
    const seen = take(begin({ dedupe: "review" }), suspicious(), suspicious("other"));
    const read = take(seen, looked("ocr", "review", { capture: "other", reason: "expiry_not_read" }));
    const live = checked("passed");
    const results = [live, searched(live, "adverse", "duplicate_face")];
    const { decisionReasons } = takeAndCompare(read, results, "review");
    expect(decisionReasons.map((reason) => `${reason.step}: ${reason.code}`)).toEqual([
      "document: fraud_suspicious",
      "document: expiry_not_read",
      "liveness: duplicate_face",
      "face_match: comparison_review",
    ]);
  });

  it("are those of both checks of one call, and of findings if another step declines", () => {
    const both = takeAtOnce(begin(), looked("ocr", "failed"), looked("fraud", "failed"));
    expect(both.decisionReasons.map(({ code }) => code)).toEqual(["ocr_failed", "fraud_failed"]);
    const other = take(begin(), suspicious(), checked("failed", { reason: "print_attack" }));
    expect(other.decisionReasons.map(({ code }) => code)).toEqual(["fraud_suspicious", "print_attack"]);
  });
});

describe("a closed verification", () => {
  const seen = take(begin(), looked("ocr", "passed", { capture: "digest-of-card" }), checked("passed"));

  it.each([
    ["canceled", cancel(seen, NOW)],
    ["expired", expireIfDue(seen, seen.expiresAt)],
    ["decided", take(seen, looked("fraud", "failed", { capture: "digest-of-card" }))],
  ])("names no image any more once it is %s, but the results of its evidence", (_, closed) => {
    expect(JSON.stringify(seen)).toContain("digest-of-card");
    expect(JSON.stringify(closed)).not.toContain("digest-of-card");
    const { parts, resultIds } = step(closed, "document");
    expect(parts.ocr?.evidence).toMatchObject({ status: "passed", resultId: resultIds[0], capture: null });
  });
});
