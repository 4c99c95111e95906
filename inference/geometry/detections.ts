import { type Box, overlap } from "./boxes.ts";
import type { Vec2 } from "./transform.ts";

/** One object that a detector found: its box, its named points in the detector's order, its score 0..1. */
export interface Detection {
  readonly box: Box;
  readonly points: readonly Vec2[];
  readonly score: number;
}

/**
 * Joins detections that overlap by more than `limit` into one: geometry averaged by score (BlazeFace's
 * weighted suppression, arXiv:1907.05047 §4), or the best one's with `weighted` false; the score is the best
 * one's. Best first.
 */
export function suppress(detections: readonly Detection[], limit: number, weighted: boolean): Detection[] {
  let rest = detections.toSorted((a, b) => b.score - a.score);
  const kept: Detection[] = [];
  while (rest.length > 0) {
    const best = rest[0]!;
    const same = rest.filter((other) => other === best || overlap(best.box, other.box) > limit);
    rest = rest.filter((other) => !same.includes(other));
    kept.push(weighted ? blend(same) : best);
  }
  return kept;
}

function blend(same: readonly Detection[]): Detection {
  const total = same.reduce((sum, { score }) => sum + score, 0);
  const mean = (value: (detection: Detection) => number) =>
    same.reduce((sum, detection) => sum + detection.score * value(detection), 0) / total;
  return {
    box: {
      x: mean(({ box }) => box.x),
      y: mean(({ box }) => box.y),
      width: mean(({ box }) => box.width),
      height: mean(({ box }) => box.height),
    },
    points: same[0]!.points.map((_, n) => ({
      x: mean((d) => d.points[n]!.x),
      y: mean((d) => d.points[n]!.y),
    })),
    score: same[0]!.score,
  };
}
