/** How far a 32-bit float may lie outside its range by rounding alone. */
const ROUNDING = 1e-6;
/** How far from 1 the length of a template may be. */
const UNIT_TOLERANCE = 1e-3;

/** Inference broke its contract. The message names the field, never its value. */
export class MalformedAnswerError extends Error {
  override readonly name = "MalformedAnswerError";
}

/** The message or value itself. Throws when it is absent. */
export function present<T>(value: T | undefined, field: string): T {
  if (value === undefined) throw new MalformedAnswerError(`${field} is absent`);
  return value;
}

/** The number itself. Throws when it is NaN or infinite. */
export function finite(value: number, field: string): number {
  if (!Number.isFinite(value)) throw new MalformedAnswerError(`${field} is not a number`);
  return value;
}

/** A number of at least 0. */
export function measure(value: number, field: string): number {
  if (finite(value, field) < 0) throw new MalformedAnswerError(`${field} is negative`);
  return value;
}

/** A score or share, 0..1, cleared of rounding. Throws when it is outside by more. */
export function unitInterval(value: number, field: string): number {
  if (finite(value, field) < -ROUNDING || value > 1 + ROUNDING) {
    throw new MalformedAnswerError(`${field} is outside 0..1`);
  }
  return Math.min(1, Math.max(0, value));
}

/** A vector of length 1, as 32-bit floats. Throws when it is empty, not finite or of another length. */
export function unitVector(values: readonly number[], field: string): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!(Math.abs(length - 1) <= UNIT_TOLERANCE))
    throw new MalformedAnswerError(`${field} is not a unit vector`);
  return vector;
}
