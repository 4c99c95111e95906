import { HASH_BYTES } from "./port.ts";

/** Maximum distance of a 32-bit float from its range that rounding alone explains. */
const ROUNDING = 1e-6;
/** Maximum distance of a template's length from 1. */
const UNIT_TOLERANCE = 1e-3;

/** The answer violates inference's contract. The message names the field, never its value. */
export class MalformedAnswerError extends Error {
  override readonly name = "MalformedAnswerError";
}

/** Returns the value. Throws when it is absent. */
export function present<T>(value: T | undefined, field: string): T {
  if (value === undefined) throw new MalformedAnswerError(`${field} is absent`);
  return value;
}

/** Returns the number. Throws when it is NaN or infinite. */
export function finite(value: number, field: string): number {
  if (!Number.isFinite(value)) throw new MalformedAnswerError(`${field} is not a number`);
  return value;
}

/** Returns the number. Throws unless it is finite and at least 0. */
export function measure(value: number, field: string): number {
  if (finite(value, field) < 0) throw new MalformedAnswerError(`${field} is negative`);
  return value;
}

/** A score or share, clamped to 0..1. Throws when it is outside by more than rounding. */
export function unitInterval(value: number, field: string): number {
  if (finite(value, field) < -ROUNDING || value > 1 + ROUNDING) {
    throw new MalformedAnswerError(`${field} is outside 0..1`);
  }
  return Math.min(1, Math.max(0, value));
}

/**
 * A vector of length 1, as 32-bit floats. Throws for an empty vector, a number that is not finite, and
 * another length.
 */
export function unitVector(values: readonly number[], field: string): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!(Math.abs(length - 1) <= UNIT_TOLERANCE))
    throw new MalformedAnswerError(`${field} is not a unit vector`);
  return vector;
}

/** Returns the perceptual hash. Throws unless it has `HASH_BYTES`. */
export function wholeHash(hash: Uint8Array, field: string): Uint8Array {
  if (hash.length !== HASH_BYTES) throw new MalformedAnswerError(`${field} is cut`);
  return hash;
}
