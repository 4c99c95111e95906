export type PackErrorCode =
  | "file_missing"
  | "file_corrupt"
  | "task_missing"
  | "source_unreachable"
  | "source_refused"
  | "calibration_invalid";

/**
 * Why a model file cannot be used or fetched. The message names the file and, where known, how to mend it.
 */
export class PackError extends Error {
  override readonly name = "PackError";
  readonly code: PackErrorCode;

  constructor(code: PackErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
