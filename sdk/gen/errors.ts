// Written by `npm run generate` from the OpenAPI document. Do not edit.

/** Every error code of the service, by its HTTP status. `docUrl` leads to the meaning of each. */
interface ErrorCodes {
  400: "missing_parameter" | "invalid_parameter" | "unknown_parameter" | "invalid_json" | "invalid_multipart" | "invalid_cursor" | "limit_out_of_range" | "ttl_out_of_range" | "unsupported_document_type" | "unsupported_image_type" | "image_unreadable" | "image_too_small" | "image_too_large" | "empty_file" | "no_face_detected" | "multiple_faces_detected" | "face_quality_too_low" | "frame_count_invalid" | "challenge_required" | "challenge_invalid" | "challenge_expired" | "challenge_used" | "chip_challenge_invalid" | "chip_challenge_expired" | "chip_challenge_used" | "credential_request_expired" | "credential_request_used" | "credential_request_mismatch" | "credential_untrusted" | "liveness_mode_too_weak";
  401: "missing_credentials" | "invalid_api_key" | "api_key_revoked" | "api_key_expired" | "token_expired" | "token_revoked" | "token_invalid" | "link_invalid";
  402: "usage_cap_reached";
  403: "token_scope_insufficient" | "key_scope_insufficient" | "network_not_allowed" | "origin_not_allowed" | "handoff_mismatch" | "verification_mismatch";
  404: "not_found" | "registration_not_found";
  405: "method_not_allowed";
  408: "request_timeout";
  409: "registration_exists" | "model_version_mismatch" | "verification_not_open" | "not_contestable" | "review_claimed" | "second_reviewer_required" | "link_claimed" | "consent_required" | "limit_reached" | "idempotency_key_reused" | "idempotency_key_in_use";
  410: "link_expired" | "handoff_expired";
  413: "file_too_large" | "request_too_large";
  415: "unsupported_media_type";
  421: "misdirected_request";
  422: "image_not_processable";
  429: "rate_limited" | "too_many_attempts";
  500: "internal_error";
  503: "service_unavailable";
}

/** Every error code of the service with its HTTP status. */
export type ErrorStatuses = {
  readonly [Status in keyof ErrorCodes as ErrorCodes[Status]]: Status;
};
