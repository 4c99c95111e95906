import { isWithinOneEdit } from "../../../vocabulary/edit-distance.ts";
import type { DocumentRecord, NumberForm } from "../../../vocabulary/issuers/record.ts";
import { DOCUMENT_RECORDS, ISSUING_STATES, recordsOf } from "../../../vocabulary/issuers/records.ts";
import type { DocumentReading, TextLine } from "../../inference/port.ts";
import { findDate } from "../text/dates.ts";
import { CONFIDENT, lettersOf } from "../text/letters.ts";
import { candidateTypes } from "./detected-type.ts";
import { fitted } from "./number-form.ts";
import type { ReadValue } from "./visual/placement.ts";

/** The top of a document, as a share of its print: further down, a state's name is a value. */
const TOP = 0.25;
/** Names with at least this many letters may be misread in one, and may have other text beside them. */
const LONG_FROM = 12;
const SHORT_FROM = 6;

const NAMES = ISSUING_STATES.flatMap(({ code, names }) =>
  names.map((name) => ({ code, letters: lettersOf(name) })),
).filter(({ letters }) => letters.length >= SHORT_FROM);

/** The state that the top lines of a document without an MRZ name; undefined for none or several. */
export function printedState({ mrz, lines }: DocumentReading): ReadValue | undefined {
  if (mrz !== null) return undefined;
  const found = topOf(lines).flatMap((line) => {
    const letters = lettersOf(line.text);
    const codes = NAMES.filter(({ letters: name }) => isNamed(letters, name)).map(({ code }) => code);
    return codes.map((value) => ({
      value,
      confidence: line.confidence,
      certainty: line.certainty,
      bbox: line.box,
    }));
  });
  return new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined;
}

const isNamed = (text: string, name: string): boolean =>
  text === name || (name.length >= LONG_FROM && (text.includes(name) || isWithinOneEdit(text, name)));

function topOf(lines: readonly TextLine[]): readonly TextLine[] {
  const tops = lines.map(({ place: [, y] }) => y);
  const [first, last] = [Math.min(...tops), Math.max(...tops)];
  return lines.filter(({ place: [, y] }) => y <= first + TOP * (last - first));
}

/** Numbers of which records have forms. */
export type FormedNumber = "document_number" | "personal_number";

/** The forms of a state's numbers on a document; empty unless each of its records has published ones. */
export function publishedForms(
  reading: DocumentReading,
  state: string | undefined,
  key: FormedNumber,
): readonly NumberForm[] {
  if (state === undefined) return [];
  const types = candidateTypes(reading) ?? [];
  const forms = recordsOf(state, types).map((record) =>
    key === "document_number" ? record.documentNumber : record.personalNumber,
  );
  return forms.every((form) => form?.isPublished === true) ? (forms as NumberForm[]) : [];
}

/** The number in a published form that exactly one line prints without a label; undefined otherwise. */
export function unlabelledInForm(
  lines: readonly TextLine[],
  forms: readonly NumberForm[],
): ReadValue | undefined {
  const found = lines.flatMap(({ text, confidence, certainty, box }) => {
    const value = text.replace(/[\s.-]/g, "").toUpperCase();
    const isNumber = /\d/.test(value) && findDate(text) === null && fitted(value, forms) === value;
    return isNumber ? [{ value, confidence, certainty, bbox: box }] : [];
  });
  return new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined;
}

/** A number without a label: five digits, three letters at most, and none that may be a digit. */
const LONE = /^(?=(?:[A-Z]*\d){5})(?!(?:\d*[A-Z]){4})[A-HJ-NP-Z0-9]{7,16}$/;
/** Confidence in a number that is only inferred to be the document's: a reviewer compares it. */
const INFERRED = 0.5;

/**
 * The only number on a document whose label was not read, if its records print a document number and no
 * other one; undefined otherwise.
 */
export function onlyNumber(reading: DocumentReading, state: string | undefined): ReadValue | undefined {
  const records = state === undefined ? [] : recordsOf(state, candidateTypes(reading) ?? []);
  if (records.length === 0 || !records.every(hasOneNumber)) return undefined;
  const [only, ...others] = reading.lines.flatMap(({ text, confidence, certainty, box }) => {
    const value = text.replace(/[\s.-]/g, "").toUpperCase();
    const isNumber = LONE.test(value) && findDate(text) === null;
    return isNumber ? [{ value, confidence, certainty, bbox: box }] : [];
  });
  const isSure = only !== undefined && others.length === 0 && only.confidence >= CONFIDENT;
  return isSure ? { ...only, confidence: INFERRED } : undefined;
}

function hasOneNumber({ front, back, personalNumber }: DocumentRecord): boolean {
  const printed = [...(front ?? []), ...(back ?? [])].map(([meaning]) => meaning);
  const isPersonal = personalNumber !== null || printed.includes("personal_number");
  return printed.includes("document_number") && !isPersonal;
}

/** Whether the document number of a state's cards is its national number. */
export const isNationalNumber = (state: string): boolean =>
  DOCUMENT_RECORDS.some((record) => record.state === state && record.isNationalNumber);
