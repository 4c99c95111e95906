import type { Box, TextLine } from "../../../inference/port.ts";

export interface ReadValue {
  readonly value: string;
  readonly confidence: number;
  readonly bbox: Box | null;
}

/** A value that stands in these lines, with the least of their confidences and the box around them. */
export const readIn = (lines: readonly TextLine[], value: string): ReadValue => ({
  value,
  confidence: Math.min(...lines.map(({ confidence }) => confidence)),
  bbox: around(lines.map(({ box }) => box)),
});

/** The box around others. */
export function around(boxes: readonly Box[]): Box {
  const [left, top] = [Math.min(...boxes.map(([x]) => x)), Math.min(...boxes.map(([, y]) => y))];
  const right = Math.max(...boxes.map(([x, , width]) => x + width));
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}
