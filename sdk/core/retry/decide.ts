import type { ErrorCode } from "../error.ts";
import { BACKOFF, RETRIES } from "./rules.ts";

interface Situation {
  readonly code: ErrorCode;
  /** Seconds, as the answer says. */
  readonly retryAfter: number | undefined;
  /** The codes of the failures before this one. */
  readonly earlier: readonly ErrorCode[];
  readonly sendsPictures: boolean;
  readonly maxRetries: number;
  /** Milliseconds until the call's deadline. */
  readonly remaining: number;
  /** From 0 to 1: callers that failed together shall not come back together. */
  readonly random: number;
}

/** Milliseconds to wait before the call is made again; undefined where the failure is final. */
export function waitBeforeRetry(situation: Situation): number | undefined {
  const { code, earlier, maxRetries, remaining } = situation;
  const rule = RETRIES[code];
  if (rule === undefined || (rule.notWithPictures && situation.sendsPictures)) return undefined;
  if (maxRetries === 0 && rule.wait !== "at_once") return undefined;
  const made = earlier.filter((each) =>
    rule.most === undefined ? RETRIES[each]?.most === undefined : each === code,
  ).length;
  if (made >= (rule.most ?? maxRetries)) return undefined;
  const wait = rule.wait === "at_once" ? 0 : waitOf(rule.wait, made, situation);
  return wait < remaining ? wait : undefined;
}

function waitOf(wait: "retry_after" | "backoff", made: number, { retryAfter, random }: Situation): number {
  // Never sooner than the service asks, and up to a quarter later.
  if (wait === "retry_after" && retryAfter !== undefined) return retryAfter * 1_000 * (1 + random / 4);
  return Math.min(BACKOFF.longest, BACKOFF.first * 2 ** made) * (0.5 + random / 2);
}
