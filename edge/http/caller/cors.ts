import type { MiddlewareHandler } from "hono";
import type { SessionTokenPrincipal } from "../../auth/principal.ts";
import { isListed, isOrigin } from "../../capture-settings/origins.ts";
import { ApiError } from "../../core/errors.ts";
import type { AppContext, AppEnv } from "../context.ts";

/** Chromium caches a preflight's answer for two hours at most. */
const KEPT_SECONDS = 7_200;
const SENT_HEADERS = "Authorization, Content-Type, Idempotency-Key, If-None-Match";
const READ_HEADERS =
  "X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, ETag, Idempotent-Replayed";
const TOKEN = /^Bearer +svc_tok_/i;

const notAllowed = () =>
  new ApiError(
    "origin_not_allowed",
    "The tenant does not list this origin. It is listed in the dashboard, or by npm run admin -- tenants capture.",
  );

/**
 * CORS for the methods of a path that a session token may call (contract §13.6), without cookies. A preflight
 * carries no token, so it names no tenant: it is answered by its form alone, and neither costs a read nor
 * shows whose origin is listed. Of the call itself a page of any origin may read the answers that name no
 * tenant: those before its token is known, and the rejection of its origin by `assertOrigin`. Everything
 * after that is for listed origins.
 */
export function cors(methods: readonly string[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const wanted = c.req.method === "OPTIONS" ? c.req.header("access-control-request-method") : undefined;
    const method = wanted ?? c.req.method;
    if (!methods.includes(method === "HEAD" ? "GET" : method)) return next();
    if (wanted !== undefined) c.res = answerPreflight(c, wanted);
    else await next();
    const { headers } = c.res;
    headers.append("Vary", "Origin");
    const origin = c.req.header("origin");
    if (origin === undefined || !isOrigin(origin) || bringsKey(c)) return;
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Expose-Headers", READ_HEADERS);
  };
}

function answerPreflight(c: AppContext, method: string): Response {
  if (!isOrigin(c.req.header("origin") ?? "")) throw notAllowed();
  return c.body(null, 204, {
    "Access-Control-Allow-Methods": method,
    "Access-Control-Allow-Headers": SENT_HEADERS,
    "Access-Control-Max-Age": String(KEPT_SECONDS),
  });
}

/**
 * Whether the call carries another credential than a session token: no page may read a secret key's answers.
 */
function bringsKey(c: AppContext): boolean {
  const credential = c.req.header("authorization");
  return credential !== undefined && !TOKEN.test(credential);
}

/**
 * Throws 403 `origin_not_allowed` for a page's call with the token of a tenant that does not list the page's
 * origin. The service's own pages are always allowed. A caller without an origin is no page.
 */
export function assertOrigin(c: AppContext, { origins, scope }: SessionTokenPrincipal): void {
  const origin = c.req.header("origin");
  if (origin === undefined || origin === new URL(c.var.services.env.PUBLIC_URL).origin) return;
  if (!isListed(origins, origin, scope.mode)) throw notAllowed();
}

/**
 * Throws 403 `origin_not_allowed` for a call with a link or a code by any page but the service's own. As in
 * WebAuthn the browser's headers are trusted. A caller without them is no page.
 */
export function assertOwnPage(c: AppContext): void {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  const isOwn = origin === undefined || origin === new URL(c.var.services.env.PUBLIC_URL).origin;
  if (!isOwn || (site !== undefined && site !== "same-origin")) {
    throw new ApiError("origin_not_allowed", "Only the service's own page opens a link.");
  }
}
