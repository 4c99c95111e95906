import { ApiError, type ErrorCode } from "../../errors.ts";

/** The HTTP status of each refusal (contract §9). */
export const ERROR_STATUS = {
  missing_parameter: 400,
  invalid_parameter: 400,
  unknown_parameter: 400,
  invalid_json: 400,
  invalid_multipart: 400,
  invalid_cursor: 400,
  limit_out_of_range: 400,
  ttl_out_of_range: 400,
  unsupported_document_type: 400,
  unsupported_image_type: 400,
  image_unreadable: 400,
  image_too_small: 400,
  image_too_large: 400,
  empty_file: 400,
  no_face_detected: 400,
  multiple_faces_detected: 400,
  face_quality_too_low: 400,
  frame_count_invalid: 400,
  challenge_required: 400,
  challenge_invalid: 400,
  challenge_expired: 400,
  challenge_used: 400,
  liveness_mode_too_weak: 400,
  missing_credentials: 401,
  invalid_api_key: 401,
  api_key_revoked: 401,
  token_expired: 401,
  token_revoked: 401,
  link_invalid: 401,
  token_invalid: 401,
  usage_cap_reached: 402,
  token_scope_insufficient: 403,
  origin_not_allowed: 403,
  verification_mismatch: 403,
  not_found: 404,
  registration_not_found: 404,
  registration_exists: 409,
  link_expired: 410,
  limit_reached: 409,
  model_version_mismatch: 409,
  consent_required: 409,
  link_claimed: 409,
  verification_not_open: 409,
  idempotency_key_reused: 409,
  idempotency_key_in_use: 409,
  file_too_large: 413,
  request_too_large: 413,
  request_timeout: 408,
  unsupported_media_type: 415,
  image_not_processable: 422,
  rate_limited: 429,
  too_many_attempts: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const satisfies Record<ErrorCode, number>;
export type ErrorStatus = (typeof ERROR_STATUS)[ErrorCode];

/** `error.type` of the answer, by status. */
export const ERROR_TYPES = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "usage_error",
  403: "permission_error",
  404: "not_found_error",
  408: "invalid_request_error",
  409: "conflict_error",
  410: "not_found_error",
  413: "invalid_request_error",
  415: "invalid_request_error",
  422: "invalid_request_error",
  429: "rate_limit_error",
  500: "api_error",
  503: "api_error",
} as const satisfies Record<ErrorStatus, string>;

export const statusOf = ({ code }: ApiError): ErrorStatus => ERROR_STATUS[code];

/** Whether the error refuses the caller's input. */
export const isBadRequest = (error: unknown): error is ApiError =>
  error instanceof ApiError && statusOf(error) === 400;
