import type { Mrz } from "../../inference/port.ts";
import { CONFIDENT } from "./confidence.ts";
import type { ReadValue } from "./visual/visual-zone.ts";

/** Signs that a reader of print takes for one another; a zone's letters are drawn to differ. */
const READ_AS: Readonly<Record<string, string>> = { O: "0", Q: "0", I: "1", Z: "2", S: "5", B: "8" };

const folded = (number: string) => number.replace(/[OQIZSB]/g, (sign) => READ_AS[sign]!);

/** Data that the issuing state may put into a zone: on many documents the personal number. */
const OPTIONAL: ReadonlySet<string> = new Set(["optional_data", "optional_data_2"]);

/**
 * Numbers whose letters and digits stand in places of their own, where neighbours tell an O from a 0: those
 * with five digits in a row, and Italy's codice fiscale.
 */
const ORDERLY = /\d{5}|^[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]$/;

interface PrintedNumber extends ReadValue {
  readonly source: "both" | "viz";
}

/**
 * A number that the print alone tells. The zone's spelling is taken where its optional data say the same but
 * for signs that look alike. Elsewhere nothing tells an O from a 0 among letters and digits in any order, so
 * that a number with an O or an I is left out; so is one that the reader doubts, which may have lost a sign.
 */
export function printedNumber(printed: ReadValue, mrz: Mrz | null): PrintedNumber | null {
  const number = folded(printed.value);
  const same = mrz?.fields.find(({ name, value }) => OPTIONAL.has(name) && folded(value) === number);
  if (same !== undefined) {
    const confidence = Math.max(same.confidence, printed.confidence);
    return { value: same.value, confidence, source: "both", bbox: printed.bbox };
  }
  const isDoubtful = /[OI]/.test(printed.value) && !ORDERLY.test(printed.value);
  return isDoubtful || printed.confidence < CONFIDENT ? null : { ...printed, source: "viz" };
}
