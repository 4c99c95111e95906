import { isValid, type ParsedCheck, verify, verifyTypes } from "./checks.ts";
import type { CheckPlace, FieldName, FieldPlace, Format, Span } from "./formats.ts";
import { lowest, type MrzLine, textAt } from "./line.ts";
import { type Repair, repair } from "./repair.ts";
import { substitutionsIn } from "./substitution.ts";

interface ParsedField {
  readonly name: FieldName;
  /** Trailing fillers removed, inner ones turned into spaces. */
  readonly value: string;
  /** Lowest probability of its characters, 0..1. */
  readonly confidence: number;
  /** Its position; of a long document number, that of the first part. */
  readonly span: Span;
}

export interface ParsedMrz {
  /** As read, repairs included. */
  readonly lines: readonly MrzLine[];
  /**
   * Corrections that make the check digits fit; empty if all fit, or if no likely correction makes them fit.
   */
  readonly repairs: readonly Repair[];
  readonly fields: readonly ParsedField[];
  readonly checks: readonly ParsedCheck[];
}

/** Reads an MRZ's data elements and verifies its checks. Throws `RangeError` for other lines. */
export function parseMrz(format: Format, read: readonly MrzLine[]): ParsedMrz {
  if (read.length !== format.lines || read.some(({ text }) => text.length !== format.length)) {
    throw new RangeError(`not ${format.lines} lines of ${format.length} characters`);
  }
  const failed = checksOf(format, read).filter((place) => !isValid(read, place));
  const spans = failed.flatMap(({ covers, digit }) => [...covers, digit]);
  const { lines, repairs } = repair(read, substitutionsIn(read, spans), (others) =>
    checksOf(format, others).every((place) => isValid(others, place)),
  );
  const places = checksOf(format, lines);
  return {
    lines,
    repairs,
    fields: format.fields.flatMap((place) => fieldsOf(format, lines, place)),
    checks: [...places.map((place) => verify(lines, place)), verifyTypes(format, lines, places)],
  };
}

/** The number of checks that do not hold. */
export const failedChecks = (format: Format, lines: readonly MrzLine[]): number =>
  checksOf(format, lines).filter((place) => !isValid(lines, place)).length;

/** The format's checks as this document has them. */
function checksOf(format: Format, lines: readonly MrzLine[]): CheckPlace[] {
  const overflow = findOverflow(format, lines);
  return format.checks.flatMap((place) => {
    if (place.name === "document_number" && overflow !== undefined) {
      const covers = [...place.covers, overflow.rest];
      // Belgium until 2020, Portugal and El Salvador include the filler in the sum. The example of Doc
      // 9303-5, 4.2.2 fits both ways. A changed number fails the composite check digit, which covers it as
      // well.
      return [
        { ...place, digit: overflow.digit, covers, orCovers: [...place.covers, place.digit, overflow.rest] },
      ];
    }
    return isUnused(lines, place) ? [] : [place];
  });
}

/**
 * A document number of more than nine characters: its check digit is replaced by a filler, and the optional
 * data begin with the rest of the number, its check digit and a filler.
 */
function findOverflow(format: Format, lines: readonly MrzLine[]) {
  const check = format.checks.find(({ name }) => name === "document_number")!;
  if (format.overflow === undefined || textAt(lines, check.digit) !== "<") return undefined;
  const [line, start, end] = format.overflow;
  const length = textAt(lines, format.overflow).indexOf("<");
  // The optional data must hold at least one character of the number and its check digit.
  if (length < 2) return undefined;
  const digitAt = start + length - 1;
  return {
    rest: [line, start, digitAt] as Span,
    digit: [line, digitAt, digitAt + 1] as Span,
    left: [line, digitAt + 1, end] as Span,
  };
}

/**
 * Doc 9303-4, 4.2.2.2: an empty personal number may have a filler as its check digit, and then has no check.
 * Neither has a date that is not there: internal passports of Russia have no expiry.
 */
function isUnused(lines: readonly MrzLine[], place: CheckPlace): boolean {
  return (
    place.name !== "document_number" &&
    textAt(lines, place.digit) === "<" &&
    place.covers.every((span) => /^<*$/.test(textAt(lines, span)))
  );
}

function fieldsOf(format: Format, lines: readonly MrzLine[], { name, span }: FieldPlace): ParsedField[] {
  if (name === "names") return splitNames(lines, span);
  const overflow = findOverflow(format, lines);
  if (overflow === undefined) return [fieldOf(lines, name, [span])];
  if (name === "document_number") return [fieldOf(lines, name, [span, overflow.rest])];
  return [fieldOf(lines, name, [span === format.overflow ? overflow.left : span])];
}

/** Doc 9303-3, 4.6: two fillers separate the primary identifier from the secondary one. */
function splitNames(lines: readonly MrzLine[], span: Span): ParsedField[] {
  const [line, start, end] = span;
  const found = textAt(lines, span).indexOf("<<");
  const middle = found === -1 ? end : start + found;
  return [
    fieldOf(lines, "primary_identifier", [[line, start, middle]]),
    fieldOf(lines, "secondary_identifier", [[line, Math.min(middle + 2, end), end]]),
  ];
}

function fieldOf(lines: readonly MrzLine[], name: FieldName, spans: readonly Span[]): ParsedField {
  const text = spans.map((span) => textAt(lines, span)).join("");
  const value = text.replace(/^<+|<+$/g, "").replace(/<+/g, " ");
  return { name, value, confidence: lowest(lines, spans, "confidences"), span: spans[0]! };
}
