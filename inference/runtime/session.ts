import { InferenceSession, Tensor as OrtTensor } from "onnxruntime-node";

/** A dense array, row-major; `data.length` is the product of `dims`. */
export interface Tensor {
  readonly data: Float32Array | Int32Array | BigInt64Array | Uint8Array;
  readonly dims: readonly number[];
}

export type Provider = "cpu" | "cuda";

/** How nets are run. `fallbackToCpu` lets a machine without CUDA go on, slower; without it, opening fails there. */
export interface EngineOptions {
  readonly provider: Provider;
  readonly deviceId: number;
  readonly fallbackToCpu: boolean;
  readonly intraOpThreads: number;
}

/** One thread on the processor: under load several engines with one thread each beat one with several. */
export const CPU: EngineOptions = { provider: "cpu", deviceId: 0, fallbackToCpu: false, intraOpThreads: 1 };

/** A loaded net. `run` blocks its thread while it computes; `provider` is the one that really runs it. */
export interface Net {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly provider: Provider;
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}

export type EngineErrorCode =
  | "provider_unavailable"
  | "model_unreadable"
  | "input_invalid"
  | "output_unsupported"
  | "not_a_number";

/** Why a net could not be opened or run. The message names files, inputs and shapes, never pixels or scores. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** An ONNX file by its path, or what would be in one, under a name for errors. */
export type ModelSource = string | { readonly name: string; readonly bytes: Uint8Array };

/**
 * Opens an ONNX model; every output that `run` returns is finite.
 * Throws EngineError: provider_unavailable, model_unreadable; `run`: input_invalid, output_unsupported, not_a_number.
 */
export async function openNet(source: ModelSource, options: EngineOptions): Promise<Net> {
  const path = typeof source === "string" ? source : source.name;
  const { session, provider } = await createSession(source, options);
  return {
    inputs: session.inputNames,
    outputs: session.outputNames,
    provider,
    async run(feeds) {
      const results = await session.run(checkFeeds(path, session, feeds));
      return Object.fromEntries(
        Object.entries(results).map(([name, value]) => [name, checkOutput(path, name, value as OrtTensor)]),
      );
    },
    release: () => session.release(),
  };
}

interface Opened {
  readonly session: InferenceSession;
  readonly provider: Provider;
}

async function createSession(source: ModelSource, options: EngineOptions): Promise<Opened> {
  if (options.provider === "cpu") return { session: await createOn("cpu", source, options), provider: "cpu" };
  try {
    return { session: await createOn("cuda", source, options), provider: "cuda" };
  } catch (cause) {
    // The same file tells a machine without CUDA from a model that opens nowhere.
    const session = await createOn("cpu", source, options);
    if (options.fallbackToCpu) {
      warnOfFallback(options.deviceId);
      return { session, provider: "cpu" };
    }
    await session.release();
    throw new EngineError("provider_unavailable", noCuda(options.deviceId), { cause });
  }
}

async function createOn(
  provider: Provider,
  source: ModelSource,
  options: EngineOptions,
): Promise<InferenceSession> {
  const [name, model] = typeof source === "string" ? [source, source] : [source.name, source.bytes];
  try {
    // Two overloads take them apart: a path or bytes.
    return await InferenceSession.create(model as string, {
      executionProviders: [provider === "cuda" ? { name: "cuda", deviceId: options.deviceId } : "cpu"],
      intraOpNumThreads: options.intraOpThreads,
      interOpNumThreads: 1,
      // An arena keeps what a net's largest picture took, and more: with it one photo of 12 megapixels cost twice the memory.
      enableCpuMemArena: false,
      logSeverityLevel: 3,
      extra: { session: { intra_op: { allow_spinning: "0" } } },
    });
  } catch (cause) {
    throw new EngineError("model_unreadable", `${name} does not open on ${provider}.`, { cause });
  }
}

const noCuda = (deviceId: number) =>
  `CUDA was asked for (device ${deviceId}), and this machine cannot run it. Install the NVIDIA driver, CUDA 12 and ` +
  "cuDNN 9, then onnxruntime-node's CUDA libraries (node node_modules/onnxruntime-node/script/install.js " +
  "--onnxruntime-node-install=cuda12); or set the provider to cpu, or allow the fallback to it.";

let warned = false;

function warnOfFallback(deviceId: number): void {
  if (!warned) console.warn(`${noCuda(deviceId)} Running on the CPU instead.`);
  warned = true;
}

const TYPES = [
  [Float32Array, "float32"],
  [Int32Array, "int32"],
  [BigInt64Array, "int64"],
  [Uint8Array, "uint8"],
] as const;

const typeOf = (data: unknown) => TYPES.find(([array]) => data instanceof array)?.[1];

function checkFeeds(path: string, session: InferenceSession, feeds: Record<string, Tensor>) {
  const unknown = Object.keys(feeds).filter((name) => !session.inputNames.includes(name));
  if (unknown.length > 0) {
    throw new EngineError("input_invalid", `${path} has no input ${unknown.join(", ")}.`);
  }
  return Object.fromEntries(
    session.inputMetadata.map((declared) => {
      const tensor = feeds[declared.name];
      if (tensor === undefined || !declared.isTensor || !fits(tensor, declared)) {
        const got = tensor
          ? `${typeOf(tensor.data)} [${tensor.dims}], ${tensor.data.length} values`
          : "nothing";
        const wanted = declared.isTensor ? `${declared.type} [${declared.shape}]` : "no tensor";
        throw new EngineError(
          "input_invalid",
          `${path}: input ${declared.name} takes ${wanted} and got ${got}.`,
        );
      }
      return [declared.name, new OrtTensor(declared.type, tensor.data, tensor.dims)];
    }),
  );
}

/** A name in a declared shape stands for any size. */
function fits(tensor: Tensor, declared: InferenceSession.TensorValueMetadata): boolean {
  return (
    typeOf(tensor.data) === declared.type &&
    tensor.dims.length === declared.shape.length &&
    tensor.dims.every((size, i) => typeof declared.shape[i] === "string" || declared.shape[i] === size) &&
    tensor.data.length === tensor.dims.reduce((product, size) => product * size, 1)
  );
}

function checkOutput(path: string, name: string, value: OrtTensor): Tensor {
  const { data, dims } = value;
  if (typeOf(data) === undefined) {
    throw new EngineError("output_unsupported", `${path}: output ${name} is ${value.type}.`);
  }
  if (data instanceof Float32Array && !allFinite(data)) {
    throw new EngineError("not_a_number", `${path}: output ${name} holds a NaN or an infinity.`);
  }
  return { data: data as Tensor["data"], dims };
}

/** The exponent's bits of a float32, and what makes them overflow where all are set, as an infinity's and a NaN's are. */
const EXPONENT = 0x7f800000;
const CARRY = 0x00800000;

/** Whether all values are, by their bits alone: an answer may hold millions. */
function allFinite(values: Float32Array): boolean {
  const bits = new Int32Array(values.buffer, values.byteOffset, values.length);
  let carried = 0;
  for (let at = 0; at < bits.length; at++) carried |= (bits[at]! & EXPONENT) + CARRY;
  return carried >= 0;
}
