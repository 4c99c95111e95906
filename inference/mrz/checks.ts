import { checkDigit } from "./check-digit.ts";
import type { CheckName, CheckPlace } from "./formats.ts";
import { lowest, type MrzLine, textAt } from "./line.ts";
import { replaceCharacters, type Substitution, substitutionsIn } from "./substitution.ts";

export interface ParsedCheck {
  readonly name: CheckName;
  readonly valid: boolean;
  /**
   * How sure it is that the outcome is the document's and not a misreading, 0..1: the lowest probability among the
   * shapes that it covers and its digit; of a failed check less by as much as one misread character would explain it.
   */
  readonly confidence: number;
}

/** How many times more documents have a check digit that fits than one that does not, before anything is seen. */
const GENUINE = 100;

/** Whether the digit fits what it covers, and how sure that is. */
export function verify(lines: readonly MrzLine[], place: CheckPlace): ParsedCheck {
  const valid = isValid(lines, place);
  const seen = lowest(lines, [...place.covers, place.digit], "shapes");
  const misread = valid ? 0 : GENUINE * explanations(lines, place);
  return { name: place.name, valid, confidence: seen / (1 + misread) };
}

export function isValid(lines: readonly MrzLine[], { covers, digit }: CheckPlace): boolean {
  return checkDigit(covers.map((span) => textAt(lines, span)).join("")) === textAt(lines, digit);
}

/** How likely, beside the text as read, the texts are that differ in one character and make the check valid. */
function explanations(lines: readonly MrzLine[], place: CheckPlace): number {
  return substitutionsIn(lines, [...place.covers, place.digit])
    .filter((other) => isValid(replaceCharacters(lines, [other]), place))
    .reduce((sum: number, { cost }: Substitution) => sum + Math.exp(-cost), 0);
}
