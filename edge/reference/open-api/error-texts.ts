import type { ErrorCode } from "../../core/errors.ts";

/** The meaning of each code and the caller's remedy: the text behind `doc_url`. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, string>> = {
  missing_parameter: "A required parameter, field or file is missing. `param` names it.",
  invalid_parameter:
    "A parameter has a value that is not allowed. `param` names it, and `message` says what is allowed.",
  unknown_parameter: "The operation has no parameter, field or file of this name. Check the spelling.",
  invalid_json:
    "The body is not valid JSON in UTF-8, or an object has a key twice. `message` says where. Check the serialisation.",
  invalid_multipart:
    "The form is malformed, ends early, or has a part twice or of the wrong kind. Let your HTTP client build the form.",
  invalid_cursor:
    "The cursor does not belong to this list. Send `next_cursor` of the page before, unchanged.",
  limit_out_of_range: "`limit` is not a whole number from 1 to 100.",
  ttl_out_of_range: "`ttl_seconds` is not from 60 to 86400, or is above the tenant's maximum.",
  unsupported_document_type: "The `document_type` does not exist. `message` lists the types.",
  unsupported_image_type:
    "The file is not a JPEG, PNG or WebP image, or it is animated. The content decides, not the file name.",
  image_unreadable: "The image is damaged or cut off. Send it again, or take a new photo.",
  image_too_small: "The short side of the image has fewer than 200 pixels. Take a larger photo.",
  image_too_large:
    "The image has more than 40 megapixels, or a side of more than 10,000 pixels. Scale it down.",
  image_not_processable:
    "This image could not be processed, and is rejected for ten minutes. Take a new photo.",
  empty_file: "The file is empty. Check how your code reads it.",
  no_face_detected: "No face was found in the image. Take a new photo that shows the face.",
  multiple_faces_detected:
    "A second face is at least half as large as the largest one. Take a new photo of one person.",
  face_quality_too_low:
    "The face cannot be used. `issues` says why, and `message` says what to do. Take a new photo.",
  frame_count_invalid:
    "The liveness mode needs another number of frames, from `image_1` on without a gap. `param` names the missing or surplus one.",
  challenge_required: "A check in the mode `challenge` needs a `challenge_token`. Create a challenge first.",
  challenge_invalid:
    "The challenge token does not belong to this tenant, mode and verification. Create a new challenge.",
  challenge_expired: "The challenge has expired: it is valid for 120 seconds. Create a new one.",
  challenge_used: "The challenge was used before. Create a new one.",
  chip_challenge_invalid:
    "The chip challenge does not belong to this verification and credential. Create a new challenge.",
  chip_challenge_expired: "The chip challenge has expired: it is valid for 120 seconds. Create a new one.",
  chip_challenge_used: "The chip challenge was used before. Create a new one.",
  credential_request_expired:
    "The credential request has expired: it is valid for 180 seconds. Create a new one.",
  credential_request_used: "The credential request was answered before. Create a new one.",
  credential_request_mismatch:
    "The wallet's answer is not for this request: another request, page or token, or a wallet that did not sign it. Create a new request.",
  credential_untrusted:
    "A wallet's answer by the link: no issuer that the operator trusts has signed the credential as it is. The request stays open.",
  liveness_mode_too_weak:
    "The verification needs a stronger liveness mode. `message` names the weakest one that is allowed.",
  missing_credentials:
    "The header `Authorization: Bearer` with a secret key or session token is missing. Send it with each call; no other header is read.",
  invalid_api_key: "The secret key does not exist. Check for typing errors and for the right service.",
  api_key_revoked: "The secret key was revoked. Create a new key.",
  api_key_expired: "The secret key has expired. Create a new key.",
  token_expired: "The session token has expired. Get a fresh one from your server and repeat the call.",
  token_revoked: "The session token was revoked. Do not repeat the call with it.",
  token_invalid: "The service did not issue this session token. Do not repeat the call with it.",
  link_invalid:
    "The link does not exist, was replaced by a newer one, or the device did not prove its key. Get a new link.",
  usage_cap_reached:
    "The monthly usage cap is reached. Nothing was processed or billed. Raise the cap or wait for the next month.",
  token_scope_insufficient: "The credential may not call this operation. `message` names the one that may.",
  key_scope_insufficient:
    "The restricted key lacks the scope of this operation, which `message` names. Use a key that has it.",
  network_not_allowed:
    "The key may be used from its networks only, and this call came from elsewhere. The audit log has the address.",
  origin_not_allowed:
    "The page's origin is not on the tenant's list. Add it in the dashboard, exactly as browsers send it.",
  handoff_mismatch:
    "The number differs from the one on the computer, so the handoff has ended. Start a new one on the computer.",
  verification_mismatch: "The `customer_ref` is not the one of the verification.",
  not_found:
    "The path or the object does not exist here: `message` says which. A live key does not find test objects, and the reverse.",
  method_not_allowed: "The path exists, but not with this HTTP method. The `Allow` header lists its methods.",
  registration_not_found: "No face is registered for this `customer_ref`.",
  limit_reached:
    "A limit on the number of objects is reached. `message` names it. Delete one, create a new verification, or ask the operator.",
  registration_exists: "A face is registered for this `customer_ref`. Send `replace=true` to replace it.",
  model_version_mismatch: "The faces were measured by different model versions. Register the face again.",
  verification_not_open:
    "The verification has ended, or accepts no further result of this kind. Create a new one if needed.",
  not_contestable:
    "The decision cannot be contested: `message` says why. Only a decline by the service itself can be, once, for 14 days, if the policy has `contest: on`.",
  review_claimed:
    "Another reviewer has claimed the review. Take another one, or wait until the claim ends, at most 15 minutes.",
  second_reviewer_required:
    "This person has proposed the decision. Another person has to confirm it, because the tenant asks for a second reviewer.",
  link_claimed:
    "Another device opened the link first. Continue there, or send `take_over` while nothing was captured.",
  consent_required: "The person has not consented, or has withdrawn consent. Record the consent first.",
  link_expired: "The link has expired, or its verification has ended. Create a new link.",
  handoff_expired:
    "The code has expired or was used, or its handoff has ended. Scan the code that the computer shows now.",
  idempotency_key_reused:
    "The `Idempotency-Key` was used for a call of this path with another body. Send the same bytes to repeat that call, or a new key.",
  idempotency_key_in_use:
    "The first request with this `Idempotency-Key` is still running. Repeat the call after `Retry-After`.",
  file_too_large: "The file has more than 10 MiB. `message` names the field.",
  request_timeout:
    "The body did not arrive within 30 s, or less than 4 KiB of it arrived in 10 s. Send it again.",
  request_too_large: "The upload has more than 25 MiB, or the JSON body more than 64 KiB.",
  misdirected_request:
    "The `Host` is not the one of this service. Call the service by the host of its `PUBLIC_URL`.",
  unsupported_media_type:
    "The `Content-Type` is wrong, or the body is compressed. Uploads are `multipart/form-data`, other bodies are `application/json` in UTF-8.",
  rate_limited:
    "Too many requests with this credential or from this address, or too many unbilled calls on this day. Wait for `Retry-After`.",
  too_many_attempts: "Too many liveness checks of this verification were not live. Wait for `Retry-After`.",
  internal_error:
    "The service failed. Nothing was stored, but an image that was processed counts as an attempt. Report the `request_id` to the operator.",
  service_unavailable:
    "The service is overloaded, or a part of it is not available. Repeat the call after `Retry-After`.",
};
