import type { ErrorCode } from "../../core/errors.ts";

/** The meaning of each code and the caller's remedy: the text behind `doc_url`. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, string>> = {
  missing_parameter: "A required parameter, field or file is missing. `param` names it.",
  invalid_parameter: "A parameter has a value that is not allowed. `param` names it; the message says why.",
  unknown_parameter:
    "The operation has no parameter, field or file of this name. The message lists the allowed ones.",
  invalid_json: "The body is not valid JSON in UTF-8.",
  invalid_multipart: "The form is malformed or ends early, or a part is repeated or of the wrong kind.",
  invalid_cursor:
    "The cursor does not belong to this list. Send `next_cursor` of the previous page unchanged.",
  limit_out_of_range: "`limit` must be a whole number from 1 to 100.",
  ttl_out_of_range: "`ttl_seconds` must be from 60 to 86400, and at most the tenant's maximum.",
  unsupported_document_type: "This document type is not supported. The message lists the supported ones.",
  unsupported_image_type:
    "The file is not a JPEG, PNG or WebP image, or it is animated. The message says what it is if it can tell.",
  image_unreadable: "The image is truncated or corrupt. Send it again, or take a new one.",
  image_too_small: "The short side of an image must be at least 200 pixels.",
  image_too_large: "An image may have at most 40 megapixels and 10,000 pixels a side.",
  image_not_processable:
    "This image crashed the inference worker. It is rejected for ten minutes. Take another image.",
  empty_file: "The file has no content.",
  no_face_detected: "No face was found in the image. Take it again, facing the camera.",
  multiple_faces_detected:
    "The image shows a second face at least half as large as the largest one. Take an image of one person.",
  face_quality_too_low:
    "The face cannot be used. `issues` says why, and the message says what to change. Take the image again.",
  frame_count_invalid:
    "The liveness mode needs another number of frames, from `image_1` on without a gap. The message gives it.",
  challenge_required: "A liveness check in `challenge` mode needs a `challenge_token`.",
  challenge_invalid: "The challenge token belongs to another tenant, mode or verification.",
  challenge_expired: "The challenge is older than 120 seconds. Request a new one.",
  challenge_used: "The challenge was used before. Request a new one.",
  liveness_mode_too_weak: "The verification's policy requires a stronger liveness mode.",
  missing_credentials: "Send the header `Authorization: Bearer` with a secret key or a session token.",
  invalid_api_key:
    "The secret key is mistyped or unknown, or the header is not `Bearer`. The message says which.",
  api_key_revoked: "The secret key was revoked. Create another one in the dashboard.",
  token_expired: "The session token has expired. Request a new one from your server.",
  token_revoked: "The session token was revoked, or the verification continues on another device.",
  token_invalid: "The service did not issue this session token.",
  link_invalid:
    "The link is unknown or was replaced by a newer one, or the device's proof is wrong. Request a new link.",
  usage_cap_reached: "This month's usage cap is reached. Nothing was processed, and nothing is billed.",
  token_scope_insufficient:
    "This kind of credential may not call the operation. The reference lists the credentials of each operation.",
  origin_not_allowed:
    "The page that calls has an origin that the tenant does not list. Add it in the dashboard, exactly as browsers send it.",
  handoff_mismatch:
    "The number differs from the one on the computer, so the handoff has ended. Start a new one on the computer.",
  verification_mismatch: "`customer_ref` differs from the verification's.",
  not_found:
    "Nothing with this id exists in this tenant and mode. Test ids need a test key, and live ids a live key.",
  method_not_allowed: "The path exists, but not with this HTTP method. The `Allow` header lists its methods.",
  registration_not_found: "No face is registered for this `customer_ref`.",
  limit_reached:
    "The limit for objects of this kind is reached; the message names it. Delete one, or create a new verification if the limit is a verification's.",
  registration_exists: "A face is registered for this `customer_ref`. Send `replace=true` to replace it.",
  model_version_mismatch: "The two faces come from incompatible model versions. Register the face again.",
  verification_not_open:
    "The verification is completed, expired or canceled, or no longer accepts this kind of result.",
  link_claimed:
    "Another device opened the link first. Continue there, or send `take_over` if nothing was captured yet.",
  consent_required: "The end user has not agreed to the consent text, or has withdrawn consent.",
  link_expired: "The link has expired, or its verification has ended. Create a new link.",
  handoff_expired:
    "The code has expired, was used by another device, or its handoff has ended. Scan the code that the computer shows now.",
  idempotency_key_reused: "The `Idempotency-Key` was used for a different request. Use a new key.",
  idempotency_key_in_use:
    "The first request with this `Idempotency-Key` is still running. Try again shortly.",
  file_too_large: "A file may have at most 10 MiB. The message names the field.",
  request_timeout: "The body took longer than 30 s, or less than 4 KiB arrived in 10 s. Send it again.",
  request_too_large: "An upload may have at most 25 MiB, and a JSON body 64 KiB.",
  misdirected_request: "The `Host` header is not this service's. Call it by the host name of `PUBLIC_URL`.",
  unsupported_media_type: "Send uploads as `multipart/form-data`, and other bodies as `application/json`.",
  rate_limited:
    "Too many requests with this credential, from this address, or of unbilled calls today. Wait for the seconds in `Retry-After`.",
  too_many_attempts:
    "Too many liveness checks of this verification failed. Wait for the seconds in `Retry-After`.",
  internal_error: "The service failed. Nothing was written. Report the `request_id`.",
  service_unavailable:
    "The service is overloaded, or a part of it is unavailable. Try again after the seconds in `Retry-After`.",
};
