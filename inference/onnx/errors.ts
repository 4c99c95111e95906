type ImportErrorCode = "source_unreadable" | "source_changed" | "unsupported_graph" | "result_changed";

/** Why a model could not be made from its source. The message names files and nodes. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly code: ImportErrorCode;

  constructor(code: ImportErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
