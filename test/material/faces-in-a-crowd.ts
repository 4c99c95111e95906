import { type Random, seededRandom } from "./random.ts";

/** A normally distributed number (Box–Muller). */
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

export function unitVector(values: Iterable<number>): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}

/** A direction without a preference. */
export const anyVector = (random: Random, dimensions: number): Float32Array =>
  unitVector(Array.from({ length: dimensions }, () => normal(random)));

/** A unit vector near another: `spread` is about the tangent of the angle between them. */
export function near(random: Random, vector: Float32Array, spread: number): Float32Array {
  const step = spread / Math.sqrt(vector.length);
  return unitVector(vector.map((value) => value + step * normal(random)));
}

/**
 * Generated templates, deterministic by seed: groups of people who look alike about their group's mean, and of one in
 * twenty a second capture that is nearly the same.
 */
export function* crowd(seed: number, dimensions: number, groups = 100): Generator<Float32Array, never> {
  const random = seededRandom(seed);
  const means = Array.from({ length: groups }, () => anyVector(random, dimensions));
  for (;;) {
    const person = near(random, means[Math.floor(random() * groups)]!, 1);
    yield person;
    if (random() < 0.05) yield near(random, person, 0.001);
  }
}

/** So many of a crowd. */
export function crowdOf(count: number, seed: number, dimensions: number): Float32Array[] {
  const people = crowd(seed, dimensions);
  return Array.from({ length: count }, () => people.next().value);
}
