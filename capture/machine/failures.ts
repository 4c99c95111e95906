import type { ErrorCode } from "../../sdk/client/src/index.ts";
import type { Closed } from "./state.ts";

/** The reaction to a failed call: retry, another photo, another read of the state, or the end. */
type Remedy = "offline" | "busy" | "ours" | "retake" | "anew" | "refresh" | "moved" | "closed";

const REMEDIES: Readonly<Partial<Record<ErrorCode, Remedy>>> = {
  connection_failed: "offline",
  timed_out: "offline",
  request_timeout: "offline",
  bad_gateway: "busy",
  service_unavailable: "busy",
  rate_limited: "busy",
  too_many_attempts: "busy",
  idempotency_key_in_use: "busy",
  // Another photo has a key of its own.
  idempotency_key_reused: "retake",
  file_too_large: "retake",
  request_too_large: "retake",
  unsupported_image_type: "retake",
  image_unreadable: "retake",
  image_too_small: "retake",
  image_too_large: "retake",
  image_not_processable: "retake",
  empty_file: "retake",
  invalid_parameter: "retake",
  no_face_detected: "retake",
  multiple_faces_detected: "retake",
  face_quality_too_low: "retake",
  frame_count_invalid: "retake",
  challenge_required: "anew",
  challenge_invalid: "anew",
  challenge_expired: "anew",
  challenge_used: "anew",
  credential_request_expired: "anew",
  credential_request_used: "anew",
  credential_request_mismatch: "anew",
  liveness_mode_too_weak: "refresh",
  verification_not_open: "refresh",
  // After a handoff, as where the computer's page was loaded again.
  token_scope_insufficient: "moved",
  token_expired: "closed",
  token_revoked: "closed",
  token_invalid: "closed",
  missing_credentials: "closed",
  not_found: "closed",
  origin_not_allowed: "closed",
  link_claimed: "closed",
  link_invalid: "closed",
  link_expired: "closed",
  handoff_expired: "closed",
  handoff_mismatch: "closed",
};

/** An unlisted code is a defect of ours: the person may retry. */
export const remedyOf = (code: ErrorCode): Remedy => REMEDIES[code] ?? "ours";

const ENDS: Readonly<Partial<Record<ErrorCode, Closed>>> = {
  link_claimed: "link_claimed",
  link_invalid: "link_invalid",
  link_expired: "link_expired",
  handoff_expired: "handoff_expired",
  handoff_mismatch: "handoff_mismatch",
};

/** The text for a person whose access has ended. */
export const closedBy = (code: ErrorCode): Closed => ENDS[code] ?? "no_access";
