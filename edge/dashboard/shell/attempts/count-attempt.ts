import type { Lane } from "../../../accounts/hash-queue.ts";
import { sha256Hex } from "../../../crypto/hashing.ts";
import { clientAddress, networksOf } from "../../../http/caller/client-address.ts";
import type { Counted } from "../../../limits/sliding-window.ts";
import { recordRefusedSignIn, type SignInRefusal } from "../../../operations/accounts/own-account.ts";
import { asVisitor, type DashboardContext, PageError } from "../context.ts";
import { ATTEMPT_RULES, type AttemptKind, AUDITED, ONE_CODE } from "./attempt-rules.ts";
import { knownBrowser } from "./known-browser.ts";

/** How long an attempt waits if its account has had too many. */
const SLOW_MS = 2_000;

/** An attempt that may be made. */
interface Attempt {
  /** Whether nothing may be sent: the limit is reached, and the page must not show it. */
  readonly isSilent: boolean;
  readonly lane: Lane;
  /** Removes the count of a successful attempt. */
  succeeded(): Promise<void>;
}

/**
 * Counts an attempt before its outcome is known, so that concurrent attempts cannot all pass. `account` is
 * the address, or another object of the attempt. Throws 429 after too many attempts, whether the account
 * exists or not. An unknown browser's attempts count for its network, so that they do not lock the owner out.
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
  const clientIp = clientAddress(c);
  const { subscriber, network } =
    clientIp === null ? { subscriber: null, network: "" } : networksOf(clientIp);
  // The address is counted first: an exhausted address must not use up an account's attempts. If addresses
  // are unknown, visitors must not use up each other's.
  const places: readonly Counted[] = [
    ...(subscriber === null ? [] : [{ counter: `address:${await digest(subscriber)}`, rules: address }]),
    { counter: `own:${await digest(account, network)}`, rules: [own] },
  ];
  const everywhere: readonly Counted[] =
    whole === undefined ? [] : [{ counter: `account:${await digest(account)}`, rules: [whole.rule] }];
  const grants = await attempts.take([...places, ...everywhere], "unknown");
  const { allowed, resetMs } = grants.at(-1)!;
  if (allowed) return attempt([...places, ...everywhere], {});
  const excess = grants.length > places.length ? whole!.excess : "refuse";
  if (excess === "refuse") refuse(c, resetMs);
  if (excess === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  return attempt(places, { isSilent: excess === "silent" });

  function attempt(counted: readonly Counted[], known: Partial<Omit<Attempt, "succeeded">>): Attempt {
    return { isSilent: false, lane: "anonymous", ...known, succeeded: () => attempts.undo(counted) };
  }
}

function refuse(c: DashboardContext, resetMs: number): never {
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  c.header("Retry-After", String(seconds));
  throw new PageError(429, `Too many attempts. Try again in ${inWords(seconds)}.`);
}

const inWords = (seconds: number) => (seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`);

/**
 * Whether this code of a user's app is used for the first time: an intercepted code must not work again (RFC
 * 6238, 5.2).
 */
export async function isNewCode(c: DashboardContext, userId: string, code: string): Promise<boolean> {
  const counter = `code:${await digest(userId, code)}`;
  const [grant] = await c.var.services.attempts.take([{ counter, rules: [ONE_CODE] }], "known");
  return grant!.allowed;
}

/** A counter's name is stored with its count, so it must contain neither an e-mail nor an IP address. */
const digest = (...texts: string[]): Promise<string> => sha256Hex(texts.join("\n"));

/**
 * Audits a rejected sign-in after the answer: otherwise the answer's duration would show whether the address
 * has an account.
 */
export async function auditRefusal(c: DashboardContext, email: string, reason: SignInRefusal): Promise<void> {
  const { attempts, background } = c.var.services;
  const counter = `audited:${await digest(email)}`;
  const [grant] = await attempts.take([{ counter, rules: [AUDITED[reason]] }], "known");
  if (grant?.allowed) background(recordRefusedSignIn(asVisitor(c), { email, reason }));
}

/** Runs a count of second factors, and audits when it locks unknown browsers out of the account. */
export async function auditingLockOut<T>(
  c: DashboardContext,
  email: string,
  count: () => Promise<T>,
): Promise<T> {
  try {
    return await count();
  } catch (error) {
    if (error instanceof PageError && error.status === 429)
      await auditRefusal(c, email, "second_factor_locked");
    throw error;
  }
}
