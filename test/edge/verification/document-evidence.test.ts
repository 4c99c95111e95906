import { describe, expect, it } from "vitest";
import { assertTakes } from "#edge/verification/machine.ts";
import { MAX_CAPTURE_FAILURES } from "#edge/verification/policy.ts";
import { begin, looked, NOW, refusal, step, take, takeAtOnce } from "./steps-taken.ts";

const BOTH = [
  ["ocr", "fraud", "ocr_scan", "fraud_detect"],
  ["fraud", "ocr", "fraud_detect", "ocr_scan"],
] as const;
const of = (capture: string) => ({ capture });

describe("the document step", () => {
  it.each(BOTH)("stays open after %s alone and names the other call", (...[part, , , type]) => {
    const verification = take(begin(), looked(part, "passed"));
    expect(step(verification, "document")).toMatchObject({ status: "pending", attempts: 1, reason: null });
    expect(verification.nextAction).toEqual({ type });
  });

  it("passes when one picture was read and judged clean, by two calls or by one", () => {
    const looks = [looked("ocr", "passed"), looked("fraud", "passed")];
    for (const verification of [take(begin(), ...looks), takeAtOnce(begin(), ...looks)]) {
      expect(step(verification, "document")).toMatchObject({ status: "passed", attempts: 1 });
      expect(step(verification, "document").resultIds).toHaveLength(2);
    }
  });

  it("tells of every result that a call has made, and names the first in its evidence", () => {
    const front = { ...looked("ocr", "passed"), resultIds: ["front", "back"] as const };
    const seen = step(take(begin(), front), "document");
    expect(seen.resultIds).toEqual(["front", "back"]);
    expect(seen.parts.ocr?.evidence).toEqual({
      status: "passed",
      reason: null,
      resultId: "front",
      capture: "card",
    });
  });

  it("lets the newest look at a picture speak: what passed and then did not must be made again", () => {
    const expired = looked("ocr", "retry", { reason: "document_expired" });
    expect(step(take(begin(), looked("ocr", "passed"), expired), "document")).toMatchObject({
      status: "retry_required",
      attempts: 2,
      reason: "document_expired",
    });
  });

  it("takes no more of a part whose attempts are used up", () => {
    const verification = take(begin({ max_attempts: 1 }), looked("ocr", "passed"));
    expect(refusal(() => assertTakes(verification, "ocr", NOW))).toBe("verification_not_open");
    expect(refusal(() => assertTakes(verification, "fraud", NOW))).toBe("none");
    const together = () => takeAtOnce(verification, looked("fraud", "passed"), looked("ocr", "passed"));
    expect(refusal(together)).toBe("verification_not_open");
  });
});

describe("two pictures", () => {
  it.each(BOTH)("share no verdict: after %s of one and %s of another the first is due again", (...names) => {
    const [first, second, type] = names;
    const seen = take(begin(), looked(first, "passed", of("a")), looked(second, "passed", of("b")));
    expect(step(seen, "document")).toMatchObject({ status: "retry_required", reason: "document_changed" });
    expect(seen.nextAction).toEqual({ type });
    expect(step(take(seen, looked(first, "passed", of("b"))), "document").status).toBe("passed");
  });

  it.each(BOTH)("each need both looks of their own: a new %s reopens what had passed", (first, second) => {
    const passed = take(begin(), looked(first, "passed", of("a")), looked(second, "passed", of("a")));
    const reopened = take(passed, looked(first, "passed", of("b")));
    expect(step(reopened, "document")).toMatchObject({
      status: "retry_required",
      reason: "document_changed",
    });
  });

  it("do not undo each other's looks: the first picture counts again when it is looked at again", () => {
    const away = take(
      begin(),
      looked("ocr", "passed", of("a")),
      looked("fraud", "passed", of("a")),
      looked("fraud", "retry", of("b")),
    );
    expect(step(away, "document").status).toBe("retry_required");
    expect(step(take(away, looked("fraud", "passed", of("a"))), "document").status).toBe("passed");
  });

  it.each(["passed", "review"] as const)(
    "fail the step when no attempt is left to look again: %s",
    (read) => {
      const seen = take(
        begin({ max_attempts: 1 }),
        looked("ocr", read, of("a")),
        looked("fraud", "passed", of("b")),
      );
      expect(seen.decision).toBe("declined");
      expect(step(seen, "document").reason).toBe("document_changed");
    },
  );
});

describe("a picture that cannot be judged", () => {
  const dark = (part: "ocr" | "fraud", capture: string) =>
    looked(part, "capture_quality", { capture, reason: "image_too_dark" });

  it.each(BOTH)("moves no verdict of %s to another picture (C1)", (first, second) => {
    const seen = take(begin(), looked(first, "passed", of("genuine")), dark(first, "forged"));
    expect(step(seen, "document")).toMatchObject({ status: "pending", capture: "genuine" });
    const forged = take(seen, looked(second, "passed", of("forged")));
    expect(step(forged, "document").status).toBe("retry_required");
  });

  it.each(BOTH)("undoes nothing of %s and uses up no attempt", (first, second) => {
    const passed = take(begin(), looked(first, "passed"), looked(second, "passed"));
    expect(step(take(passed, dark(first, "other")), "document")).toMatchObject({
      status: "passed",
      attempts: 1,
      reason: null,
    });
  });

  it("is what the open part is told, until a look settles something", () => {
    const seen = take(begin(), dark("ocr", "a"));
    expect(step(seen, "document")).toMatchObject({
      status: "retry_required",
      attempts: 0,
      reason: "image_too_dark",
    });
    expect(step(take(seen, looked("ocr", "passed", of("b"))), "document").status).toBe("pending");
    const retried = take(begin(), looked("ocr", "retry"), dark("ocr", "a"));
    expect(step(retried, "document").reason).toBe("image_too_dark");
  });

  it("costs an attempt from the eleventh on, and the last attempt fails the step", () => {
    const ten = Array.from({ length: MAX_CAPTURE_FAILURES }, () => dark("fraud", "a"));
    const seen = take(begin({ max_attempts: 2 }), ...ten, dark("fraud", "a"));
    expect(step(seen, "document")).toMatchObject({ status: "retry_required", attempts: 1 });
    expect(take(seen, dark("fraud", "a"))).toMatchObject({
      decision: "declined",
      decisionReasons: [{ code: "image_too_dark", step: "document" }],
    });
  });

  it("does not fail what has passed, however often it comes", () => {
    const often = Array.from({ length: MAX_CAPTURE_FAILURES + 2 }, () => dark("ocr", "b"));
    const seen = take(begin(), looked("ocr", "passed", of("a")), ...often);
    expect(step(seen, "document").status).toBe("pending");
    expect(step(take(seen, looked("fraud", "passed", of("a"))), "document").status).toBe("passed");
  });
});
