type SessionErrorCode =
  | "provider_unavailable"
  | "model_unreadable"
  | "input_invalid"
  | "output_unsupported"
  | "not_a_number";

/**
 * Why a net could not be opened or run. The message names files, inputs and shapes, never pixels or scores.
 */
export class SessionError extends Error {
  override readonly name = "SessionError";
  readonly code: SessionErrorCode;

  constructor(code: SessionErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
