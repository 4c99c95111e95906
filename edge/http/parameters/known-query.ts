import type { MiddlewareHandler } from "hono";
import { ApiError } from "../../errors.ts";
import type { AppEnv } from "../context.ts";

/**
 * Refuses what stands after the `?` and the route does not know, as a field of a body is refused: a misspelt
 * filter would list everything, and a field of the body does nothing in the address.
 */
export function knownQuery(names: readonly string[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const unknown = Object.keys(c.req.queries()).find((name) => !names.includes(name));
    if (unknown !== undefined) throw refusal(unknown, names);
    await next();
  };
}

function refusal(param: string, names: readonly string[]): ApiError {
  const allowed = names.length === 0 ? "nothing" : `${names.join(", ")} and nothing else`;
  return new ApiError("unknown_parameter", `This operation takes ${allowed} after the "?".`, { param });
}
