import type { Principal } from "../../auth/principal.ts";
import type { ErrorCode } from "../../core/errors.ts";
import type { Route } from "../../http/route.ts";

const CREDENTIALS: readonly ErrorCode[] = [
  "missing_credentials",
  "invalid_api_key",
  "api_key_revoked",
  "token_expired",
  "token_revoked",
  "token_invalid",
  "token_scope_insufficient",
];
const PARAMETERS: readonly ErrorCode[] = ["unknown_parameter", "invalid_parameter"];
const JSON_BODY: readonly ErrorCode[] = [
  "missing_parameter",
  ...PARAMETERS,
  "invalid_json",
  "request_timeout",
  "request_too_large",
  "unsupported_media_type",
];
const FORM: readonly ErrorCode[] = [
  "missing_parameter",
  ...PARAMETERS,
  "invalid_multipart",
  "empty_file",
  "unsupported_image_type",
  "image_unreadable",
  "image_too_small",
  "image_too_large",
  "image_not_processable",
  "file_too_large",
  "request_timeout",
  "request_too_large",
  "unsupported_media_type",
];
const NO_BODY: readonly ErrorCode[] = [...PARAMETERS, "invalid_json", "request_timeout", "request_too_large"];
const IDEMPOTENCY: readonly ErrorCode[] = [
  "invalid_parameter",
  "idempotency_key_reused",
  "idempotency_key_in_use",
];
const ANY: readonly ErrorCode[] = ["misdirected_request", "internal_error", "service_unavailable"];

/** The rejections that follow from a kind of caller. */
const OF_CALLERS: Readonly<Record<Principal["kind"], readonly ErrorCode[]>> = {
  secret_key: ["api_key_expired", "key_scope_insufficient", "network_not_allowed"],
  session_token: ["origin_not_allowed"],
  link: ["origin_not_allowed", "link_invalid", "link_expired"],
  handoff: ["origin_not_allowed", "link_invalid", "handoff_expired"],
};

/**
 * Every code that a route may answer: its own codes, and those that follow from its input and its callers.
 */
export function refusalsOf(route: Route): ReadonlySet<ErrorCode> {
  const { errors = [], callers, method, isKeyed, json, form, query } = route;
  if (callers === "anybody") return new Set([...errors, ...ANY]);
  const body = json ? JSON_BODY : form ? FORM : NO_BODY;
  const takesDevices = callers.some((kind) => kind !== "secret_key");
  return new Set<ErrorCode>([
    ...CREDENTIALS,
    // Of the query, which every route reads.
    "unknown_parameter",
    ...callers.flatMap((kind) => OF_CALLERS[kind]),
    ...(route.captures ? (["consent_required"] as const) : []),
    ...(method === "post" || method === "patch" ? body : []),
    ...(isKeyed ? IDEMPOTENCY : []),
    // A device's unbilled calls are limited; billed ones are forms.
    ...(isKeyed && !form && takesDevices ? (["limit_reached"] as const) : []),
    ...(query ? PARAMETERS : []),
    ...(query && "limit" in query.shape ? (["limit_out_of_range", "invalid_cursor"] as const) : []),
    ...errors,
    "rate_limited",
    ...ANY,
  ]);
}
