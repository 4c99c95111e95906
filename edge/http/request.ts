import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { SettingsError } from "../../vocabulary/setting-faults.ts";
import { ApiError } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { outage, within } from "../core/outage.ts";
import type { Bindings } from "../env.ts";
import { identityOf } from "../platform/deployment.ts";
import type { Instance } from "../platform/figures.ts";
import type { Lifetime, Services } from "../services.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { causes } from "./problem.ts";

/** Gives the request, and every answer to it, a new `req_` id. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const id = newId("request", Date.now());
  c.set("requestId", id);
  await next();
  c.res.headers.set("X-Request-Id", id);
};

export type ServicesProvider = (bindings: Bindings, lifetime: Lifetime) => Promise<Services>;

/**
 * Gives each request its services. Invalid settings answer 503 `service_unavailable`, and the log names them.
 */
export function provide(provider: ServicesProvider): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("services", await provider(c.env, c.executionCtx).catch(refuse));
    await next();
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof SettingsError)) throw error;
  console.error(JSON.stringify({ event: "bad_settings", wrong: error.faults.join("; ") }));
  throw new ApiError(
    "service_unavailable",
    "The settings of the service are wrong. Its operator finds their names in the log.",
    { retryAfter: 60, cause: error },
  );
}

/**
 * Lets a call that may write finish if its caller hangs up and the platform would stop it: it then releases
 * its reservations, and the caller's next try gets its answer.
 */
export const finish: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") return next();
  const work = next();
  c.executionCtx.waitUntil(work.catch(ignore));
  await work;
};

/** The failure is handled by the code that awaits `work`. */
function ignore(): void {}

/**
 * Answers 503 `service_unavailable` if a request has not been answered within REQUEST_DEADLINE. Each
 * dependency has a timeout of its own. This one holds if they add up, and if a part without a timeout hangs.
 * The work continues after the answer, so that it releases its reservations.
 */
export const deadline: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { env, background } = c.var.services;
  const work = next();
  await within(env.REQUEST_DEADLINE * 1_000, work, () => {
    background(work);
    const message =
      "The request took too long. It may have taken effect: try again with its Idempotency-Key.";
    return outage("request", "it takes too long", { message, isUncertain: true });
  });
};

/** Counts every call with its route, its status and its time. */
export function observe(self: Instance): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("instance", self);
    const end = self.figures.begin();
    await next();
    const { method } = c.req;
    end({ method, route: routeOf(c), status: c.res.status, refusal: refusalOf(c.error) });
  };
}

/** The handler's pattern; `none` if no handler matches the path. */
const routeOf = (c: AppContext): string =>
  matchedRoutes(c)
    .map(({ path }) => path)
    .findLast((path) => !path.endsWith("*")) ?? "none";

function refusalOf(error: Error | undefined): string | undefined {
  if (error === undefined) return undefined;
  return causes(error).find((cause) => cause instanceof ApiError)?.code ?? "internal_error";
}

/** Probes call a process by its address. Their answer is the same for every caller. */
const FOR_PROBES = "/health";

/** Two years, for this host only: the operator's other hosts are not affected. */
const HSTS = `max-age=${2 * 365 * 24 * 60 * 60}`;

/**
 * Rejects a call whose `Host` is not this service's (421). Otherwise a page under any name that resolves to
 * this address would share the service's origin (DNS rebinding). If the public URL is https, every answer
 * carries HSTS (RFC 6797). Runs before everything that reads or answers.
 */
export const ownHost: MiddlewareHandler<AppEnv> = async (c, next) => {
  const identity = identityOf(c.env);
  if (identity === null) return next();
  const { publicUrl, answersTo } = identity;
  // Two `Host` headers are joined in the URL, which is then invalid.
  const isOurs = URL.canParse(c.req.url) && answersTo(new URL(c.req.url).hostname);
  if (c.req.path !== FOR_PROBES && !isOurs) {
    throw new ApiError(
      "misdirected_request",
      `The Host of this service is ${publicUrl.hostname}. Call it by that name, or set PUBLIC_URL to the name that you call.`,
    );
  }
  await next();
  if (publicUrl.protocol === "https:") c.res.headers.set("Strict-Transport-Security", HSTS);
};
