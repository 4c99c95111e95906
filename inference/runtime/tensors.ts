import { type InferenceSession, Tensor as OrtTensor } from "onnxruntime-node";

/** A dense array, row-major; `data.length` is the product of `dims`. */
export interface Tensor {
  readonly data: Float32Array | Int32Array | BigInt64Array | Uint8Array;
  readonly dims: readonly number[];
}

const TYPES = [
  [Float32Array, "float32"],
  [Int32Array, "int32"],
  [BigInt64Array, "int64"],
  [Uint8Array, "uint8"],
] as const;

const typeOf = (data: unknown) => TYPES.find(([array]) => data instanceof array)?.[1];

/**
 * A model's inputs as ONNX Runtime takes them. Throws SessionError input_invalid; `model` is its name for
 * that.
 */
export function toOrtInputs(
  model: string,
  session: InferenceSession,
  inputs: Record<string, Tensor>,
): Record<string, OrtTensor> {
  const unknown = Object.keys(inputs).filter((name) => !session.inputNames.includes(name));
  if (unknown.length > 0) {
    throw new SessionError("input_invalid", `${model} has no input ${unknown.join(", ")}.`);
  }
  return Object.fromEntries(
    session.inputMetadata.map((declared) => {
      const tensor = widened(inputs[declared.name], declared);
      if (tensor === undefined || !declared.isTensor || !fits(tensor, declared)) {
        throw new SessionError("input_invalid", `${model}: ${mismatch(tensor, declared)}`);
      }
      return [declared.name, new OrtTensor(declared.type, tensor.data, tensor.dims)];
    }),
  );
}

/** Pixels are bytes on their way to a model, which may be long; most models compute with float32. */
function widened(tensor: Tensor | undefined, declared: InferenceSession.ValueMetadata): Tensor | undefined {
  const isPixels = tensor?.data instanceof Uint8Array && declared.isTensor && declared.type === "float32";
  if (!isPixels) return tensor;
  const data = new Float32Array(tensor.data.length);
  // Twenty times as fast as `new Float32Array(pixels)`, which goes from number to number.
  data.set(tensor.data as Uint8Array);
  return { data, dims: tensor.dims };
}

/** A named dimension of a declared shape takes any size. */
function fits(tensor: Tensor, declared: InferenceSession.TensorValueMetadata): boolean {
  return (
    typeOf(tensor.data) === declared.type &&
    tensor.dims.length === declared.shape.length &&
    tensor.dims.every((size, i) => typeof declared.shape[i] === "string" || declared.shape[i] === size) &&
    tensor.data.length === tensor.dims.reduce((product, size) => product * size, 1)
  );
}

function mismatch(tensor: Tensor | undefined, declared: InferenceSession.ValueMetadata): string {
  const got = tensor ? `${typeOf(tensor.data)} [${tensor.dims}], ${tensor.data.length} values` : "nothing";
  const wanted = declared.isTensor ? `${declared.type} [${declared.shape}]` : "no tensor";
  return `input ${declared.name} takes ${wanted} and got ${got}.`;
}

/** One output of ONNX Runtime. Throws SessionError output_unsupported. */
export function fromOrtOutput(model: string, name: string, { data, dims, type }: OrtTensor): Tensor {
  if (typeOf(data) === undefined) {
    throw new SessionError("output_unsupported", `${model}: output ${name} is ${type}.`);
  }
  return { data: data as Tensor["data"], dims };
}

/** Throws SessionError not_a_number for an output, or a part of one, that is not finite. */
export function checkFinite(model: string, name: string, { data }: Tensor): void {
  if (data instanceof Float32Array && !allFinite(data)) {
    throw new SessionError("not_a_number", `${model}: output ${name} holds a NaN or an infinity.`);
  }
}

/**
 * A float32 whose exponent bits are all set is a NaN or an infinity; adding the carry overflows those bits.
 */
const EXPONENT = 0x7f800000;
const CARRY = 0x00800000;

/** Checks the bits alone, for speed: an output may hold millions of values. */
function allFinite(values: Float32Array): boolean {
  const bits = new Int32Array(values.buffer, values.byteOffset, values.length);
  const fours = bits.length - (bits.length % 4);
  let carried = 0;
  for (let at = 0; at < fours; at += 4) {
    carried |=
      ((bits[at]! & EXPONENT) + CARRY) |
      ((bits[at + 1]! & EXPONENT) + CARRY) |
      ((bits[at + 2]! & EXPONENT) + CARRY) |
      ((bits[at + 3]! & EXPONENT) + CARRY);
  }
  for (let at = fours; at < bits.length; at++) carried |= (bits[at]! & EXPONENT) + CARRY;
  return carried >= 0;
}

type SessionErrorCode =
  | "provider_unavailable"
  | "model_unreadable"
  | "input_invalid"
  | "output_unsupported"
  | "not_a_number";

/**
 * Why a model could not be opened or run. The message names files, inputs and shapes, never pixels or scores.
 */
export class SessionError extends Error {
  override readonly name = "SessionError";
  readonly code: SessionErrorCode;

  constructor(code: SessionErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
