import { ApiError } from "../errors.ts";
import type { AppContext } from "../http/context.ts";
import { rulesFor } from "../limits/rules.ts";
import type { Grant } from "../limits/sliding-window.ts";
import type { Principal } from "./principal.ts";

/** Who the caller says to be, before the database was asked. */
export interface Claim {
  readonly kind: Principal["kind"];
  /** Name of the credential's counter. */
  readonly counter: string;
  /** Whether a signature has shown that we issued the credential. */
  readonly proven: boolean;
  /** Asks the database; throws the 401 that the credential deserves. */
  load(): Promise<Principal>;
}

const MOST_REMEMBERED = 10_000;
/** Keys that this isolate has let in: others are counted only once they are known, so that made-up ones leave nothing. */
const known = new Set<string>();

/**
 * The claim's principal, counted against its rate limits while the database is asked. Every answer from here on tells how
 * the limit stands; 429 `rate_limited` when it is used up.
 */
export async function admit(c: AppContext, claim: Claim): Promise<Principal> {
  const { limiter, limits } = c.var.services;
  const count = () => limiter.take(claim.counter, rulesFor(claim.kind, c.req, limits));
  if (!claim.proven && !known.has(claim.counter)) {
    const principal = await claim.load();
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.add(claim.counter);
    enforce(c, await count());
    return principal;
  }
  const [principal, grant] = await Promise.all([claim.load(), count()]);
  enforce(c, grant);
  return principal;
}

function enforce(c: AppContext, { allowed, rule, remaining, resetMs }: Grant): void {
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  c.header("RateLimit-Limit", String(rule.limit));
  c.header("RateLimit-Remaining", String(remaining));
  c.header("RateLimit-Reset", String(seconds));
  if (allowed) return;
  throw new ApiError("rate_limited", "Too many requests with this credential.", { retryAfter: seconds });
}
