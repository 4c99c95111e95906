import type { ErrorStatuses } from "../gen/errors.ts";

/** Failures without an answer. The packages' READMEs explain these and the next ones. */
type Unanswered =
  // The service could not be reached, or the connection ended before the answer did.
  | "connection_failed"
  // No answer came within the time that the call or the attempt had.
  | "timed_out"
  // The caller's signal ended the call; `cause` is the signal's reason.
  | "aborted"
  // The token provider failed, or gave no session token; `cause` is its error.
  | "token_provider_failed"
  // A delivery without a signature, or whose signature cannot be read.
  | "webhook_signature_missing"
  // No secret signed this delivery: it is forged, or was changed on its way.
  | "webhook_signature_mismatch"
  // A delivery that is older than the tolerance, or from the future: replayed, or a clock is wrong.
  | "webhook_timestamp_refused";

/** The response is not from this API. */
type Uncoded =
  // Something before the service answered in its place, such as a proxy.
  | "bad_gateway"
  // Check whether `baseUrl` leads elsewhere.
  | "unexpected_answer";

/** Codes of the packages' own, with the HTTP status if there was one. `gone`: a linked image is deleted. */
type OwnStatuses = Record<Unanswered, undefined> & Record<Uncoded, number> & Record<"gone", 410>;

type Statuses = ErrorStatuses & OwnStatuses;

export type ErrorCode = keyof Statuses;

/** One fault of a request; `param` is empty for the body itself. */
export interface Fault {
  readonly code: string;
  readonly param: string;
  readonly message: string;
}

export type ErrorDetails = {
  readonly [Name in
    | "status"
    | "requestId"
    | "retryAfter"
    | "param"
    | "issues"
    | "errors"
    | "docUrl"]?: SelfsameError[Name];
} & { readonly cause?: unknown };

// A newer service may return a code that is not listed, as the READMEs say.
/** Every failure of a call. `code` says which; `isSelfsameError` narrows the other members by it. */
export class SelfsameError extends Error {
  override readonly name = "SelfsameError";
  readonly code!: ErrorCode;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds after which the call may be made again. */
  readonly retryAfter: number | undefined;
  /** The parameter, field, file or header that is rejected. */
  readonly param: string | undefined;
  /** Problems of a capture (`face_quality_too_low`). */
  readonly issues: readonly string[] | undefined;
  /** All faults of a request that has several. */
  readonly errors: readonly Fault[] | undefined;
  /** Link to the explanation of the code. */
  readonly docUrl: string | undefined;

  constructor(code: ErrorCode, message: string, { cause, ...details }: ErrorDetails = {}) {
    const named = details.requestId === undefined ? "" : ` (${details.requestId})`;
    super(`${code}: ${message}${named}`, cause === undefined ? {} : { cause });
    Object.assign(this, { code, ...details });
  }
}

/** A failure with its status, by its code; a failure answered by the service also has a request id. */
export type Failure = {
  [Code in ErrorCode]: SelfsameError & {
    readonly code: Code;
    readonly status: Statuses[Code];
  } & (Code extends keyof ErrorStatuses ? { readonly requestId: string } : unknown);
}[ErrorCode];

/** Whether a caught error is a failure of a call; `switch (error.code)` then narrows its type. */
export function isSelfsameError(error: unknown): error is Failure {
  // Each package has its own class: `instanceof` would be false for an error of another package.
  return error instanceof Error && error.name === "SelfsameError" && "code" in error;
}
