import type { MiddlewareHandler } from "hono";
import { ApiError } from "../errors.ts";
import type { AppEnv } from "./context.ts";

/** Answers 404 to a path with a control character: no id and no customer's reference has one, and no store need see it. */
export const plainPath: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (/\p{Cc}/u.test(c.req.path)) throw new ApiError("not_found", "There is no such operation.");
  await next();
};
