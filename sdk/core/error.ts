import type { ErrorStatuses } from "../gen/errors.ts";

/** What goes wrong without a coded answer of the service: the code, and the HTTP status if there was one. */
interface OwnStatuses {
  /** The service could not be reached, or the connection ended before the answer did. */
  readonly connection_failed: undefined;
  /** No answer came within the time that the call or the attempt had. */
  readonly timed_out: undefined;
  /** The caller's signal ended the call; `cause` is the signal's reason. */
  readonly aborted: undefined;
  /** Something before the service answered in its place, such as a proxy. */
  readonly bad_gateway: number;
  /** What a signed link led to has been deleted. */
  readonly gone: 410;
  /** The answer is none of this API's: `baseUrl` may lead elsewhere. */
  readonly unexpected_answer: number;
  /** The token provider failed, or gave no session token; `cause` is what it threw. */
  readonly token_provider_failed: undefined;
  /** A delivery without a signature, or whose signature cannot be read. */
  readonly webhook_signature_missing: undefined;
  /** A delivery that none of the secrets signed: it is forged, or was changed on its way. */
  readonly webhook_signature_mismatch: undefined;
  /** A delivery that is older than the tolerance, or from the future: replayed, or a clock is wrong. */
  readonly webhook_timestamp_refused: undefined;
}

type Statuses = ErrorStatuses & OwnStatuses;

export type ErrorCode = keyof Statuses;

export interface ErrorDetails {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly param?: string | undefined;
  readonly issues?: readonly string[] | undefined;
  readonly docUrl?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Every failure of a call. `code` says which; `isSelfsameError` narrows the other members by it. A service
 * that is newer than this package may answer a code that is not listed here.
 */
export class SelfsameError extends Error {
  override readonly name = "SelfsameError";
  readonly code: ErrorCode;
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds after which the call may be made again. */
  readonly retryAfter: number | undefined;
  /** The parameter, field, file or header that is refused. */
  readonly param: string | undefined;
  /** What is wrong with a capture (`face_quality_too_low`). */
  readonly issues: readonly string[] | undefined;
  readonly docUrl: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    const named = details.requestId === undefined ? "" : ` (${details.requestId})`;
    super(`${code}: ${message}${named}`, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.param = details.param;
    this.issues = details.issues;
    this.docUrl = details.docUrl;
  }
}

/** A failure with its status by its code; what was answered by the service also has a request's id. */
export type Failure = {
  [Code in ErrorCode]: SelfsameError & {
    readonly code: Code;
    readonly status: Statuses[Code];
  } & (Code extends keyof ErrorStatuses ? { readonly requestId: string } : unknown);
}[ErrorCode];

/** Whether something caught is a failure of a call; `switch (error.code)` then tells them apart. */
export function isSelfsameError(error: unknown): error is Failure {
  return error instanceof SelfsameError;
}
