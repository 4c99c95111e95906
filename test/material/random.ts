import type { Random } from "../../local/calibration/random.ts";

export { type Random, seededRandom } from "../../local/calibration/random.ts";

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

export const pick = <T>(random: Random, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)]!;
