import type { Sample } from "#inference/calibration/comparisons.ts";
import { seededRandom } from "#inference/calibration/error-rates.ts";

/** Two samples of each subject: unit vectors about the subject's own direction in eight dimensions. */
export function population(subjects: number): Sample[] {
  const random = seededRandom(subjects);
  const vector = (about: readonly number[], spread: number) => {
    const raw = about.map((value) => value + spread * (random() - 0.5));
    return raw.map((value) => value / Math.hypot(...raw));
  };
  return Array.from({ length: subjects }, () => vector(new Array(8).fill(0), 1)).flatMap((own, n) =>
    [0, 1].map(() => ({ subject: `s${n}`, vector: vector(own, 0.2) })),
  );
}
