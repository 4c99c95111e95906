import { LANES, PROBE_MAX } from "./kernel.ts";

/** Largest magnitude of a row's element. */
const ROW_MOST = 127;
/** Added to a probe's elements so that none is negative; adds this times a row's sum to a dot product. */
export const PROBE_RAISE = Math.ceil(PROBE_MAX / 2);

/**
 * A vector x as integers: x̂ = scale · integers, with error = ‖x − x̂‖ and length = ‖x̂‖. The scale is a
 * 32-bit float, so that the integers stand for x̂ exactly.
 */
interface QuantisedVector {
  readonly scale: number;
  readonly error: number;
  readonly length: number;
}

/** Elements of a row in memory, padding included. */
export const strideOf = (dimensions: number) => Math.ceil(dimensions / LANES) * LANES;

/** Writes a reference as int8; elements of `into` beyond the vector are left as they are. */
export function quantiseRow(vector: Float32Array, into: Int8Array): QuantisedVector {
  return quantise(vector, into, ROW_MOST);
}

/** Writes a probe as int8 of 7 bits; raised by `PROBE_RAISE`, its elements are 1 to 127. */
export function quantiseProbe(vector: Float32Array, into: Int8Array): QuantisedVector {
  return quantise(vector, into, PROBE_MAX - PROBE_RAISE);
}

function quantise(vector: Float32Array, into: Int8Array, most: number): QuantisedVector {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = Math.fround(largest / most);
  // A vector of denormals has no scale: all of it is error.
  const steps = scale === 0 ? 0 : 1 / scale;
  let [error, length] = [0, 0];
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i]!;
    const whole = Math.max(-most, Math.min(most, Math.round(value * steps)));
    const left = value - scale * whole;
    into[i] = whole;
    error += left * left;
    length += whole * whole;
  }
  return { scale, error: Math.sqrt(error), length: scale * Math.sqrt(length) };
}
