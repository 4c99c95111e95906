import { isWithinEdits } from "../../../vocabulary/edit-distance.ts";
import type { NumberForm } from "../../../vocabulary/issuers/record.ts";
import type { Mrz, MrzField, TextLine } from "../../inference/port.ts";
import { CONFIDENT } from "../text/letters.ts";
import { fitted } from "./number-form.ts";
import type { ReadValue } from "./visual/placement.ts";

/** Characters that a reader of print confuses; an MRZ's font is designed to keep them distinct. */
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

/** The optional data that contain a printed number, or its beginning if they have no room for more. */
function sameNumber(number: string, mrz: Mrz): MrzField | undefined {
  const printed = folded(number);
  return mrz.fields.find(({ name, value }) => {
    if (!OPTIONAL.has(name) || value === "") return false;
    const isFull = value.length === ROOM[mrz.format][name];
    return isFull ? printed.startsWith(folded(value)) : printed === folded(value);
  });
}

/**
 * The optional data of which a printed number lacks one character, as when the reader took two for one.
 * Optional data that fill their room may be cut themselves.
 */
function nearNumber(number: string, mrz: Mrz): MrzField | undefined {
  return mrz.fields.find(({ name, value }) => {
    const isWhole = value.length >= TELLING_FROM && value.length !== ROOM[mrz.format][name];
    const lacksOne = value.length - number.length === 1;
    return OPTIONAL.has(name) && isWhole && lacksOne && isWithinEdits(folded(value), folded(number), 1);
  });
}

/** Minimum length at which a line that equals the MRZ's optional data does so by more than chance. */
const TELLING_FROM = 6;

/** The number in the MRZ's optional data, if exactly one line prints it and no label could be read. */
export function unlabelledNumber(lines: readonly TextLine[], mrz: Mrz): ReadValue | undefined {
  const number = mrz.fields.find(({ name }) => name === "document_number")?.value;
  const [only, ...others] = lines.flatMap(({ text, confidence, certainty, box }) => {
    const value = text.replace(/[\s-]/g, "").toUpperCase();
    const same = /^[A-Z0-9]+$/.test(value) && value !== number ? sameNumber(value, mrz) : undefined;
    const isTelling = (same?.value.length ?? 0) >= TELLING_FROM && value.length <= same!.value.length + 4;
    return isTelling ? [{ value, confidence, certainty, bbox: box }] : [];
  });
  return others.length === 0 ? only : undefined;
}

/**
 * Numbers whose letters and digits have fixed places, where neighbours distinguish an O from a 0: those with
 * five digits in a row, and Italy's codice fiscale.
 */
const ORDERLY = /\d{5}|^[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]$/;

interface PrintedNumber extends ReadValue {
  readonly source: "both" | "mrz" | "viz";
}

/**
 * A number that only the print gives. The MRZ's spelling is used if its optional data are the same but for
 * characters that look alike, or are the number's beginning without room for more. Elsewhere nothing
 * distinguishes an O from a 0 among letters and digits in any order, so a number with an O or an I is left
 * out. So is one of low confidence, which may have lost a character. A number that lacks one of the MRZ's
 * characters is the MRZ's, if its checks hold.
 */
export function printedNumber(printed: ReadValue, mrz: Mrz | null): PrintedNumber | null {
  const same = mrz === null ? undefined : sameNumber(printed.value, mrz);
  const behind = printed.value.slice(same?.value.length ?? 0);
  if (same !== undefined && (behind === "" || isReported({ ...printed, value: behind }))) {
    if (behind !== "") return { ...printed, value: same.value + behind, source: "both" };
    const confidence = Math.max(same.confidence, printed.confidence);
    return { value: same.value, confidence, source: "both", bbox: printed.bbox };
  }
  const near = mrz?.checks.every(({ valid }) => valid) ? nearNumber(printed.value, mrz) : undefined;
  if (near !== undefined)
    return { value: near.value, confidence: near.confidence, source: "mrz", bbox: printed.bbox };
  return isReported(printed) ? { ...printed, source: "viz" } : null;
}

/** Confidence in a number of no form that its issuing state publishes: a reviewer compares it. */
const UNFORMED = 0.5;

/**
 * A number that only the print gives, on a document without an MRZ whose issuing state publishes the forms of
 * its numbers. They distinguish an O from a 0. A number of another form keeps a low confidence.
 */
export function formedNumber(printed: ReadValue, forms: readonly NumberForm[]): PrintedNumber | null {
  const value = fitted(printed.value, forms);
  if (value !== null) return printed.confidence >= CONFIDENT ? { ...printed, value, source: "viz" } : null;
  const confidence = Math.min(printed.confidence, UNFORMED);
  return isReported(printed) ? { ...printed, confidence, source: "viz" } : null;
}

/** Whether the print alone gives a number: no character of it is ambiguous, and the confidence is high. */
const isReported = ({ value, confidence }: ReadValue): boolean =>
  (!/[OI]/.test(value) || ORDERLY.test(value)) && confidence >= CONFIDENT;
