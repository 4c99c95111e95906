import type { Span } from "./formats.ts";
import type { Alternative, MrzLine } from "./line.ts";

/** An alternative in its line. */
export interface Substitution extends Alternative {
  readonly line: number;
}

/** The alternatives within the spans. */
export const substitutionsIn = (lines: readonly MrzLine[], spans: readonly Span[]): Substitution[] =>
  lines.flatMap(({ alternatives }, line) =>
    alternatives
      .filter(({ column }) =>
        spans.some(([at, start, end]) => at === line && column >= start && column < end),
      )
      .map((alternative) => ({ ...alternative, line })),
  );

/** The lines with the substitutes taken; each has the probability that follows from its cost. */
export function replaceCharacters(lines: readonly MrzLine[], taken: readonly Substitution[]): MrzLine[] {
  return lines.map((before, line) => {
    const here = taken.filter((one) => one.line === line);
    if (here.length === 0) return before;
    const [text, confidences] = [[...before.text], [...before.confidences]];
    for (const { column, character, cost } of here) {
      text[column] = character;
      confidences[column] = before.confidences[column]! * Math.exp(-cost);
    }
    return { ...before, text: text.join(""), confidences };
  });
}
