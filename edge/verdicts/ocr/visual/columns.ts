import type { TextLine } from "../../../inference/port.ts";
import { labelOf } from "./labels/labels.ts";
import { lineAt, splitAt } from "./placement.ts";

/** Maximum distance of a value's gap from the next column's left edge, in heights of the value. */
const NEAR = 1.5;

/**
 * The lines, with the values of two columns apart that the detector read as one: the labels above them show
 * where the second column begins.
 */
export function withValuesApart(lines: readonly TextLine[]): readonly TextLine[] {
  const labels = lines.filter((line) => labelOf(line)?.rest === "");
  const above = new Map(labels.toReversed().map((label) => [lineAt("beneath", label, lines), label]));
  return lines.flatMap((line) => {
    if (labelOf(line) !== null) return [line];
    const own = above.get(line);
    const next = own && lineAt("beside", own, labels);
    const start = next && gapNear(line, next.place[0]);
    return start === undefined ? [line] : splitAt(line, [0, start]);
  });
}

/** Where the word begins that stands at `x`, by the line's characters; undefined if no gap is near. */
function gapNear({ text, place: [left, , width, height] }: TextLine, x: number): number | undefined {
  if (x >= left + width) return undefined;
  const gaps = [...text.matchAll(/\s+(?=\S)/g)].map(({ index, 0: gap }) => ({
    start: index + gap.length,
    away: Math.abs(left + ((index + gap.length) * width) / text.length - x),
  }));
  const [nearest] = gaps.sort((a, b) => a.away - b.away);
  return nearest !== undefined && nearest.away <= NEAR * height ? nearest.start : undefined;
}
