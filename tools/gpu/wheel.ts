/** A library: its name in the wheel, the name that ONNX Runtime's binding for Node wants, and its hash. */
export interface Library {
  readonly member: string;
  readonly name: string;
  readonly sha256: string;
}

/** A wheel, and its libraries in the order in which they are put in place. */
export interface Wheel {
  /** The release of ONNX Runtime. */
  readonly onnxruntime: string;
  /** As pip takes it. */
  readonly requirement: string;
  readonly file: string;
  readonly sha256: string;
  readonly libraries: readonly Library[];
}

/**
 * The wheel of the same release and commit as onnxruntime-node's own library, built for CUDA 13. The hash of
 * the wheel is PyPI's; those of the libraries were taken from a wheel with that hash.
 */
export const WHEEL: Wheel = {
  onnxruntime: "1.30.0",
  requirement: "onnxruntime-gpu==1.30.0",
  file: "onnxruntime_gpu-1.30.0-cp312-cp312-manylinux_2_28_x86_64.whl",
  sha256: "6acc0f4b3d5ac5f2984432faa59dd8fcce6775f8b43a7140afa0f322c7a703b1",
  // The library that opens the other two comes last.
  libraries: [
    {
      member: "onnxruntime/capi/libonnxruntime_providers_shared.so",
      name: "libonnxruntime_providers_shared.so",
      sha256: "086ec1d5388f64153d9c63470d126693db9a182c8ce236d3a1119068471b8a0d",
    },
    {
      member: "onnxruntime/capi/libonnxruntime_providers_cuda.so",
      name: "libonnxruntime_providers_cuda.so",
      sha256: "35da2e7ed0dd0d1aec5cdb16ce11a51d06c0c48cf62d1b1c9332946a4fae14fc",
    },
    {
      member: "onnxruntime/capi/libonnxruntime.so.1.30.0",
      name: "libonnxruntime.so.1",
      sha256: "5a140dc17c8b60b35b2ceab0bb533e65ac54f06a208948417c1f9c31df6afc4c",
    },
  ],
};

/** Arguments of pip for exactly this wheel, whatever Python this machine has. */
export const PLATFORM = ["--implementation", "cp", "--platform", "manylinux_2_28_x86_64"] as const;

type GpuErrorCode = "usage" | "another_release" | "not_installed";

/** Why `npm run gpu` failed. */
export class GpuError extends Error {
  override readonly name = "GpuError";
  readonly code: GpuErrorCode;

  constructor(code: GpuErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
