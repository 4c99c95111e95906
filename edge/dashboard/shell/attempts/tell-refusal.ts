import { sha256Hex } from "../../../crypto/hashing.ts";
import type { Rule } from "../../../limits/sliding-window.ts";
import { recordRefusedSignIn, type SignInRefusal } from "../../../operations/accounts/sign-ins.ts";
import { asVisitor } from "../acting.ts";
import type { DashboardContext } from "../context.ts";
import { PageError } from "../page-error.ts";

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
