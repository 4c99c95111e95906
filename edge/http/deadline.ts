import type { MiddlewareHandler } from "hono";
import { outage, within } from "../outage.ts";
import type { AppEnv } from "./context.ts";

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
