import { InferenceSession, type Tensor as OrtTensor } from "onnxruntime-node";
import { findCuda } from "./cuda-findings.ts";
import { cudaUnavailable } from "./cuda-needs.ts";
import { checkFinite, fromOrtOutput, SessionError, type Tensor, toOrtInputs } from "./tensors.ts";

export type Provider = "cpu" | "cuda";

/** How ONNX Runtime runs models. */
export interface SessionOptions {
  readonly provider: Provider;
  /** GPU, from 0; the CPU provider ignores it. */
  readonly deviceId: number;
  /** A machine without CUDA goes on with the CPU; without this, opening a model fails there. */
  readonly fallbackToCpu: boolean;
  /** Threads within one model. */
  readonly intraOpThreads: number;
}

/** One thread on the CPU: under load, several inference workers are faster than several threads. */
export const CPU: SessionOptions = { provider: "cpu", deviceId: 0, fallbackToCpu: false, intraOpThreads: 1 };

/** A model that is loaded in a session of ONNX Runtime. `run` blocks its thread while it computes. */
export interface Model {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** The provider that runs it, after a fallback. */
  readonly provider: Provider;
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}

/**
 * An ONNX model by its bytes, with a name for error messages. Bytes rather than a path, so that the file
 * cannot change between its check and this read.
 */
interface ModelSource {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Its inputs have a few known sizes, so the memory of one run can be reused by the next. */
  readonly keepsMemory?: boolean;
}

/**
 * Opens an ONNX model; every output that `run` returns is finite, or passes another `check`. Throws
 * SessionError: provider_unavailable, model_unreadable; `run`: input_invalid, output_unsupported,
 * not_a_number.
 */
export async function openModel(
  source: ModelSource,
  options: SessionOptions,
  check: typeof checkFinite = checkFinite,
): Promise<Model> {
  const { name } = source;
  const { session, provider } = await createSession(source, options);
  return {
    inputs: session.inputNames,
    outputs: session.outputNames,
    provider,
    async run(feeds) {
      const results = await session.run(toOrtInputs(name, session, feeds));
      return Object.fromEntries(
        Object.entries(results).map(([output, value]) => {
          const tensor = fromOrtOutput(name, output, value as OrtTensor);
          check(name, output, tensor);
          return [output, tensor];
        }),
      );
    },
    release: () => session.release(),
  };
}

interface OpenSession {
  readonly session: InferenceSession;
  readonly provider: Provider;
}

async function createSession(source: ModelSource, options: SessionOptions): Promise<OpenSession> {
  if (options.provider === "cpu") return { session: await createOn("cpu", source, options), provider: "cpu" };
  try {
    return { session: await createOn("cuda", source, options), provider: "cuda" };
  } catch (cause) {
    // The CPU opens the same file: a failure there means a broken model, not a machine without CUDA.
    const session = await createOn("cpu", source, options);
    if (options.fallbackToCpu) return { session, provider: "cpu" };
    await session.release();
    const message = cudaUnavailable(await findCuda(options.deviceId), reasonOf(cause));
    throw new SessionError("provider_unavailable", message, { cause });
  }
}

async function createOn(
  provider: Provider,
  { name, bytes, keepsMemory = false }: ModelSource,
  options: SessionOptions,
): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(bytes, {
      executionProviders: [provider === "cuda" ? { name: "cuda", deviceId: options.deviceId } : "cpu"],
      intraOpNumThreads: options.intraOpThreads,
      interOpNumThreads: 1,
      // An arena keeps the memory of a model's largest input: with it, one photo of 12 megapixels cost twice
      // as much. Without one, batches return all their memory to the system, and take up to a third longer.
      enableCpuMemArena: keepsMemory,
      // One block for a whole run: it would double what an arena keeps, and saves no time with one.
      enableMemPattern: provider === "cuda" || !keepsMemory,
      logSeverityLevel: 3,
      extra: {
        session: {
          intra_op: { allow_spinning: "0" },
          // A model of which a part would run on the processor does not open: each crossing would cost a
          // copy.
          ...(provider === "cuda" && { disable_cpu_ep_fallback: "1" }),
        },
      },
    });
  } catch (cause) {
    throw new SessionError("model_unreadable", `${name} does not open on ${provider}.`, { cause });
  }
}

/** ONNX Runtime's message for a model that it did not open. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  return cause instanceof Error ? cause.message : String(cause);
}
