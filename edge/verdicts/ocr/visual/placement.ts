import type { Box, TextLine } from "../../../inference/port.ts";

/** The places of a value that is not on its label's line. */
export const PLACEMENTS = ["beneath", "beside", "above"] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** Lengths in heights of the taller of the two lines. */
const GAP = { beneath: 1.2, overlap: 0.5, beside: 12 } as const;

/** Print less than half as high as a label is background, not its value. */
const LEAST = 0.45;

/** The distance of a line from a label, or null when the line is not in that place; smaller is nearer. */
const DISTANCES: Readonly<Record<Placement, (label: Box, line: Box) => number | null>> = {
  beneath,
  beside,
  above: (label, line) => beneath(line, label),
};

/** The nearest line in the place; undefined when there is none. */
export function lineAt(
  placement: Placement,
  label: TextLine,
  lines: readonly TextLine[],
): TextLine | undefined {
  const distanceFrom = DISTANCES[placement];
  let [nearest, least]: [TextLine | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const line of lines) {
    if (line === label || line.place[3] < LEAST * label.place[3]) continue;
    const distance = distanceFrom(label.place, line.place);
    if (distance !== null && distance < least) [nearest, least] = [line, distance];
  }
  return nearest;
}

/**
 * Beneath the label, in the same column. Of two lines at the same height, the one with the nearer left edge
 * is nearer.
 */
function beneath([x, y, width, height]: Box, [left, top, wide, tall]: Box): number | null {
  const gap = top - (y + height);
  // Most lines are far above or below and are skipped first, since every label is compared with every line.
  if (top <= y || gap > GAP.beneath * Math.max(height, tall) || gap < -GAP.overlap * height) return null;
  const overlaps = Math.min(x + width, left + wide) > Math.max(x, left);
  return overlaps ? gap + 0.1 * Math.abs(left - x) : null;
}

/** To the right of the label, on the same row. */
function beside([x, y, width, height]: Box, [left, top, , tall]: Box): number | null {
  const shared = Math.min(y + height, top + tall) - Math.max(y, top);
  if (left <= x || shared < GAP.overlap * Math.min(height, tall)) return null;
  const unit = Math.max(height, tall);
  const gap = left - (x + width);
  return gap < -GAP.overlap * unit || gap > GAP.beside * unit ? null : gap;
}

/** The parts of a line that begin at `starts`, each with its share of the line's boxes by its characters. */
export function splitAt(line: TextLine, starts: readonly number[]): TextLine[] {
  const { text } = line;
  return starts.map((start, i) => {
    const part = text.slice(start, starts[i + 1]);
    const share = ([x, y, width, height]: Box): Box => [
      x + (width * start) / text.length,
      y,
      (width * part.length) / text.length,
      height,
    ];
    return { ...line, text: part.trim(), box: share(line.box), place: share(line.place) };
  });
}

export interface ReadValue {
  readonly value: string;
  readonly confidence: number;
  readonly certainty?: number;
  readonly bbox: Box | null;
}

/** A value that stands in these lines, with the least of their confidences and the box around them. */
export const readIn = (lines: readonly TextLine[], value: string): ReadValue => ({
  value,
  confidence: Math.min(...lines.map(({ confidence }) => confidence)),
  certainty: lines.reduce((all, { certainty }) => all * certainty, 1),
  bbox: around(lines.map(({ box }) => box)),
});

/** Two values in one, between them a space; it is where the second is. */
export function joined(first: ReadValue, last: ReadValue): ReadValue {
  return {
    value: `${first.value} ${last.value}`,
    confidence: Math.min(first.confidence, last.confidence),
    certainty: (first.certainty ?? 1) * (last.certainty ?? 1),
    bbox: last.bbox,
  };
}

/** The box around others. */
function around(boxes: readonly Box[]): Box {
  const [left, top] = [Math.min(...boxes.map(([x]) => x)), Math.min(...boxes.map(([, y]) => y))];
  const right = Math.max(...boxes.map(([x, , width]) => x + width));
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}
