import { crowdOf, secondCaptures } from "../../material/faces/faces-in-a-crowd.ts";

/** Numbers of a template, as face-reidentification-retail-0095 makes it. */
export const DIMENSIONS = 256;

/** As long as the id of a registration. */
export const idOf = (seq: number) => `fr_${String(seq).padStart(26, "0")}`;

/** A search, and the best of all faces that it was compared with. */
export interface Probe {
  readonly vector: Float32Array;
  best: { readonly registrationId: string; readonly score: number };
}

/** Half of them of somebody in the crowd of this seed. */
export function probesOf(count: number, seed: number): Probe[] {
  const mated = secondCaptures(crowdOf(count / 2, seed, DIMENSIONS), 12);
  return [...mated, ...crowdOf(count / 2, 13, DIMENSIONS)].map((vector) => ({
    vector,
    best: { registrationId: "", score: Number.NEGATIVE_INFINITY },
  }));
}

/** Compares one more face with each probe. */
export function compare(probes: readonly Probe[], vector: Float32Array, registrationId: string): void {
  for (const probe of probes) {
    let score = 0;
    for (let i = 0; i < vector.length; i++) score += probe.vector[i]! * vector[i]!;
    if (score > probe.best.score) probe.best = { registrationId, score };
  }
}
