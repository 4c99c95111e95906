import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";

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
