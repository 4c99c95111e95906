import type { Access } from "../../auth/access.ts";
import type { Claim } from "../../auth/credentials.ts";
import type { Principal } from "../../auth/principal.ts";
import { ApiError } from "../../core/errors.ts";
import { isRead, rulesFor } from "../../limits/rules.ts";
import type { Grant } from "../../limits/sliding-window.ts";
import type { AppContext } from "../context.ts";
import { clientAddress, networksOf } from "./client-address.ts";

/**
 * The claim's principal, counted against its rate limits. A credential with our signature or tag, or one of
 * an earlier call, is counted while the database is read, independently of other credentials from its
 * address. Any other is likely made up: it is counted only after the database knows it, so that made-up keys
 * leave no counters. A caller that is rejected for now costs neither. From here on every answer carries the
 * state of the limit. Throws 429 `rate_limited` when the limit is used up.
 */
export async function admit(c: AppContext, claim: Claim, rate: Access["rate"]): Promise<Principal> {
  const { limiter, limits, refusedKeys } = c.var.services;
  const rules = rulesFor(claim.kind, { method: c.req.method, rate }, limits);
  const counter = (isRead(c.req) ? claim.readCounter : undefined) ?? claim.counter;
  const refused = limiter.refusal(counter, rules);
  if (refused !== null) enforce(c, refused);
  const count = () => limiter.take(counter, rules);
  if (!limiter.hasCounted(claim.counter) && !(await claim.isProven())) {
    const subscriber = subscriberOf(c);
    const excess = refusedKeys.excess(subscriber);
    if (excess !== null) enforce(c, excess, OF_THE_ADDRESS);
    const principal = await refusedKeys.ask(claim.counter, subscriber, () => claim.load());
    enforce(c, await count());
    return principal;
  }
  const [principal, grant] = await Promise.all([claim.load(), count()]);
  enforce(c, grant);
  return principal;
}

/**
 * Counts a caller that the database does not know. A secret with our tag is counted by itself, so that
 * guesses from its network cannot block it. Any other counts by its network or, if that is unknown, by the
 * first byte of the credential's digest: made-up ones use 256 counters, and block few others. Throws 429
 * `rate_limited`.
 */
export async function admitUnknown(c: AppContext, claim: Claim, rate: Access["rate"]): Promise<void> {
  const { limiter, limits } = c.var.services;
  const { kind, counter } = claim;
  const rules = rulesFor(kind, { method: c.req.method, rate }, limits);
  if (await claim.isProven()) return enforce(c, await limiter.take(counter, rules));
  const name = subscriberOf(c) ?? counter.slice(0, counter.indexOf(":") + 3);
  enforce(c, await limiter.take(`unknown:${name}`, rules), OF_THE_ADDRESS);
}

function subscriberOf(c: AppContext): string | null {
  const address = clientAddress(c);
  return address === null ? null : networksOf(address).subscriber;
}

const OF_THE_CREDENTIAL = "Too many requests with this credential.";
const OF_THE_ADDRESS =
  "Too many credentials that are not known came from this address: for now it shows no new one.";

function enforce(
  c: AppContext,
  { allowed, rule, remaining, resetMs }: Grant,
  message = OF_THE_CREDENTIAL,
): void {
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  c.header("RateLimit-Limit", String(rule.limit));
  c.header("RateLimit-Remaining", String(remaining));
  c.header("RateLimit-Reset", String(seconds));
  if (allowed) return;
  throw new ApiError("rate_limited", `${message} Repeat the call in ${seconds} s.`, { retryAfter: seconds });
}
