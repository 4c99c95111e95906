type GpuErrorCode = "usage" | "wheel_unreachable" | "wheel_corrupt" | "another_release" | "not_installed";

/** Why `npm run gpu` failed. */
export class GpuError extends Error {
  override readonly name = "GpuError";
  readonly code: GpuErrorCode;

  constructor(code: GpuErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
