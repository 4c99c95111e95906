import { type Comparisons, countAtLeast } from "../../../inference/calibration/comparisons.ts";
import type { Plot } from "../report/markdown.ts";
import { histogram, plotLines } from "../report/plot.ts";

const POINTS = 400;
const BINS = 60;

/** ROC, DET and the distribution of comparison scores. */
export function curves({ mated, nonMated }: Comparisons): Plot[] {
  const least = 1 / nonMated.score.length;
  const worst = 1 / mated.score.length;
  const points = thresholds(nonMated.score).map((threshold) => ({
    fmr: countAtLeast(nonMated, threshold) / nonMated.score.length,
    fnmr: 1 - countAtLeast(mated, threshold) / mated.score.length,
  }));
  const fmr = { label: "false match rate", min: least, max: 1, scale: "log" } as const;
  const low = Math.floor(10 * Math.min(nonMated.score.at(-1)!, mated.score.at(-1)!)) / 10;
  return [
    {
      file: "roc.svg",
      title: "Receiver operating characteristic",
      svg: plotLines(
        "Receiver operating characteristic",
        fmr,
        { label: "true match rate", min: 0.8, max: 1, scale: "linear" },
        [{ name: "all comparisons", points: points.map((p) => [p.fmr, 1 - p.fnmr]) }],
      ),
    },
    {
      file: "det.svg",
      title: "Detection error trade-off",
      svg: plotLines(
        "Detection error trade-off",
        fmr,
        { label: "false non-match rate", min: worst, max: 1, scale: "log" },
        [{ name: "all comparisons", points: points.map((p) => [p.fmr, p.fnmr]) }],
      ),
    },
    {
      file: "scores.svg",
      title: "Comparison scores",
      svg: plotLines(
        "Comparison scores",
        { label: "comparison score", min: low, max: 1, scale: "linear" },
        { label: "share of comparisons", min: 0, max: 0.2, scale: "linear" },
        [
          histogram("mated", [...mated.score], [low, 1], BINS),
          histogram("non-mated", [...nonMated.score], [low, 1], BINS),
        ],
      ),
    },
  ];
}

/** Scores at evenly spaced orders of magnitude of the false match rate, strictest first. */
function thresholds(score: Float32Array): number[] {
  const orders = Math.log(score.length);
  return Array.from({ length: POINTS }, (_, n) => {
    const rank = Math.round(Math.exp((orders * n) / (POINTS - 1)));
    return score[Math.min(score.length - 1, rank - 1)]!;
  });
}
