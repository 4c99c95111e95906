type GpuErrorCode =
  | "usage"
  | "wheel_unreachable"
  | "wheel_corrupt"
  | "another_release"
  | "not_installed"
  | "missing";

/** Why a command for GPU hosts ended. */
export class GpuError extends Error {
  override readonly name = "GpuError";
  readonly code: GpuErrorCode;

  constructor(code: GpuErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
