import { ELEMENTS } from "../../ocr/elements.ts";
import { namesFillLine } from "../../ocr/mrz.ts";
import { mrzValues } from "../../ocr/mrz-values.ts";
import { CONFIDENT } from "../../text/letters.ts";
import { type CheckInput, type CheckResult, failed, notApplicable, notEvaluated, PASS } from "./check.ts";
import { withoutMrz } from "./mrz-checksums.ts";

/**
 * Compares the MRZ with the visual inspection zone. Fails if a value printed under its own label differs from
 * the MRZ's and both were read with confidence. A value that is not found may be a misreading; if no value is
 * found, the check was not evaluated.
 */
export function vizConsistency({ reading, otherSide, mrzExpected, now }: CheckInput): CheckResult {
  if (reading.mrz === null) return withoutMrz(reading, mrzExpected);
  const { machine, printed: visual, lines } = mrzValues(reading, now, otherSide);
  const isFull = namesFillLine(reading.mrz);
  const printedTwice = new Set([...machine.values()].map(({ value }) => value));
  let agreed = 0;
  for (const [key, element] of ELEMENTS) {
    const mrz = machine.get(key);
    if (mrz === undefined) continue;
    if (lines.some((line) => element.shown(line, mrz.value))) {
      agreed++;
      continue;
    }
    const printed = visual.get(key);
    const confident = Math.min(mrz.confidence, printed?.confidence ?? 0) >= CONFIDENT;
    // If the printed value belongs to another element of the MRZ, the reading only put it under the wrong
    // label.
    if (!confident || printed === undefined || printedTwice.has(printed.value)) continue;
    if (element.compare(printed.value, mrz.value, isFull) === "different")
      return failed(`The MRZ and the printed text differ in ${key}.`);
  }
  if (agreed > 0) return PASS;
  return otherSide === null
    ? notEvaluated("No value of the MRZ was found in the printed text.")
    : notApplicable("This side prints no value of the MRZ: the sides are compared with each other.");
}
