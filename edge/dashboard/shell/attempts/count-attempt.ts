import type { Lane } from "../../../accounts/hash-queue.ts";
import { sha256Hex } from "../../../crypto/sha256.ts";
import { clientAddress } from "../../../http/caller/client-address.ts";
import { networksOf } from "../../../http/caller/network.ts";
import type { Rule } from "../../../limits/sliding-window.ts";
import type { DashboardContext } from "../context.ts";
import { PageError } from "../page-error.ts";
import { ATTEMPT_RULES, type AttemptKind, ONE_CODE } from "./attempt-rules.ts";
import { knownBrowser } from "./known-browser.ts";

/** How long an attempt waits whose account has had too many. */
const SLOW_MS = 2_000;

/** An attempt that may be made. */
interface Attempt {
  /** Whether nothing may be sent: enough has been, and the page must not say so. */
  readonly isSilent: boolean;
  readonly lane: Lane;
  /** Takes the count of a successful attempt back. */
  succeeded(): Promise<void>;
}

interface Counted {
  readonly counter: string;
  readonly rules: readonly [Rule, ...Rule[]];
}

/**
 * Counts an attempt before its outcome is known, so that concurrent attempts cannot all pass. `account` is
 * the address, or what else is tried for. Throws 429 after too many attempts, whether the account exists or
 * not. A stranger's attempts count for the stranger's network, so that they do not keep the owner out.
 */
export async function countAttempt(
  c: DashboardContext,
  kind: AttemptKind,
  account: string,
): Promise<Attempt> {
  const { limiter } = c.var.services;
  const { own, address, account: whole } = ATTEMPT_RULES[kind];
  const browser = await knownBrowser(c, account);
  if (browser !== null) {
    const taken = await take(c, [{ counter: `browser:${await digest(account, browser)}`, rules: [own] }]);
    return attempt(taken, { lane: "member" });
  }
  const told = clientAddress(c);
  const { subscriber, network } = told === null ? { subscriber: null, network: "" } : networksOf(told);
  // The address is counted first: one that is exhausted must not use up an account's attempts. With unknown
  // addresses, strangers must not use up each other's.
  const taken = await take(c, [
    ...(subscriber === null ? [] : [{ counter: `address:${subscriber}`, rules: address }]),
    { counter: `own:${await digest(account, network)}`, rules: [own] },
  ]);
  if (whole === undefined) return attempt(taken, {});
  const counter = `account:${await digest(account)}`;
  const { allowed, resetMs } = await limiter.take(counter, [whole.rule]);
  if (allowed) return attempt([...taken, { counter, rules: [whole.rule] }], {});
  if (whole.excess === "refuse") refuse(c, resetMs);
  if (whole.excess === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  return attempt(taken, { isSilent: whole.excess === "silent" });

  function attempt(counted: readonly Counted[], known: Partial<Omit<Attempt, "succeeded">>): Attempt {
    const succeeded = async () => {
      const hits = counted.flatMap(({ counter, rules }) => rules.map((rule) => ({ counter, rule })));
      await Promise.all(hits.map(({ counter, rule }) => limiter.giveBack(counter, rule)));
    };
    return { isSilent: false, lane: "stranger", ...known, succeeded };
  }
}

/** Counts one after the other, and throws 429 at the first that is exhausted. */
async function take(c: DashboardContext, counted: readonly Counted[]): Promise<readonly Counted[]> {
  for (const { counter, rules } of counted) {
    const { allowed, resetMs } = await c.var.services.limiter.take(counter, rules);
    if (!allowed) refuse(c, resetMs);
  }
  return counted;
}

function refuse(c: DashboardContext, resetMs: number): never {
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  c.header("Retry-After", String(seconds));
  throw new PageError(429, `Too many attempts. Try again in ${inWords(seconds)}.`);
}

const inWords = (seconds: number) => (seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`);

/**
 * Whether this code of a user's app is tried for the first time: an intercepted code must not work again (RFC
 * 6238, 5.2).
 */
export async function isNewCode(c: DashboardContext, userId: string, code: string): Promise<boolean> {
  const counter = `code:${await digest(userId, code)}`;
  return (await c.var.services.limiter.take(counter, [ONE_CODE])).allowed;
}

/** A counter's name appears in logs and other stores, so it must not contain a person's address. */
const digest = (...texts: string[]): Promise<string> => sha256Hex(texts.join("\n"));
