/** A GPU of a machine. */
export interface Gpu {
  readonly name: string;
  /** Its own, then those of its MIG slices. */
  readonly uuids: readonly string[];
}

/** The parts of CUDA that a machine has; undefined or empty for those that it lacks. */
export interface CudaFindings {
  /** The GPU that this process was given: its number, or the UUID of a GPU or of a MIG slice. */
  readonly requested: string;
  /** Version of the NVIDIA kernel driver, such as "580.159.04". */
  readonly driver: string | undefined;
  /** Of the whole machine, whatever this process may see, in the driver's order. */
  readonly gpus: readonly Gpu[];
  /** Paths of shared libraries by their names without a version, such as `libcudart.so`; every version. */
  readonly libraries: Readonly<Record<string, readonly string[]>>;
  /** Path of ONNX Runtime's CUDA provider. */
  readonly provider: string | undefined;
  /** Version of ONNX Runtime that the provider beside it must have, too. */
  readonly onnxruntime: string;
}

/** The first driver that runs CUDA 13. */
const DRIVER = 580;

/** Libraries that the provider of this release opens: the name without a version, and the version. */
export const CUDA_LIBRARIES: Readonly<Record<string, { readonly part: string; readonly version: number }>> = {
  "libcuda.so": { part: "driver's library", version: 1 },
  "libcudart.so": { part: "CUDA", version: 13 },
  "libcublas.so": { part: "cuBLAS", version: 13 },
  "libcublasLt.so": { part: "cuBLASLt", version: 13 },
  "libcurand.so": { part: "cuRAND", version: 10 },
  "libcudnn.so": { part: "cuDNN", version: 9 },
};

/** The file that ONNX Runtime searches beside its own library. */
export const PROVIDER_FILE = "libonnxruntime_providers_cuda.so";

interface Need {
  readonly part: string;
  readonly wanted: string;
  readonly found: string;
  readonly isMet: boolean;
}

const NOTHING = "none";

/** Each requirement of CUDA, and what was found. */
function needsOf(findings: CudaFindings): Need[] {
  const { requested, driver, gpus, libraries, provider, onnxruntime } = findings;
  return [
    {
      part: "driver",
      wanted: `${DRIVER} or later`,
      found: driver ?? NOTHING,
      isMet: driver !== undefined && Number.parseInt(driver, 10) >= DRIVER,
    },
    {
      part: "GPU",
      wanted: requested,
      found: gpus.map(({ name, uuids }, i) => `${i} ${[name, ...uuids].join(" ")}`).join(" + ") || NOTHING,
      isMet: isThere(requested, gpus),
    },
    ...Object.entries(CUDA_LIBRARIES).map(([name, { part, version }]) => {
      const paths = libraries[name] ?? [];
      const wanted = `${name}.${version}`;
      const fitting = paths.find((path) => `${path}.`.includes(`/${wanted}.`));
      return {
        part,
        wanted,
        found: fitting ?? (paths.join(" + ") || NOTHING),
        isMet: fitting !== undefined,
      };
    }),
    {
      part: "provider",
      wanted: `${PROVIDER_FILE} of ${onnxruntime}`,
      found: provider ?? NOTHING,
      isMet: provider !== undefined,
    },
  ];
}

/** CUDA takes the beginning of a UUID for the whole. */
function isThere(requested: string, gpus: readonly Gpu[]): boolean {
  if (/^\d+$/.test(requested)) return Number(requested) < gpus.length;
  return gpus.some(({ uuids }) => uuids.some((uuid) => uuid.startsWith(requested)));
}

/**
 * The missing requirements of CUDA on this machine, in one line, for an error or a warning. `reason` is ONNX
 * Runtime's message, if known.
 */
export function cudaUnavailable(findings: CudaFindings, reason = ""): string {
  const needs = needsOf(findings);
  const describe = ({ part, wanted, found }: Need) => `${part}: ${wanted} (found: ${found})`;
  const missing = needs.filter(({ isMet }) => !isMet).map(describe);
  const met = needs.filter(({ isMet }) => isMet).map(describe);
  const parts = [
    `CUDA was asked for (GPU ${findings.requested}), and this machine cannot run it.`,
    missing.length > 0 ? `Missing: ${missing.join("; ")}.` : "Everything that it needs was found.",
    met.length > 0 ? `Present: ${met.join("; ")}.` : "",
    reason === "" ? "" : `ONNX Runtime says: ${reason.trim().replaceAll(/\s+/g, " ")}.`,
    "docs/how-to/use-a-gpu.md says what to install; otherwise set EXECUTION_PROVIDER=cpu, or CUDA_FALLBACK=1, which falls back to it.",
  ];
  return parts.filter((part) => part !== "").join(" ");
}
