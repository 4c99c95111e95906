import type { Alternative, MrzLine } from "./line.ts";

/**
 * Combines two readings of the same lines: the text of the more confident reading, and for each character the
 * mean probability of both. A model that reads an O as a D in one image is confident there, and less so in
 * the other.
 */
export function together(one: readonly MrzLine[], other: readonly MrzLine[]): readonly MrzLine[] {
  const [surer, second] = sureness(other) > sureness(one) ? [other, one] : [one, other];
  return surer.map((line, i) => confirmed(line, second[i]!));
}

/** The least probability that a character counts with, so that no single one decides. */
const FLOOR = 1e-6;

const sureness = (lines: readonly MrzLine[]): number =>
  lines.flatMap(({ confidences }) => confidences).reduce((sum, p) => sum + Math.log(Math.max(p, FLOOR)), 0);

function confirmed(line: MrzLine, other: MrzLine): MrzLine {
  const confidences = line.confidences.map((p, at) => (p + probability(other, at, line.text[at]!)) / 2);
  return {
    text: line.text,
    confidences,
    shapes: line.shapes.map((p, at) => (p + shapeProbability(other, at, line.text[at]!)) / 2),
    alternatives: Array.from(line.text, (taken, at) => alternativesAt(at, taken, line, other)).flat(),
  };
}

/** Other characters at a position, with their cost in both readings. */
function alternativesAt(column: number, taken: string, line: MrzLine, other: MrzLine): Alternative[] {
  const others = new Set(
    [line, other].flatMap((look) => [look.text[column]!, ...charactersAt(look, column)]),
  );
  others.delete(taken);
  const mean = (character: string) =>
    probability(line, column, character) + probability(other, column, character);
  const kept = mean(taken);
  return [...others].map((character) => ({
    column,
    character,
    cost: Math.max(0, Math.log(Math.max(kept, FLOOR) / Math.max(mean(character), FLOOR))),
  }));
}

const charactersAt = ({ alternatives }: MrzLine, at: number): string[] =>
  alternatives.filter(({ column }) => column === at).map(({ character }) => character);

/** The probability of a character at a position in one reading; 0 if it is not among the alternatives. */
function probability({ text, confidences, alternatives }: MrzLine, at: number, character: string): number {
  if (text[at] === character) return confidences[at]!;
  const found = alternatives.find((each) => each.column === at && each.character === character);
  return found === undefined ? 0 : confidences[at]! * Math.exp(-found.cost);
}

/** The same for the character or its look-alike. */
function shapeProbability(line: MrzLine, at: number, character: string): number {
  const twin = twinOf(character);
  const seen = line.text[at];
  if (seen === character || seen === twin) return line.shapes[at]!;
  return probability(line, at, character) + (twin === undefined ? 0 : probability(line, at, twin));
}

/** Pairs that recognisers confuse in OCR-B. */
const PAIRS = ["O0", "I1", "Z2", "S5", "G6", "B8"] as const;

const TWINS = new Map(PAIRS.flatMap(([a, b]) => [[a!, b!] as const, [b!, a!] as const]));

/** The letter that a digit is confused with, or the digit that a letter is confused with. */
export const twinOf = (character: string): string | undefined => TWINS.get(character);
