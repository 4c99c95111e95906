import type { ErrorCode } from "./error.ts";

interface Situation {
  readonly code: ErrorCode;
  /** Seconds, from the answer. */
  readonly retryAfter: number | undefined;
  /** The codes of the failures before this one. */
  readonly earlier: readonly ErrorCode[];
  readonly sendsImages: boolean;
  readonly maxRetries: number;
  /** Milliseconds until the call's deadline. */
  readonly remaining: number;
  /** From 0 to 1: callers that failed together must not retry together. */
  readonly random: number;
}

/** Milliseconds to wait before the next attempt; undefined if the failure is final. */
export function waitBeforeRetry(situation: Situation): number | undefined {
  const { code, earlier, maxRetries, remaining } = situation;
  const rule = RETRIES[code];
  if (rule === undefined || (rule.notWithImages && situation.sendsImages)) return undefined;
  if (maxRetries === 0 && rule.wait !== "at_once") return undefined;
  const made = earlier.filter((each) =>
    rule.most === undefined ? RETRIES[each]?.most === undefined : each === code,
  ).length;
  if (made >= (rule.most ?? maxRetries)) return undefined;
  const wait = rule.wait === "at_once" ? 0 : waitOf(rule.wait, made, situation);
  return wait < remaining ? wait : undefined;
}

function waitOf(wait: "retry_after" | "backoff", made: number, { retryAfter, random }: Situation): number {
  // Never sooner than the service asks, and up to 25 % later.
  if (wait === "retry_after" && retryAfter !== undefined) return retryAfter * 1_000 * (1 + random / 4);
  return Math.min(BACKOFF.longest, BACKOFF.first * 2 ** made) * (0.5 + random / 2);
}

/** When a call is made again after a failure. The same call always carries the same Idempotency-Key. */
interface RetryRule {
  /**
   * `retry_after`: as long as the answer says, or by backoff if it does not. `at_once`: with a fresh
   * credential.
   */
  readonly wait: "retry_after" | "backoff" | "at_once";
  /** Retries of this failure alone. By default `maxRetries` limits all failures together. */
  readonly most?: number;
  /** A call that sends images is not made again. */
  readonly notWithImages?: true;
}

// All others are final: the same call would fail again, or a person must change something
// (`too_many_attempts`, a rejected capture).
/** The failures after which a call is made again. */
export const RETRIES: Readonly<Partial<Record<ErrorCode, RetryRule>>> = {
  connection_failed: { wait: "backoff" },
  timed_out: { wait: "backoff" },
  bad_gateway: { wait: "retry_after" },
  request_timeout: { wait: "backoff" },
  rate_limited: { wait: "retry_after" },
  service_unavailable: { wait: "retry_after" },
  // An image that an inference worker analysed counts as an attempt of the person, although the call failed.
  internal_error: { wait: "backoff", notWithImages: true },
  // The first try of this very call still runs: its answer is waited for, up to the deadline.
  idempotency_key_in_use: { wait: "retry_after", most: 60 },
  // Once: a second rejection means that the provider hands out expired tokens.
  token_expired: { wait: "at_once", most: 1 },
};

/** Milliseconds. */
export const BACKOFF = { first: 500, longest: 8_000 } as const;
