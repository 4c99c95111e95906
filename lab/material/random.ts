import type { Random } from "../../inference/calibration/error-rates.ts";

export { type Random, seededRandom } from "../../inference/calibration/error-rates.ts";

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

export const pick = <T>(random: Random, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)]!;
