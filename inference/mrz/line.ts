import type { Span } from "./formats.ts";

/** Another character that is possible by the picture. */
export interface Alternative {
  readonly column: number;
  readonly character: string;
  /** Nats: how many times less likely than the one taken, as a natural logarithm; 0 or more. */
  readonly cost: number;
}

/** One line as read. */
export interface MrzLine {
  readonly text: string;
  /**
   * The recogniser's probability of each character, 0..1. Where the field's type leaves only one of two
   * look-alikes, it is that of the two together.
   */
  readonly confidences: readonly number[];
  /** The probability of each character or its look-alike, 0..1: how well the shape was seen. */
  readonly shapes: readonly number[];
  /** Alternatives that the positions' sets allow beside the text. */
  readonly alternatives: readonly Alternative[];
}

export const textAt = (lines: readonly MrzLine[], [line, start, end]: Span): string =>
  lines[line]!.text.slice(start, end);

/** The lowest probability in the spans; 1 for no characters, since nothing was misread. */
export const lowest = (lines: readonly MrzLine[], spans: readonly Span[], of: "confidences" | "shapes") =>
  Math.min(1, ...spans.flatMap(([line, start, end]) => lines[line]![of].slice(start, end)));
