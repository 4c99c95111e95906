import type { TextLine } from "../../../../inference/port.ts";
import { lineAt } from "../placement.ts";
import { around } from "../read-value.ts";
import { labelOf } from "./labels.ts";

/** Pairs of lines that are tried as one label: each takes long. */
const TRIED_MAX = 20;
/** How far the parts of a label stand apart at most, in heights of a line. */
const APART = 1;
/** A part of a label: words, of one line small and close. */
const PART = /^\p{L}[\p{L} .'’:/-]*$/u;

/** The lines, with labels whole that the detector parted: "Placeof" and "birth", side by side. */
export function withLabelsWhole(lines: readonly TextLine[]): readonly TextLine[] {
  const whole = new Map<TextLine, readonly TextLine[]>();
  const isPart = (line: TextLine) => !whole.has(line) && PART.test(line.text) && labelOf(line) === null;
  let tried = 0;
  for (const line of lines) {
    if (!isPart(line)) continue;
    const next = lineAt("beside", line, lines);
    if (next === undefined || isApart(line, next) || !isPart(next)) continue;
    if (tried++ === TRIED_MAX) break;
    const both = joined(line, next);
    if (labelOf(both)?.rest === "") whole.set(line, [both]).set(next, []);
  }
  return whole.size === 0 ? lines : lines.flatMap((line) => whole.get(line) ?? [line]);
}

const isApart = ({ place: [x, , width, height] }: TextLine, { place: [left] }: TextLine): boolean =>
  left - (x + width) > APART * height;

const joined = (line: TextLine, next: TextLine): TextLine => ({
  text: `${line.text} ${next.text}`,
  confidence: Math.min(line.confidence, next.confidence),
  box: around([line.box, next.box]),
  place: around([line.place, next.place]),
});
