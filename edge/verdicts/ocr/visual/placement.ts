import type { Box, TextLine } from "../../../inference/port.ts";

/** The places of a value that is not on its label's line. */
export const PLACEMENTS = ["beneath", "beside", "above"] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** Lengths in heights of the taller of the two lines. */
const GAP = { beneath: 1.2, overlap: 0.5, beside: 12 } as const;

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
  let nearest: { line: TextLine; distance: number } | undefined;
  for (const line of lines) {
    if (line === label) continue;
    const distance = DISTANCES[placement](label.place, line.place);
    if (distance !== null && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { line, distance };
  }
  return nearest?.line;
}

/**
 * Beneath the label, in the same column. Of two lines at the same height, the one with the nearer left edge
 * is nearer.
 */
function beneath([x, y, width, height]: Box, [left, top, wide, tall]: Box): number | null {
  const unit = Math.max(height, tall);
  const gap = top - (y + height);
  const overlaps = Math.min(x + width, left + wide) > Math.max(x, left);
  if (!overlaps || gap < -GAP.overlap * height || gap > GAP.beneath * unit || top <= y) return null;
  return gap + 0.1 * Math.abs(left - x);
}

/** To the right of the label, on the same row. */
function beside([x, y, width, height]: Box, [left, top, , tall]: Box): number | null {
  const unit = Math.max(height, tall);
  const shared = Math.min(y + height, top + tall) - Math.max(y, top);
  const gap = left - (x + width);
  return shared < GAP.overlap * Math.min(height, tall) ||
    gap < -GAP.overlap * unit ||
    gap > GAP.beside * unit ||
    left <= x
    ? null
    : gap;
}
