import { percent, withInterval } from "../report/figures.ts";
import { areaUnderCurve, bootstrap, missRateAt, type Scores } from "./statistics.ts";

/** The attack of an upload, by which uploads are grouped, and its score. */
export interface UploadScore {
  /** "none" for a genuine upload. */
  readonly attack: string;
  /** 0..1. */
  readonly overall: number;
}

/** The rate of false positives at which misses are reported. */
const RATE = 0.1;

export const isGenuine = ({ attack }: UploadScore) => attack === "none";

/** Genuine uploads and those of the named attacks; all uploads without a list of names. */
export const against = <T extends UploadScore>(uploads: readonly T[], attacks?: readonly string[]): T[] =>
  uploads.filter((each) => isGenuine(each) || attacks === undefined || attacks.includes(each.attack));

export function scoresOf<T extends UploadScore>(uploads: readonly T[], figure: (of: T) => number): Scores {
  return {
    genuine: uploads.filter(isGenuine).map(figure),
    attacked: uploads.filter((each) => !isGenuine(each)).map(figure),
  };
}

/** "0.87 [0.81–0.92]", 95 % over uploads. */
export function area(scores: Scores): string {
  const [low, high] = bootstrap(scores, areaUnderCurve);
  return `${areaUnderCurve(scores).toFixed(3)} [${low.toFixed(2)}–${high.toFixed(2)}]`;
}

/** Share of attacks below the best threshold that at most `RATE` of these genuine uploads reach. */
export function missed(scores: Scores): string {
  const figure = (drawn: Scores) => missRateAt(drawn, RATE);
  return withInterval(figure(scores), bootstrap(scores, figure));
}

export const MISSED = `missed at ${percent(RATE)} false positives`;
