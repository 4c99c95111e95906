import type { MiddlewareHandler } from "hono";
import { ApiError } from "../../errors.ts";
import type { AppEnv } from "../context.ts";
import type { Operation } from "../operation.ts";

/**
 * Refuses what stands after the `?` and the operation does not know, as a field of a body is refused: a
 * misspelt filter would list everything, and a field of the body does nothing in the address. What no
 * operation stands for is left to the router.
 */
export function knownQuery(operations: readonly Operation[]): MiddlewareHandler<AppEnv> {
  const known = operations.map(({ method, path, query }) => ({
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`),
    names: Object.keys(query?.shape ?? {}),
  }));
  return async (c, next) => {
    const shown = Object.keys(c.req.queries());
    if (shown.length > 0) {
      const method = c.req.method === "HEAD" ? "GET" : c.req.method;
      const operation = known.find((each) => each.method === method && each.path.test(c.req.path));
      const unknown = shown.find((name) => operation?.names.includes(name) === false);
      if (operation !== undefined && unknown !== undefined) throw refusal(unknown, operation.names);
    }
    await next();
  };
}

function refusal(param: string, names: readonly string[]): ApiError {
  const allowed = names.length === 0 ? "nothing" : `${names.join(", ")} and nothing else`;
  return new ApiError("unknown_parameter", `This operation takes ${allowed} after the "?".`, { param });
}
