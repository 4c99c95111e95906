// Written by `npm run sdk:generate` from the OpenAPI document. Do not edit.

/** Every error code of the service with its HTTP status. */
export interface ErrorStatuses {
  /** A parameter, field or file that must be there is not. `param` names it. */
  readonly missing_parameter: 400;
  /** A parameter has a value that it may not have. `param` names it, the message says why. */
  readonly invalid_parameter: 400;
  /** The operation knows no parameter, field or file of this name. Check the spelling. */
  readonly unknown_parameter: 400;
  /** The body is not valid JSON in UTF-8. */
  readonly invalid_json: 400;
  /** The form is malformed, ends early, or has a part twice or of the wrong kind. */
  readonly invalid_multipart: 400;
  /** The cursor is not one of this list. Take `next_cursor` of the page before as it is. */
  readonly invalid_cursor: 400;
  /** `limit` is a whole number from 1 to 100. */
  readonly limit_out_of_range: 400;
  /** `ttl_seconds` is a whole number from 60 to 86400, and not over the tenant's own cap. */
  readonly ttl_out_of_range: 400;
  /** The service knows no such document type. The message lists those it knows. */
  readonly unsupported_document_type: 400;
  /** Images are JPEG, PNG or WebP, told by their content, and not animated. */
  readonly unsupported_image_type: 400;
  /** The image is damaged or cut off. Send it again, or take it again. */
  readonly image_unreadable: 400;
  /** The short side of an image is at least 200 pixels. */
  readonly image_too_small: 400;
  /** An image has at most 40 megapixels and 10,000 pixels a side. */
  readonly image_too_large: 400;
  /** The file has no content. */
  readonly empty_file: 400;
  /** No face was found in the image. Take it again, facing the camera. */
  readonly no_face_detected: 400;
  /** A second face is at least half as large as the largest one. Take the picture alone. */
  readonly multiple_faces_detected: 400;
  /** The face cannot be used; `issues` says why, and the message what to do. Take the picture again. */
  readonly face_quality_too_low: 400;
  /** The mode takes another number of frames, from `image_1` on without a gap. */
  readonly frame_count_invalid: 400;
  /** A check in the mode challenge needs a `challenge_token`. */
  readonly challenge_required: 400;
  /** The challenge token is not one of this tenant, mode and verification. */
  readonly challenge_invalid: 400;
  /** The challenge has expired: ask for a new one. It is good for 120 seconds. */
  readonly challenge_expired: 400;
  /** The challenge has been used already: ask for a new one. */
  readonly challenge_used: 400;
  /** The verification's policy asks for a stronger mode. */
  readonly liveness_mode_too_weak: 400;
  /** Send the header `Authorization: Bearer` with a secret key or session token. */
  readonly missing_credentials: 401;
  /** There is no such secret key. */
  readonly invalid_api_key: 401;
  /** The secret key has been revoked in the dashboard. */
  readonly api_key_revoked: 401;
  /** The session token has expired. Let your server mint a fresh one and try again. */
  readonly token_expired: 401;
  /** The session token has been revoked. Do not try again with it. */
  readonly token_revoked: 401;
  /** The session token is not one that the service has issued. */
  readonly token_invalid: 401;
  /** There is no such link, a newer one has replaced it, or the device's proof does not hold. Ask for a new link. */
  readonly link_invalid: 401;
  /** This month's usage cap is reached. Nothing was processed, nothing is billed. */
  readonly usage_cap_reached: 402;
  /** The operation needs a secret key; a session token may not call it. */
  readonly token_scope_insufficient: 403;
  /** The page that calls is of an origin that the tenant does not list. It is listed in the dashboard, exactly as browsers send it. */
  readonly origin_not_allowed: 403;
  /** The number is not the one that the computer shows, so the handoff has ended. Begin a new one on the computer. */
  readonly handoff_mismatch: 403;
  /** `customer_ref` is not that of the verification. */
  readonly verification_mismatch: 403;
  /** There is no such thing in this tenant and mode. */
  readonly not_found: 404;
  /** No face is registered for this `customer_ref`. */
  readonly registration_not_found: 404;
  /** A face is registered for this `customer_ref`. `replace=true` replaces it. */
  readonly registration_exists: 409;
  /** The faces were read by incompatible models. Register the face again. */
  readonly model_version_mismatch: 409;
  /** The verification is completed, expired or canceled, or takes no such result any more. */
  readonly verification_not_open: 409;
  /** Another device has opened the link first. Go on there; while nothing was captured, `take_over` continues here. */
  readonly link_claimed: 409;
  /** The person has not agreed to the consent text yet, or has withdrawn the agreement. */
  readonly consent_required: 409;
  /** As many of this kind exist as are allowed. Delete one first where that is possible, or ask the operator. */
  readonly limit_reached: 409;
  /** The link's time is over, or its verification has ended. The tenant can make a new one. */
  readonly link_expired: 410;
  /** The code is over, was used by another device, or its handoff has ended. Scan the one that the computer shows now. */
  readonly handoff_expired: 410;
  /** The Idempotency-Key was used for another request. Take a new key. */
  readonly idempotency_key_reused: 409;
  /** The first request with this Idempotency-Key still runs. Try again in a moment. */
  readonly idempotency_key_in_use: 409;
  /** A file has at most 10 MiB. The message names the field. */
  readonly file_too_large: 413;
  /** An upload has at most 25 MiB, a JSON body 64 KiB. */
  readonly request_too_large: 413;
  /** The body did not arrive within 30 s, or stood still for 10 s. Send it again. */
  readonly request_timeout: 408;
  /** Uploads are `multipart/form-data`, other bodies `application/json`. */
  readonly unsupported_media_type: 415;
  /** Processing this very image failed badly, and it is not tried again for ten minutes. Take another one. */
  readonly image_not_processable: 422;
  /** Too many requests with this credential. Wait as long as `Retry-After` says. */
  readonly rate_limited: 429;
  /** Too many liveness checks of this verification came back not live. Wait as `Retry-After` says. */
  readonly too_many_attempts: 429;
  /** Something went wrong on our side. Nothing was written; tell us the `request_id`. */
  readonly internal_error: 500;
  /** The service is overloaded or a part of it is away. Try again as `Retry-After` says. */
  readonly service_unavailable: 503;
}
