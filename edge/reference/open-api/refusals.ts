import type { Opened } from "../../auth/scopes.ts";
import type { ErrorCode } from "../../errors.ts";
import { isKeyed, type Operation } from "../../http/operation.ts";

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

/** Whether an operation asks for a credential, as everything under /v1 does. */
export const isGuarded = ({ path }: Operation) => path.startsWith("/v1/");

const isOfDevices = ({ session_token, link, handoff }: Opened) =>
  session_token !== undefined || link !== undefined || handoff !== undefined;

/**
 * Every code that an operation may answer: its own codes, and those that follow from its input and from who
 * may call it besides a secret key.
 */
export function refusalsOf(operation: Operation, opened: Opened): ReadonlySet<ErrorCode> {
  const { errors = [], method, json, form, query } = operation;
  if (!isGuarded(operation)) return new Set([...errors, ...ANY]);
  const body = json ? JSON_BODY : form ? FORM : NO_BODY;
  return new Set<ErrorCode>([
    ...CREDENTIALS,
    // Of the query, which every operation reads.
    "unknown_parameter",
    ...(isOfDevices(opened) ? (["origin_not_allowed"] as const) : []),
    ...(opened.link ? (["link_invalid", "link_expired"] as const) : []),
    ...(opened.handoff ? (["link_invalid", "handoff_expired"] as const) : []),
    ...(opened.session_token?.captures ? (["consent_required"] as const) : []),
    ...(method === "post" ? body : []),
    ...(isKeyed(operation) ? IDEMPOTENCY : []),
    // A device's calls that are not billed are bounded; billed ones are forms.
    ...(isKeyed(operation) && !form && isOfDevices(opened) ? (["limit_reached"] as const) : []),
    ...(query ? PARAMETERS : []),
    ...(query && "limit" in query.shape ? (["limit_out_of_range", "invalid_cursor"] as const) : []),
    ...errors,
    "rate_limited",
    ...ANY,
  ]);
}
