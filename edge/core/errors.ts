/**
 * Every rejection of the API. An outcome (no match, not live) is data with status 200; a rejection is an
 * `ApiError` with one of these codes; any other thrown error is a defect and becomes a redacted 500.
 * `http/status.ts` maps each code to an HTTP status.
 */
export const ERROR_CODES = [
  "missing_parameter",
  "invalid_parameter",
  "unknown_parameter",
  "invalid_json",
  "invalid_multipart",
  "invalid_cursor",
  "limit_out_of_range",
  "ttl_out_of_range",
  "unsupported_document_type",
  "unsupported_image_type",
  "image_unreadable",
  "image_too_small",
  "image_too_large",
  "empty_file",
  "no_face_detected",
  "multiple_faces_detected",
  "face_quality_too_low",
  "frame_count_invalid",
  "challenge_required",
  "challenge_invalid",
  "challenge_expired",
  "challenge_used",
  "chip_challenge_invalid",
  "chip_challenge_expired",
  "chip_challenge_used",
  "credential_request_expired",
  "credential_request_used",
  "credential_request_mismatch",
  "credential_untrusted",
  "liveness_mode_too_weak",
  "missing_credentials",
  "invalid_api_key",
  "api_key_revoked",
  "api_key_expired",
  "token_expired",
  "token_revoked",
  "token_invalid",
  "link_invalid",
  "usage_cap_reached",
  "token_scope_insufficient",
  "key_scope_insufficient",
  "network_not_allowed",
  "origin_not_allowed",
  "handoff_mismatch",
  "verification_mismatch",
  "not_found",
  "method_not_allowed",
  "registration_not_found",
  "registration_exists",
  "model_version_mismatch",
  "verification_not_open",
  "not_contestable",
  "review_claimed",
  "second_reviewer_required",
  "link_claimed",
  "consent_required",
  "limit_reached",
  "link_expired",
  "handoff_expired",
  "idempotency_key_reused",
  "idempotency_key_in_use",
  "file_too_large",
  "request_too_large",
  "request_timeout",
  "unsupported_media_type",
  "misdirected_request",
  "image_not_processable",
  "rate_limited",
  "too_many_attempts",
  "internal_error",
  "service_unavailable",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One fault of a request. `param` is empty for the body itself. */
interface Fault {
  readonly code: ErrorCode;
  readonly param: string;
  readonly message: string;
}

/** A coded rejection. `message` is public: it contains no secret, no personal data and no score. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly param: string | undefined;
  /** The defects of a capture, in machine-readable form. */
  readonly issues: readonly string[] | undefined;
  /** Seconds until the caller may retry; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The methods that the path has; sent as `Allow`. */
  readonly allow: readonly string[] | undefined;
  /** Every fault of a request that has several, first this one. */
  readonly errors: readonly Fault[] | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      param?: string | undefined;
      issues?: readonly string[];
      retryAfter?: number;
      allow?: readonly string[];
      errors?: readonly Fault[];
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.param = options.param;
    this.issues = options.issues;
    this.retryAfter = options.retryAfter;
    this.allow = options.allow;
    this.errors = options.errors;
  }
}

/** The rejection of a call because its tenant has too many calls waiting: 503 `service_unavailable`. */
export class OverloadError extends ApiError {
  declare readonly retryAfter: number;

  constructor(retryAfter: number, cause?: unknown) {
    super("service_unavailable", "Too much image analysis is waiting at the moment.", { retryAfter, cause });
  }
}
