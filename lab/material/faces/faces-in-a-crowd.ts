import { type Random, seededRandom } from "../random.ts";

/** A number about normally distributed, of mean 0 and variance 1: three uniform ones together. */
const normal = (random: Random) => 2 * (random() + random() + random()) - 3;

/** The vector at length 1, in place. */
function normalise(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! / length;
  return vector;
}

export const unitVector = (values: Iterable<number>): Float32Array => normalise(Float32Array.from(values));

/** A random unit vector near another one: `spread` is about the tangent of the angle between them. */
function near(random: Random, vector: Float32Array, spread: number): Float32Array {
  const step = spread / Math.sqrt(vector.length);
  const moved = new Float32Array(vector.length);
  for (let i = 0; i < moved.length; i++) moved[i] = vector[i]! + step * normal(random);
  return normalise(moved);
}

/**
 * Generated templates, deterministic by seed: groups of people who are alike around their group's mean, and
 * for one in twenty a second, nearly identical capture.
 */
export function* crowd(seed: number, dimensions: number, groups = 100): Generator<Float32Array, never> {
  const random = seededRandom(seed);
  const origin = new Float32Array(dimensions);
  const means = Array.from({ length: groups }, () => near(random, origin, 1));
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

/** Another capture of each person: the comparison score of the two is about 0.7. */
export function secondCaptures(people: readonly Float32Array[], seed: number): Float32Array[] {
  const random = seededRandom(seed);
  return people.map((person) => near(random, person, 1));
}
