import type { Span } from "./formats.ts";

/** Another character that is possible by the image. */
export interface Alternative {
  readonly column: number;
  readonly character: string;
  /** Nats, 0 or more: the natural logarithm of how many times less likely it is than the taken one. */
  readonly cost: number;
}

/** One line as read. */
export interface MrzLine {
  readonly text: string;
  /**
   * The recogniser's probability of each character, 0..1. If the field's type allows only one of two
   * look-alikes, it is the combined probability of both.
   */
  readonly confidences: readonly number[];
  /** The probability, 0..1, that the image shows each character or its look-alike. */
  readonly shapes: readonly number[];
  /** Other characters that the sets of its positions allow. */
  readonly alternatives: readonly Alternative[];
}

export const textAt = (lines: readonly MrzLine[], [line, start, end]: Span): string =>
  lines[line]!.text.slice(start, end);

/** The lowest probability in the spans; 1 for no characters. */
export const lowest = (lines: readonly MrzLine[], spans: readonly Span[], of: "confidences" | "shapes") =>
  Math.min(1, ...spans.flatMap(([line, start, end]) => lines[line]![of].slice(start, end)));
