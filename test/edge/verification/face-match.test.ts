import { describe, expect, it } from "vitest";
import { captureOfPair, comparisonDue, pairOf } from "#edge/verification/face-match.ts";
import { cancel } from "#edge/verification/machine.ts";
import {
  begin,
  checked,
  compared,
  document,
  looked,
  NOW,
  step,
  take,
  takeAndCompare,
} from "./steps-taken.ts";

const live = () => checked("passed");

describe("the comparison of portrait and live frame", () => {
  it("is due once a portrait was read and a face seen live, of the results that count", () => {
    const [read, judged] = document();
    const frame = live();
    const seen = take(begin(), read!, judged!, frame);
    expect(comparisonDue(seen)).toEqual({ portrait: read!.resultIds[0], frame: frame.resultIds[0] });
    expect(seen).toMatchObject({ status: "in_progress", decision: null, nextAction: null });
  });

  it.each([
    ["the document was not read", [looked("fraud", "passed"), live()]],
    ["nobody was seen live", document()],
    ["the live check must be made again", [...document(), checked("retry")]],
    [
      "another picture was judged than was read",
      [live(), looked("ocr", "passed", { capture: "a" }), looked("fraud", "passed", { capture: "b" })],
    ],
  ])("is not due while %s", (_, results) => {
    expect(comparisonDue(take(begin(), ...results))).toBeNull();
  });

  it("may come before the picture is judged, and decides nothing until then", () => {
    const seen = take(begin(), looked("ocr", "passed", { capture: "a" }), live());
    const matched = take(seen, compared(seen, "passed"));
    expect(step(matched, "face_match").status).toBe("passed");
    expect(matched).toMatchObject({ status: "in_progress", decision: null });
    const elsewhere = take(matched, looked("fraud", "passed", { capture: "b" }));
    expect(elsewhere).toMatchObject({ status: "in_progress", decision: null });
    expect(step(elsewhere, "face_match").status).toBe("pending");
    expect(take(matched, looked("fraud", "passed", { capture: "a" })).decision).toBe("approved");
  });

  it("is due of a document that a person must look at, too", () => {
    const [, judged] = document();
    expect(comparisonDue(take(begin(), looked("ocr", "review"), judged!, live()))).not.toBeNull();
  });

  it("is of the newest portrait and the newest frame", () => {
    const seen = take(begin(), live(), looked("ocr", "passed", { capture: "a" }), live());
    const [read, judged] = [
      looked("ocr", "passed", { capture: "b" }),
      looked("fraud", "passed", { capture: "b" }),
    ];
    const frame = live();
    const again = take(seen, read, frame, judged);
    expect(comparisonDue(again)).toEqual({ portrait: read.resultIds[0], frame: frame.resultIds[0] });
  });

  it("of another pair does not count", () => {
    const seen = take(begin(), ...document(), live());
    const stale = {
      ...compared(seen, "passed"),
      capture: captureOfPair({ portrait: "old", frame: "older" }),
    };
    const after = take(seen, stale);
    expect(after).toMatchObject({ status: "in_progress", decision: null });
    expect(step(after, "face_match").status).toBe("pending");
    expect(comparisonDue(after)).toEqual(pairOf(seen.steps));
  });

  it("is not due twice, nor of what is closed, nor where the policy asks for none", () => {
    const seen = take(begin(), ...document(), live());
    expect(comparisonDue(take(seen, compared(seen, "passed")))).toBeNull();
    expect(comparisonDue(cancel(seen, NOW))).toBeNull();
    expect(comparisonDue(take(begin({ require_face_match: false }), ...document(), live()))).toBeNull();
  });

  it.each([
    ["passed", "approved"],
    ["review", "review"],
    ["failed", "declined"],
  ] as const)("that is %s ends in %s", (outcome, decision) => {
    expect(takeAndCompare(begin(), [...document(), live()], outcome).decision).toBe(decision);
  });
});
