import type { MiddlewareHandler } from "hono";
import { ApiError } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { outage, within } from "../core/outage.ts";
import { type Bindings, EnvError } from "../env.ts";
import type { Lifetime, Services } from "../services.ts";
import type { AppEnv } from "./context.ts";

/** Gives the request, and every answer to it, a new `req_` id. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  // For the path `/*` itself Hono runs the handlers of all paths twice.
  const id = c.var.requestId ?? newId("request", Date.now());
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
  if (!(error instanceof EnvError)) throw error;
  console.error(JSON.stringify({ event: "bad_settings", wrong: error.message }));
  throw new ApiError("service_unavailable", "The service is not set up.", { retryAfter: 60, cause: error });
}

/**
 * Lets a call that may write run to its end when its caller hangs up, where a platform would stop it: so it
 * gives back what it holds, and its answer can be told to the caller's next try.
 */
export const finish: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") return next();
  const work = next();
  c.executionCtx.waitUntil(work.catch(ignore));
  await work;
};

/** The failure is told where `work` is awaited. */
function ignore(): void {}

/**
 * Answers 503 `service_unavailable` when a request has not been answered within REQUEST_DEADLINE. Each part
 * has a time of its own; this one holds where they add up, and where a part hangs that has none. The work
 * under way goes on after the answer, so that it gives back what it holds.
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
