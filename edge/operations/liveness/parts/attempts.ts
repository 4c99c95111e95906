import { ApiError } from "../../../errors.ts";
import type { Check } from "../../parts/open-check.ts";

/** A check that counts as not live while it runs, so that parallel checks cannot evade the limit. */
interface CountedAttempt {
  /** Takes the count back, once: for a check that is live, or has failed. */
  giveBack(): Promise<void>;
}

/**
 * Counts one check of a verification. Throws 429 `too_many_attempts` when too many recent checks were not
 * live.
 */
export async function countAttempt({ services, verification }: Check): Promise<CountedAttempt> {
  if (verification === null) return { giveBack: async () => {} };
  const { limiter, limits } = services;
  const counter = `verification:${verification.id}`;
  const { allowed, resetMs } = await limiter.take(counter, [limits.notLive]);
  if (!allowed) {
    const retryAfter = Math.max(1, Math.ceil(resetMs / 1000));
    const message = "Too many liveness checks of this verification came back not live.";
    throw new ApiError("too_many_attempts", message, { retryAfter });
  }
  let isHeld = true;
  return {
    async giveBack() {
      if (isHeld) await limiter.giveBack(counter, limits.notLive);
      isHeld = false;
    },
  };
}
