import type { Mrz, MrzField, TextLine } from "../../inference/port.ts";
import { isWithinEdits } from "../text/edit-distance.ts";
import { CONFIDENT } from "../text/letters.ts";
import type { ReadValue } from "./visual/placement.ts";

/** Signs that a reader of print takes for one another; an MRZ's letters are drawn to differ. */
const READ_AS: Readonly<Record<string, string>> = { O: "0", Q: "0", I: "1", Z: "2", S: "5", B: "8" };

const folded = (number: string) => number.replace(/[OQIZSB]/g, (sign) => READ_AS[sign]!);

/** Data that the issuing state may put into an MRZ: on many documents the personal number. */
const OPTIONAL: ReadonlySet<string> = new Set(["optional_data", "optional_data_2"]);

/** How many characters these have, by format: a longer number is cut off there. */
const ROOM: Readonly<Record<Mrz["format"], Readonly<Record<string, number>>>> = {
  TD1: { optional_data: 15, optional_data_2: 11 },
  TD2: { optional_data: 7 },
  TD3: {},
  "MRV-A": { optional_data: 16 },
  "MRV-B": { optional_data: 8 },
  FRA_ID: { optional_data: 6 },
};

/** The optional data that say a printed number, or its beginning where they hold no more of it. */
function sameNumber(number: string, mrz: Mrz): MrzField | undefined {
  const printed = folded(number);
  return mrz.fields.find(({ name, value }) => {
    if (!OPTIONAL.has(name) || value === "") return false;
    const isFull = value.length === ROOM[mrz.format][name];
    return isFull ? printed.startsWith(folded(value)) : printed === folded(value);
  });
}

/**
 * The optional data of which a printed number lacks one sign, as where the reader took two for one. Where
 * they fill their room, they may be cut off themselves.
 */
function nearNumber(number: string, mrz: Mrz): MrzField | undefined {
  return mrz.fields.find(({ name, value }) => {
    const isWhole = value.length >= TELLING_FROM && value.length !== ROOM[mrz.format][name];
    const lacksOne = value.length - number.length === 1;
    return OPTIONAL.has(name) && isWhole && lacksOne && isWithinEdits(folded(value), folded(number), 1);
  });
}

/** Characters from which a line that says what the MRZ's optional data say does not do so by chance. */
const TELLING_FROM = 6;

/** The number that the MRZ's optional data say, where one line prints it and no label could be read. */
export function unlabelledNumber(lines: readonly TextLine[], mrz: Mrz): ReadValue | undefined {
  const number = mrz.fields.find(({ name }) => name === "document_number")?.value;
  const [only, ...others] = lines.flatMap(({ text, confidence, box }) => {
    const value = text.replace(/[\s-]/g, "").toUpperCase();
    const same = /^[A-Z0-9]+$/.test(value) && value !== number ? sameNumber(value, mrz) : undefined;
    const isTelling = (same?.value.length ?? 0) >= TELLING_FROM && value.length <= same!.value.length + 4;
    return isTelling ? [{ value, confidence, bbox: box }] : [];
  });
  return others.length === 0 ? only : undefined;
}

/**
 * Numbers whose letters and digits stand in places of their own, where neighbours tell an O from a 0: those
 * with five digits in a row, and Italy's codice fiscale.
 */
const ORDERLY = /\d{5}|^[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]$/;

interface PrintedNumber extends ReadValue {
  readonly source: "both" | "mrz" | "viz";
}

/**
 * A number that the print alone tells. The MRZ's spelling is taken where its optional data say the same but
 * for signs that look alike, or the number's beginning where there is no room for more. Elsewhere nothing
 * tells an O from a 0 among letters and digits in any order, so that a number with an O or an I is left out;
 * so is one that the reader doubts, which may have lost a sign. A number that lacks one of the
 * MRZ's signs is the MRZ's, where its checks hold.
 */
export function printedNumber(printed: ReadValue, mrz: Mrz | null): PrintedNumber | null {
  const same = mrz === null ? undefined : sameNumber(printed.value, mrz);
  const behind = printed.value.slice(same?.value.length ?? 0);
  if (same !== undefined && (behind === "" || isReported({ ...printed, value: behind }))) {
    const confidence = Math.max(same.confidence, printed.confidence);
    const value = same.value + behind;
    return {
      value,
      confidence: behind === "" ? confidence : printed.confidence,
      source: "both",
      bbox: printed.bbox,
    };
  }
  const near = mrz?.checks.every(({ valid }) => valid) ? nearNumber(printed.value, mrz) : undefined;
  if (near !== undefined)
    return { ...printed, value: near.value, confidence: near.confidence, source: "mrz" };
  return isReported(printed) ? { ...printed, source: "viz" } : null;
}

/** Whether print tells a number alone: nothing in it may be either of two signs, and the reader is sure. */
const isReported = ({ value, confidence }: ReadValue): boolean =>
  (!/[OI]/.test(value) || ORDERLY.test(value)) && confidence >= CONFIDENT;
