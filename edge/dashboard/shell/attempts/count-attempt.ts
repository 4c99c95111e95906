import type { Lane } from "../../../accounts/hash-queue.ts";
import { sha256Hex } from "../../../crypto/hashing.ts";
import { clientAddress, networksOf } from "../../../http/caller/client-address.ts";
import type { Counted, Rule } from "../../../limits/sliding-window.ts";
import { recordRefusedSignIn, type SignInRefusal } from "../../../operations/accounts/own-account.ts";
import { asVisitor, type DashboardContext, PageError } from "../context.ts";
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
  const { attempts } = c.var.services;
  const { own, address, account: whole } = ATTEMPT_RULES[kind];
  const browser = await knownBrowser(c, account);
  if (browser !== null) {
    const known = [{ counter: `browser:${await digest(account, browser)}`, rules: [own] }] as const;
    const [grant] = await attempts.take(known, "known");
    if (!grant!.allowed) refuse(c, grant!.resetMs);
    return attempt(known, { lane: "member" });
  }
  const told = clientAddress(c);
  const { subscriber, network } = told === null ? { subscriber: null, network: "" } : networksOf(told);
  // The address is counted first: one that is exhausted must not use up an account's attempts. With unknown
  // addresses, strangers must not use up each other's.
  const places: readonly Counted[] = [
    ...(subscriber === null ? [] : [{ counter: `address:${await digest(subscriber)}`, rules: address }]),
    { counter: `own:${await digest(account, network)}`, rules: [own] },
  ];
  const everywhere: readonly Counted[] =
    whole === undefined ? [] : [{ counter: `account:${await digest(account)}`, rules: [whole.rule] }];
  const grants = await attempts.take([...places, ...everywhere], "stranger");
  const { allowed, resetMs } = grants.at(-1)!;
  if (allowed) return attempt([...places, ...everywhere], {});
  const excess = grants.length > places.length ? whole!.excess : "refuse";
  if (excess === "refuse") refuse(c, resetMs);
  if (excess === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  return attempt(places, { isSilent: excess === "silent" });

  function attempt(counted: readonly Counted[], known: Partial<Omit<Attempt, "succeeded">>): Attempt {
    return { isSilent: false, lane: "stranger", ...known, succeeded: () => attempts.giveBack(counted) };
  }
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
  const [grant] = await c.var.services.attempts.take([{ counter, rules: [ONE_CODE] }], "known");
  return grant!.allowed;
}

/** A counter's name is kept beside its count, so it must not contain a person's address of either kind. */
const digest = (...texts: string[]): Promise<string> => sha256Hex(texts.join("\n"));

const MINUTE_MS = 60_000;

/** Entries of an account: a stranger must not fill a tenant's audit log. */
const TOLD: Readonly<Record<SignInRefusal, Rule>> = {
  wrong_password: { name: "told_wrong_password", limit: 10, windowMs: 60 * MINUTE_MS },
  wrong_code: { name: "told_wrong_code", limit: 10, windowMs: 60 * MINUTE_MS },
  second_factor_locked: { name: "told_locked", limit: 1, windowMs: 15 * MINUTE_MS },
};

/**
 * Tells the audit log that a sign-in was refused, after the answer: the time that an answer takes says
 * nothing of whether the address has an account.
 */
export async function tellRefusal(c: DashboardContext, email: string, reason: SignInRefusal): Promise<void> {
  const { attempts, background } = c.var.services;
  const counter = `told:${await sha256Hex(email)}`;
  const [told] = await attempts.take([{ counter, rules: [TOLD[reason]] }], "known");
  if (told?.allowed) background(recordRefusedSignIn(asVisitor(c), { email, reason }));
}

/** Runs a count of second factors, and tells the audit log when it locks the account's strangers out. */
export async function tellingLockOut<T>(
  c: DashboardContext,
  email: string,
  count: () => Promise<T>,
): Promise<T> {
  try {
    return await count();
  } catch (error) {
    if (error instanceof PageError && error.status === 429)
      await tellRefusal(c, email, "second_factor_locked");
    throw error;
  }
}
