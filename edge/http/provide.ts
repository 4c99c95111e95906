import type { MiddlewareHandler } from "hono";
import { type Bindings, EnvError } from "../env.ts";
import { ApiError } from "../errors.ts";
import type { Lifetime, Services } from "../services.ts";
import type { AppEnv } from "./context.ts";

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
