import { ALPHABET, type ZoneEmissions } from "../../mrz/align.ts";
import type { Emissions } from "./recognize.ts";

/** Zones have no lower case and one kind of angle: what the net calls by these names is the character before them. */
const LOOK_ALIKES: Record<string, string> = { "<": "<＜〈《«‹≤" };

/** For each class of the net, the index in the zone's alphabet that it counts for; the alphabet's length is the blank. */
export function zoneClasses(characters: readonly string[]): readonly (number | undefined)[] {
  return characters.map((character, i) => {
    if (i === 0) return ALPHABET.length;
    const found = Array.from(ALPHABET).findIndex(
      (letter) => character.toUpperCase() === letter || LOOK_ALIKES[letter]?.includes(character),
    );
    return found === -1 ? undefined : found;
  });
}

/** Limits a line's probabilities to the zone's alphabet, and makes each step's sum 1 again. */
export function toZone(emissions: Emissions, classes: readonly (number | undefined)[]): ZoneEmissions {
  const steps = Math.ceil(emissions.steps * emissions.filled);
  const width = ALPHABET.length + 1;
  const used = classes.flatMap((target, c) => (target === undefined ? [] : [[c, target] as const]));
  const data = new Float32Array(steps * width);
  for (let t = 0; t < steps; t++) {
    const row = data.subarray(t * width, (t + 1) * width);
    for (const [c, target] of used) row[target] = row[target]! + emissions.data[t * emissions.classes + c]!;
    const sum = row.reduce((total, p) => total + p, 0);
    for (let c = 0; c < width; c++) row[c] = sum > 0 ? row[c]! / sum : c === ALPHABET.length ? 1 : 0;
  }
  return { steps, data };
}
