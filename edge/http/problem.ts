import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { ApiError } from "../core/errors.ts";
import { identityOf } from "../platform/deployment.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { ERROR_TYPES, statusOf } from "./status.ts";

const PROBLEM_JSON = "application/problem+json";
/** `Retry-After` in seconds, for rejections without their own. */
const DEFAULT_RETRY_AFTER = 1;
const RETRYABLE: readonly number[] = [429, 503];

/**
 * Answers a rejection in the format that the client accepts (contract §9.1); a defect becomes a redacted 500.
 */
export const onError: ErrorHandler<AppEnv> = (error, c) => answer(c, toApiError(error, c));

/**
 * 404 for a path without a route; `meant` is the path that was probably meant, and `lacksId` says that it
 * ends where an id belongs.
 */
export const onNotFound = (c: AppContext, meant?: string, lacksId = false): Response => {
  const guess = meant === undefined ? "" : ` Did you mean ${meant}?`;
  const message =
    lacksId || c.req.path.includes("//")
      ? `The path has an empty part where an id belongs. Check the variable that you put there.${lacksId ? guess : ""}`
      : `There is no such path.${guess} GET /docs lists all operations.`;
  return answer(c, new ApiError("not_found", message));
};

function toApiError(error: Error, c: AppContext): ApiError {
  const refusal = causes(error).find((cause) => cause instanceof ApiError);
  if (refusal !== undefined) return refusal;
  if (error instanceof HTTPException && error.status === 400) {
    return new ApiError("invalid_json", "The body is not valid JSON. Check the serialisation.");
  }
  logDefect(error, c.var.requestId);
  return new ApiError(
    "internal_error",
    "The service has a defect. Give its operator this request_id: the log names the cause.",
  );
}

/**
 * Logs one line for a defect: error names and places in the code. Messages are left out, since they may hold
 * SQL and values.
 */
export function logDefect(error: unknown, requestId: string): void {
  const chain = causes(error).map(({ name, stack }) => {
    const at = (stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
    return { name, at: at.map((line) => line.trim()) };
  });
  console.error(JSON.stringify({ event: "defect", request_id: requestId, error: chain }));
}

/** An error and its causes, outermost first: a library may have wrapped a rejection. */
export function causes(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let cause = error; cause instanceof Error && chain.length < 5; cause = cause.cause) chain.push(cause);
  return chain;
}

function answer(c: AppContext, error: ApiError): Response {
  const status = statusOf(error);
  const headers = new Headers({ "Cache-Control": "no-store", Vary: "Accept" });
  if (status === 401) {
    const detail = error.code === "missing_credentials" ? "" : `, error="invalid_token"`;
    headers.set("WWW-Authenticate", `Bearer realm="selfsame"${detail}`);
  }
  if (error.retryAfter !== undefined || RETRYABLE.includes(status)) {
    headers.set("Retry-After", String(error.retryAfter ?? DEFAULT_RETRY_AFTER));
  }
  if (error.allow !== undefined) headers.set("Allow", error.allow.join(", "));
  const asProblem = c.req.header("accept")?.includes(PROBLEM_JSON) ?? false;
  headers.set("Content-Type", asProblem ? PROBLEM_JSON : "application/json");
  const body = asProblem ? toProblem(error, c) : { error: toBody(error, c) };
  return c.newResponse(JSON.stringify(body), { status, headers });
}

const docUrl = (code: string, c: AppContext) =>
  new URL(`/docs#${code}`, identityOf(c.env)?.publicUrl ?? c.req.url).href;

function toBody(error: ApiError, c: AppContext) {
  return {
    type: ERROR_TYPES[statusOf(error)],
    code: error.code,
    message: error.message,
    ...(error.param === undefined ? {} : { param: error.param }),
    ...(error.issues === undefined ? {} : { issues: error.issues }),
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    request_id: c.var.requestId,
    doc_url: docUrl(error.code, c),
  };
}

/** RFC 9457. */
function toProblem(error: ApiError, c: AppContext) {
  return {
    type: docUrl(error.code, c),
    title: error.code.replaceAll("_", " "),
    status: statusOf(error),
    detail: error.message,
    code: error.code,
    ...(error.param === undefined ? {} : { param: error.param }),
    ...(error.issues === undefined ? {} : { issues: error.issues }),
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    request_id: c.var.requestId,
  };
}
