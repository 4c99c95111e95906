import { describe, expect, it } from "vitest";
import {
  begin,
  checked,
  document,
  looked,
  searched,
  step,
  take,
  takeAndCompare,
  takeAtOnce,
} from "./steps-taken.ts";

const suspicious = (capture = "card") => looked("fraud", "adverse", { capture, reason: "fraud_suspicious" });
const duplicate = () => {
  const live = checked("passed");
  return [live, searched(live, "adverse", "duplicate_face")];
};
const alone = () => {
  const live = checked("passed");
  return [live, searched(live, "passed")];
};

describe("a settled adverse outcome", () => {
  it("stands after a clean look at the same picture or another (H2)", () => {
    for (const capture of ["card", "other"]) {
      const seen = take(
        begin(),
        suspicious(),
        looked("fraud", "passed", { capture }),
        looked("ocr", "passed", { capture }),
      );
      expect(step(seen, "document")).toMatchObject({ status: "review", reason: "fraud_suspicious" });
      expect(takeAndCompare(seen, [checked("passed")], "passed")).toMatchObject({
        decision: "review",
        decisionReasons: [{ code: "fraud_suspicious", step: "document" }],
      });
    }
  });

  it("stands after a search that finds nobody (H2)", () => {
    const seen = takeAtOnce(begin({ dedupe: "review" }), ...duplicate());
    const again = takeAtOnce(seen, ...alone());
    expect(step(again, "liveness")).toMatchObject({ status: "review", reason: "duplicate_face" });
    expect(takeAndCompare(again, document(), "passed")).toMatchObject({
      decision: "review",
      decisionReasons: [{ code: "duplicate_face", step: "liveness" }],
    });
  });

  it("does not close the step: what is still due is asked for", () => {
    const seen = take(begin(), suspicious());
    expect(step(seen, "document").status).toBe("pending");
    expect(seen.nextAction).toEqual({ type: "ocr_scan" });
  });

  it("can become a hard stop", () => {
    expect(take(begin(), suspicious(), looked("fraud", "failed")).decision).toBe("declined");
  });

  it("is told of a verification that another step declines, too", () => {
    const seen = take(begin(), suspicious(), checked("failed", { reason: "print_attack" }));
    expect(seen.decisionReasons).toEqual([
      { code: "fraud_suspicious", step: "document", message: "The document step needs a person's review." },
      { code: "print_attack", step: "liveness", message: "The liveness step failed." },
    ]);
  });

  it("is told with every other one, each once, in the order in which they came", () => {
    const seen = take(begin({ dedupe: "review" }), suspicious(), suspicious("other"));
    const read = take(seen, looked("ocr", "review", { capture: "other", reason: "expiry_not_read" }));
    const decided = takeAndCompare(read, duplicate(), "review");
    expect(decided.decisionReasons.map(({ step: name, code }) => `${name}: ${code}`)).toEqual([
      "document: fraud_suspicious",
      "document: expiry_not_read",
      "liveness: duplicate_face",
      "face_match: comparison_review",
    ]);
  });

  it("is kept with the result that it came of", () => {
    const result = suspicious();
    expect(step(take(begin(), result), "document").findings).toEqual([
      { part: "fraud", code: "fraud_suspicious", resultId: result.resultIds[0] },
    ]);
  });
});

describe("a review because a capture cannot tell", () => {
  it("is replaced by a capture that tells", () => {
    const unread = looked("ocr", "review", { capture: "a", reason: "expiry_not_read" });
    const seen = take(begin(), unread, looked("fraud", "passed", { capture: "a" }));
    expect(step(seen, "document")).toMatchObject({ status: "review", reason: "expiry_not_read" });
    const read = take(seen, looked("ocr", "passed", { capture: "b" }));
    expect(step(read, "document").status).toBe("retry_required");
    const judged = take(read, looked("fraud", "passed", { capture: "b" }));
    expect(step(judged, "document")).toMatchObject({ status: "passed", findings: [] });
  });
});
