import { quantile } from "../../../inference/statistics.ts";
import { seededRandom } from "../../material/random.ts";
import type { Interval } from "../report/figures.ts";

const RESAMPLES = 1000;

/** Scores of genuine and of attacked uploads; higher is more suspicious. */
export interface Scores {
  readonly genuine: readonly number[];
  readonly attacked: readonly number[];
}

/** Area under the ROC curve: how often an attacked upload scores over a genuine one, ties counted half. */
export function areaUnderCurve({ genuine, attacked }: Scores): number {
  const above = attacked.reduce(
    (sum, score) =>
      sum + genuine.reduce((wins, other) => wins + (score > other ? 1 : score === other ? 0.5 : 0), 0),
    0,
  );
  return above / (genuine.length * attacked.length);
}

/** Points of the ROC curve: shares at and over each threshold, 0..1, from none to all. */
function rocCurve({ genuine, attacked }: Scores): [falsePositives: number, found: number][] {
  const share = (scores: readonly number[], at: number) =>
    scores.filter((score) => score >= at).length / scores.length;
  const thresholds = [...new Set([...genuine, ...attacked])].sort((a, b) => b - a);
  return [[0, 0], ...thresholds.map((at): [number, number] => [share(genuine, at), share(attacked, at)])];
}

/** The smallest share of missed attacks at a threshold that at most `rate` of the genuine uploads reach. */
export function missRateAt(scores: Scores, rate: number): number {
  const allowed = rocCurve(scores).filter(([falsePositives]) => falsePositives <= rate);
  return 1 - Math.max(...allowed.map(([, found]) => found));
}

/**
 * The 95 % interval of a figure by bootstrap: genuine and attacked uploads are drawn with replacement, each
 * among their like.
 */
export function bootstrap(scores: Scores, figure: (scores: Scores) => number): Interval {
  const random = seededRandom(30107);
  const draw = (from: readonly number[]) => from.map(() => from[Math.floor(random() * from.length)]!);
  const values = Array.from({ length: RESAMPLES }, () =>
    figure({ genuine: draw(scores.genuine), attacked: draw(scores.attacked) }),
  );
  return [quantile(values, 0.025), quantile(values, 0.975)];
}
