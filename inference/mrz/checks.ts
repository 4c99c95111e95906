import {
  CHARACTER_SETS,
  type CheckName,
  type CheckPlace,
  characterSetsOf,
  type Format,
  type Span,
} from "./formats.ts";
import { lowest, type MrzLine, textAt } from "./line.ts";
import { replaceCharacters, type Substitution, substitutionsIn } from "./substitution.ts";

export interface ParsedCheck {
  /** The data of the check digit; `field_types`: whether each character is allowed at its position. */
  readonly name: CheckName | "field_types";
  readonly valid: boolean;
  /**
   * Probability, 0..1, that the outcome is the document's and not a misreading: the lowest probability among
   * the shapes that the check covers and its digit. For `field_types` it is the likelihood of the characters
   * that no check digit distinguishes. For a failed check it is lower the likelier one misread character
   * explains the failure.
   */
  readonly confidence: number;
}

/** Prior odds that a document's check digit fits. */
const GENUINE = 100;

/** Whether the digit fits the characters that it covers, and how sure that is. */
export function verify(lines: readonly MrzLine[], place: CheckPlace): ParsedCheck {
  const valid = isValid(lines, place);
  const seen = lowest(lines, [...place.covers, place.digit], "shapes");
  const misread = valid ? 0 : GENUINE * explanations(lines, place);
  return { name: place.name, valid, confidence: seen / (1 + misread) };
}

export function isValid(lines: readonly MrzLine[], { covers, orCovers, digit }: CheckPlace): boolean {
  const fits = (spans: readonly Span[]) =>
    checkDigit(spans.map((span) => textAt(lines, span)).join("")) === textAt(lines, digit);
  return fits(covers) || (orCovers !== undefined && fits(orCovers));
}

/**
 * The likelihood, relative to the text as read, of the texts that differ in one character and pass the check.
 */
function explanations(lines: readonly MrzLine[], place: CheckPlace): number {
  return substitutionsIn(lines, [...place.covers, place.digit])
    .filter((other) => isValid(replaceCharacters(lines, [other]), place))
    .reduce((sum: number, { cost }: Substitution) => sum + Math.exp(-cost), 0);
}

/**
 * Whether every character is allowed at its position (ICAO Doc 9303-3, 4.3): no digits in names and states,
 * no letters in dates. The document code may begin with any letter: states print other codes than the
 * standard's, such as RP on residence permits. The confidence of a failure is that of the misplaced character
 * with the highest probability. Otherwise it is the lowest likelihood of the characters that a misreading may
 * have changed without a failing check digit among `places`.
 */
export function verifyTypes(
  format: Format,
  lines: readonly MrzLine[],
  places: readonly CheckPlace[],
): ParsedCheck {
  const sets = characterSetsOf(format);
  sets[0]![0] = "letters";
  const names = new Set(places.map(({ name }) => name));
  // An element without a check has a filler for its digit.
  for (const { name, digit } of format.checks) if (!names.has(name)) sets[digit[0]]![digit[1]] = "filler";
  const misplaced = lines.flatMap(({ text, shapes }, line) =>
    shapes.filter((_, column) => !CHARACTER_SETS[sets[line]![column]!].includes(text[column]!)),
  );
  const valid = misplaced.length === 0;
  const spans = places.flatMap(({ covers, digit }) => [...covers, digit]);
  const undetermined = () => Math.min(lowestUndetermined(lines, spans), besideItsPairs(lines, spans, places));
  const confidence = valid ? undetermined() : Math.max(...misplaced);
  return { name: "field_types", valid, confidence };
}

/** A character with a lower probability was hardly visible, even if no other character is likely. */
const FAINT = 0.5;

/**
 * The lowest likelihood of a character relative to its alternatives. Outside of the spans the alternatives
 * are all characters. Within them they are those of the same value modulo 10, such as U and 0, which a check
 * digit does not distinguish. Outside of the spans the likelihood is at most the character's probability.
 */
function lowestUndetermined(lines: readonly MrzLine[], spans: readonly Span[]): number {
  const isCovered = (line: number, column: number) =>
    spans.some(([at, start, end]) => at === line && column >= start && column < end);
  const undetermined = lines.flatMap((each, line) =>
    each.shapes.map((p, column) => {
      if (isCovered(line, column)) return besideOthers(each, column, true);
      return p < FAINT ? p : Math.max(p, besideOthers(each, column, false));
    }),
  );
  return Math.min(1, ...undetermined);
}

/** The likelihood of a character relative to the other possible ones, or to those of its value alone. */
function besideOthers({ text, alternatives }: MrzLine, at: number, ofItsValue: boolean): number {
  const taken = text[at]!;
  const others = alternatives.filter(
    ({ column, character }) =>
      column === at &&
      character !== taken &&
      !(ofItsValue && (characterValue(character) - characterValue(taken)) % 10 !== 0),
  );
  return 1 / (1 + others.reduce((sum, { cost }) => sum + Math.exp(-cost), 0));
}

/** Nats that two changes cost at most to count: at more the text is nine times as likely. */
const PAIR_MAX = 2.5;

/**
 * The likelihood of the text relative to the likeliest one that differs in two characters within the spans
 * and passes every check too: two O read as 00 leave every digit as it was if their weights sum to ten.
 */
function besideItsPairs(
  lines: readonly MrzLine[],
  spans: readonly Span[],
  places: readonly CheckPlace[],
): number {
  const doubts = substitutionsIn(lines, spans).filter(({ cost }) => cost <= PAIR_MAX);
  let least = Number.POSITIVE_INFINITY;
  for (const [i, one] of doubts.entries()) {
    for (const other of doubts.slice(i + 1)) {
      const cost = one.cost + other.cost;
      if (cost > PAIR_MAX || cost >= least || isSamePlace(one, other)) continue;
      const changed = replaceCharacters(lines, [one, other]);
      if (places.every((place) => isValid(changed, place) === isValid(lines, place))) least = cost;
    }
  }
  return 1 / (1 + Math.exp(-least));
}

const isSamePlace = (a: Substitution, b: Substitution) => a.line === b.line && a.column === b.column;

const WEIGHTS = [7, 3, 1] as const;

/**
 * The check digit of ICAO Doc 9303-3, 4.9: weights 7 3 1 from the left, modulo 10; A is 10 … Z is 35, a
 * filler 0. Throws `RangeError` for a character that no MRZ has.
 */
export function checkDigit(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += characterValue(text[i]!) * WEIGHTS[i % 3]!;
  return String(sum % 10);
}

/** A filler is 0, a digit itself, A is 10 … Z is 35. Throws `RangeError` for a character that no MRZ has. */
function characterValue(character: string): number {
  if (character === "<") return 0;
  if (!/^[0-9A-Z]$/.test(character)) throw new RangeError("not a character of an MRZ");
  return Number.parseInt(character, 36);
}
