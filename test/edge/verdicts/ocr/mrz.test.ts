import { expect, it } from "vitest";
import { isMrzLine } from "#edge/verdicts/ocr/mrz.ts";
import { MRZ } from "#test/harness/edge/inference-results.ts";

it.each([
  MRZ.lines[0]!,
  "P<UTO ERIKSSON",
  "PKUTOERIKSSONKKANNAKMARIAKKKKKKKKKKKKKKKKKKK",
  "L898902C36UTO7408122F3204159ZE184226BKKKKKK1O",
])("takes %s for a line of the MRZ", (text) => {
  expect(isMrzLine(text, MRZ)).toBe(true);
});

it.each(["NUMERO PERSONALE NUMERO PERSONNEL", "INVENTED STATE SPECIMEN DOCUMENT OF", "12 MILL LANE"])(
  "takes %s for no line of the MRZ",
  (text) => {
    expect(isMrzLine(text, MRZ)).toBe(false);
  },
);
