import { checkDigit } from "./check-digit.ts";
import { CHARACTER_SETS, type CheckName, type CheckPlace, characterSetsOf, type Format } from "./formats.ts";
import { lowest, type MrzLine, textAt } from "./line.ts";
import { replaceCharacters, type Substitution, substitutionsIn } from "./substitution.ts";

export interface ParsedCheck {
  /** The data of the check digit; `field_types`: whether each character is allowed at its position. */
  readonly name: CheckName | "field_types";
  readonly valid: boolean;
  /**
   * How sure it is that the outcome is the document's and not a misreading, 0..1: the lowest probability
   * among the shapes that the check covers and its digit. For a failed check it is lower the likelier one
   * misread character explains the failure.
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

export function isValid(lines: readonly MrzLine[], { covers, digit }: CheckPlace): boolean {
  return checkDigit(covers.map((span) => textAt(lines, span)).join("")) === textAt(lines, digit);
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
 * no letters in dates. The confidence of a failure is that of the misplaced character that was seen best.
 */
export function verifyTypes(format: Format, lines: readonly MrzLine[]): ParsedCheck {
  const sets = characterSetsOf(format);
  const misplaced = lines.flatMap(({ text, shapes }, line) =>
    shapes.filter((_, column) => !CHARACTER_SETS[sets[line]![column]!].includes(text[column]!)),
  );
  const valid = misplaced.length === 0;
  const confidence = valid ? Math.min(...lines.flatMap(({ shapes }) => shapes)) : Math.max(...misplaced);
  return { name: "field_types", valid, confidence };
}
