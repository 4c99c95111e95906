import type { ErrorCode } from "../../core/errors.ts";

/** The meaning of each code and the caller's remedy: the text behind `doc_url`. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, string>> = {
  missing_parameter: "A parameter, field or file that must be there is not. `param` names it.",
  invalid_parameter: "A parameter has a value that it may not have. `param` names it, the message says why.",
  unknown_parameter: "The operation knows no parameter, field or file of this name. Check the spelling.",
  invalid_json: "The body is not valid JSON in UTF-8.",
  invalid_multipart: "The form is malformed, ends early, or has a part twice or of the wrong kind.",
  invalid_cursor: "The cursor is not one of this list. Take `next_cursor` of the page before as it is.",
  limit_out_of_range: "`limit` is a whole number from 1 to 100.",
  ttl_out_of_range: "`ttl_seconds` is a whole number from 60 to 86400, and not over the tenant's own cap.",
  unsupported_document_type: "The service knows no such document type. The message lists those it knows.",
  unsupported_image_type: "Images are JPEG, PNG or WebP, told by their content, and not animated.",
  image_unreadable: "The image is damaged or cut off. Send it again, or take it again.",
  image_too_small: "The short side of an image is at least 200 pixels.",
  image_too_large: "An image has at most 40 megapixels and 10,000 pixels a side.",
  image_not_processable:
    "Processing this very image failed badly, and it is not tried again for ten minutes. Take another one.",
  empty_file: "The file has no content.",
  no_face_detected: "No face was found in the image. Take it again, facing the camera.",
  multiple_faces_detected:
    "A second face is at least half as large as the largest one. Take the image alone.",
  face_quality_too_low:
    "The face cannot be used; `issues` says why, and the message what to do. Take the image again.",
  frame_count_invalid: "The mode takes another number of frames, from `image_1` on without a gap.",
  challenge_required: "A check in the mode challenge needs a `challenge_token`.",
  challenge_invalid: "The challenge token is not one of this tenant, mode and verification.",
  challenge_expired: "The challenge has expired: ask for a new one. It is good for 120 seconds.",
  challenge_used: "The challenge has been used already: ask for a new one.",
  liveness_mode_too_weak: "The verification's policy asks for a stronger mode.",
  missing_credentials: "Send the header `Authorization: Bearer` with a secret key or session token.",
  invalid_api_key: "There is no such secret key.",
  api_key_revoked: "The secret key has been revoked in the dashboard.",
  token_expired: "The session token has expired. Let your server mint a fresh one and try again.",
  token_revoked: "The session token has been revoked. Do not try again with it.",
  token_invalid: "The session token is not one that the service has issued.",
  link_invalid:
    "There is no such link, a newer one has replaced it, or the device's proof does not hold. Ask for a new link.",
  usage_cap_reached: "This month's usage cap is reached. Nothing was processed, nothing is billed.",
  token_scope_insufficient: "The operation needs a secret key; a session token may not call it.",
  origin_not_allowed:
    "The page that calls is of an origin that the tenant does not list. It is listed in the dashboard, exactly as browsers send it.",
  handoff_mismatch:
    "The number is not the one that the computer shows, so the handoff has ended. Begin a new one on the computer.",
  verification_mismatch: "`customer_ref` is not that of the verification.",
  not_found: "There is no such thing in this tenant and mode.",
  registration_not_found: "No face is registered for this `customer_ref`.",
  limit_reached:
    "As many of this kind were made as are allowed: the message says of what. Delete one first where that is possible, create a new verification where it is one's links, handoffs or calls, or ask the operator.",
  registration_exists: "A face is registered for this `customer_ref`. `replace=true` replaces it.",
  model_version_mismatch: "The faces were read by incompatible models. Register the face again.",
  verification_not_open:
    "The verification is completed, expired or canceled, or takes no such result any more.",
  link_claimed:
    "Another device has opened the link first. Go on there; while nothing was captured, `take_over` continues here.",
  consent_required: "The person has not agreed to the consent text yet, or has withdrawn the agreement.",
  link_expired: "The link's time is over, or its verification has ended. The tenant can make a new one.",
  handoff_expired:
    "The code is over, was used by another device, or its handoff has ended. Scan the one that the computer shows now.",
  idempotency_key_reused: "The Idempotency-Key was used for another request. Take a new key.",
  idempotency_key_in_use: "The first request with this Idempotency-Key still runs. Try again in a moment.",
  file_too_large: "A file has at most 10 MiB. The message names the field.",
  request_timeout: "The body did not arrive within 30 s, or less than 4 KiB of it in 10 s. Send it again.",
  request_too_large: "An upload has at most 25 MiB, a JSON body 64 KiB.",
  misdirected_request:
    "The `Host` is not this service's. Call it by the name of its `PUBLIC_URL`; a local stack by this machine's names, too.",
  unsupported_media_type: "Uploads are `multipart/form-data`, other bodies `application/json`.",
  rate_limited:
    "Too many requests with this credential, or too many unknown credentials from its address, or as many calls that are not billed on this day as the usage cap allows. Wait as long as `Retry-After` says.",
  too_many_attempts:
    "Too many liveness checks of this verification came back not live. Wait as `Retry-After` says.",
  internal_error: "Something went wrong on our side. Nothing was written; tell us the `request_id`.",
  service_unavailable: "The service is overloaded or a part of it is away. Try again as `Retry-After` says.",
};
