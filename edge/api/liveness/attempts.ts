import { ApiError } from "../../errors.ts";
import type { Check } from "../check.ts";

/**
 * Makes a liveness check unless too many of the verification's came back not live lately: 429 `too_many_attempts`. Each
 * counts as such while it runs, so that checks made at once cannot slip by; one that is live, or fails, is taken back.
 */
export async function countingNotLive(
  { services, verification }: Check,
  check: () => Promise<{ readonly isLive: boolean; readonly response: Response }>,
): Promise<Response> {
  if (verification === null) return (await check()).response;
  const { limiter, limits } = services;
  const counter = `verification:${verification.id}`;
  const { allowed, resetMs } = await limiter.take(counter, [limits.notLive]);
  if (!allowed) {
    const retryAfter = Math.max(1, Math.ceil(resetMs / 1000));
    const message = "Too many liveness checks of this verification came back not live.";
    throw new ApiError("too_many_attempts", message, { retryAfter });
  }
  let counts = false;
  try {
    const { isLive, response } = await check();
    counts = !isLive;
    return response;
  } finally {
    if (!counts) await limiter.giveBack(counter, limits.notLive);
  }
}
