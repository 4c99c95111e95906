import type { ErrorStatuses } from "../gen/errors.ts";

/** What goes wrong without an answer. The packages' pages tell what these and the next ones mean. */
type Unanswered =
  // The service could not be reached, or the connection ended before the answer did.
  | "connection_failed"
  // No answer came within the time that the call or the attempt had.
  | "timed_out"
  // The caller's signal ended the call; `cause` is the signal's reason.
  | "aborted"
  // The token provider failed, or gave no session token; `cause` is what it threw.
  | "token_provider_failed"
  // A delivery without a signature, or whose signature cannot be read.
  | "webhook_signature_missing"
  // A delivery that none of the secrets signed: it is forged, or was changed on its way.
  | "webhook_signature_mismatch"
  // A delivery that is older than the tolerance, or from the future: replayed, or a clock is wrong.
  | "webhook_timestamp_refused";

/** What goes wrong with an answer that is none of this API's. */
type Uncoded =
  // Something before the service answered in its place, such as a proxy.
  | "bad_gateway"
  // The answer is none of this API's: `baseUrl` may lead elsewhere.
  | "unexpected_answer";

/** Codes of the packages' own, with the HTTP status if there was one. `gone`: a linked image is deleted. */
type OwnStatuses = Record<Unanswered, undefined> & Record<Uncoded, number> & Record<"gone", 410>;

type Statuses = ErrorStatuses & OwnStatuses;

export type ErrorCode = keyof Statuses;

export type ErrorDetails = {
  readonly [Name in
    | "status"
    | "requestId"
    | "retryAfter"
    | "param"
    | "issues"
    | "docUrl"]?: SelfsameError[Name];
} & { readonly cause?: unknown };

// A service that is newer than the package may answer a code that is not listed, as the pages say.
/** Every failure of a call. `code` says which; `isSelfsameError` narrows the other members by it. */
export class SelfsameError extends Error {
  override readonly name = "SelfsameError";
  readonly code!: ErrorCode;
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
  /** Leads to what the code means. */
  readonly docUrl: string | undefined;

  constructor(code: ErrorCode, message: string, { cause, ...told }: ErrorDetails = {}) {
    const named = told.requestId === undefined ? "" : ` (${told.requestId})`;
    super(`${code}: ${message}${named}`, cause === undefined ? {} : { cause });
    Object.assign(this, { code, ...told });
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
