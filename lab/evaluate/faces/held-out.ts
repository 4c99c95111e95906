import { compareAll, countAtLeast, type Sample } from "../../../inference/calibration/comparisons.ts";
import { seededRandom } from "../../../inference/calibration/error-rates.ts";
import { LEVELS, type Level, operatingPoint } from "../../../inference/calibration/operating-point.ts";
import { quantile } from "../../../inference/statistics.ts";
import { percent, share } from "../report/figures.ts";
import type { Table } from "../report/markdown.ts";

const SPLITS = 20;

/**
 * The error rates of a level on other people than those it was fitted on: fitted on a random half of the
 * subjects, measured on the other.
 */
export function heldOutLevels(samples: readonly Sample[]): Table {
  const rows = (Object.keys(LEVELS) as Level[]).flatMap((level) => {
    const rates = heldOutRates(samples, level);
    if (rates.length === 0) return [[level, "the halves are too small", "–", "–"]];
    const over = rates.filter((rate) => rate > LEVELS[level]).length;
    return [[level, percent(quantile(rates, 0.5)), percent(Math.max(...rates)), share(over, rates.length)]];
  });
  return { columns: ["level", "median FMR", "highest FMR", "over the level"], rows };
}

function heldOutRates(samples: readonly Sample[], level: Level): number[] {
  const subjects = [...new Set(samples.map(({ subject }) => subject))];
  const random = seededRandom(7);
  const rates: number[] = [];
  for (let n = 0; n < SPLITS; n++) {
    const drawn = new Set(subjects.filter(() => random() < 0.5));
    const half = (inside: boolean) => samples.filter(({ subject }) => drawn.has(subject) === inside);
    const point = operatingPoint(compareAll(half(true)), level);
    if ("refused" in point) continue;
    const { nonMated } = compareAll(half(false));
    rates.push(countAtLeast(nonMated, point.comparisonScore) / nonMated.score.length);
  }
  return rates;
}
