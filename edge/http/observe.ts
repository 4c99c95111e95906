import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { ApiError } from "../core/errors.ts";
import type { Instance } from "../platform/figures.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { causes } from "./problem.ts";

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

/** The pattern of the handler; `none` where no handler stands for the path. */
const routeOf = (c: AppContext): string =>
  matchedRoutes(c)
    .map(({ path }) => path)
    .findLast((path) => !path.endsWith("*")) ?? "none";

function refusalOf(error: Error | undefined): string | undefined {
  if (error === undefined) return undefined;
  return causes(error).find((cause) => cause instanceof ApiError)?.code ?? "internal_error";
}
