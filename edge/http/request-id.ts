import type { MiddlewareHandler } from "hono";
import { newId } from "../ids.ts";
import type { AppEnv } from "./context.ts";

/** Gives the request, and every answer to it, a new `req_` id. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const id = newId("request", Date.now());
  c.set("requestId", id);
  await next();
  c.res.headers.set("X-Request-Id", id);
};
