import type { Span } from "./formats.ts";

/** One line as read. */
export interface MrzLine {
  readonly text: string;
  /**
   * The recogniser's probability of each character, 0..1. Where the field's type leaves only one of two look-alikes, it
   * is that of the two together.
   */
  readonly confidences: readonly number[];
  /** The probability of each character or its look-alike, 0..1: that the shape was seen well. */
  readonly shapes: readonly number[];
}

export const textAt = (lines: readonly MrzLine[], [line, start, end]: Span): string =>
  lines[line]!.text.slice(start, end);

/** The lowest probability in the spans; 1 for no characters, since nothing was misread. */
export const lowest = (lines: readonly MrzLine[], spans: readonly Span[], of: "confidences" | "shapes") =>
  Math.min(1, ...spans.flatMap(([line, start, end]) => lines[line]![of].slice(start, end)));
