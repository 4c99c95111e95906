import ipaddr from "ipaddr.js";
import { sha256Hex } from "../../crypto/sha256.ts";
import { clientAddress } from "../../http/caller/client-address.ts";
import type { Rule } from "../../limits/sliding-window.ts";
import type { DashboardContext } from "./context.ts";
import { PageError } from "./page-error.ts";

const WINDOW_MS = 3 * 60_000;

type Kind =
  | "sign_in"
  | "sign_up"
  | "reset"
  | "invitation"
  | "profile"
  | "second_factor"
  | "invited"
  | "inviting";

/**
 * Maximum attempts in three minutes: for one account from any address, and from one address for any account.
 */
const RULES: Readonly<Record<Kind, { readonly account: Rule; readonly address: Rule }>> = {
  sign_in: rules("sign_in", 10, 50),
  sign_up: rules("sign_up", 5, 20),
  reset: rules("reset", 3, 20),
  invitation: rules("invitation", 20, 50),
  invited: rules("invited", 3, 50),
  inviting: rules("inviting", 20, 50),
  profile: rules("profile", 10, 50),
  second_factor: rules("second_factor", 10, 50),
};

/** An app's code is valid in its own 30 seconds and in those before and after. */
const ONE_CODE: Rule = { name: "code", limit: 1, windowMs: 90_000 };

function rules(name: Kind, account: number, address: number) {
  return {
    account: { name: `${name}_account`, limit: account, windowMs: WINDOW_MS },
    address: { name: `${name}_address`, limit: address, windowMs: WINDOW_MS },
  };
}

/**
 * Counts an attempt before its outcome is known, so that concurrent attempts cannot all pass; the count of a
 * successful attempt is taken back. Throws 429 after too many attempts, whether the account exists or not.
 */
export async function countAttempt(c: DashboardContext, kind: Kind, account: string) {
  const { limiter } = c.var.services;
  const address = clientAddress(c);
  const counted = [
    // With unknown addresses, strangers must not use up each other's attempts. The address is counted first:
    // an exhausted address must not use up an account's attempts.
    ...(address === null ? [] : [{ counter: `address:${networkOf(address)}`, rule: RULES[kind].address }]),
    { counter: `account:${await digest(account)}`, rule: RULES[kind].account },
  ];
  for (const { counter, rule } of counted) {
    const { allowed, resetMs } = await limiter.take(counter, [rule]);
    if (allowed) continue;
    c.header("Retry-After", String(Math.max(1, Math.ceil(resetMs / 1000))));
    throw new PageError(429, "Too many attempts. Wait three minutes and try again.");
  }
  return {
    async succeeded(): Promise<void> {
      await Promise.all(counted.map(({ counter, rule }) => limiter.giveBack(counter, rule)));
    },
  };
}

/**
 * Whether this code of a user's app is tried for the first time: an intercepted code must not work again (RFC
 * 6238, 5.2).
 */
export async function isNewCode(c: DashboardContext, userId: string, code: string): Promise<boolean> {
  const counter = `code:${await digest(`${userId} ${code}`)}`;
  return (await c.var.services.limiter.take(counter, [ONE_CODE])).allowed;
}

/**
 * The network of an address, which stands for one subscriber: with IPv6 a subscriber has a whole /64 (RFC
 * 6177).
 */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).join(":") : ip.toString();
}

/** A counter's name appears in logs and other stores, so it must not contain a person's address. */
const digest = (text: string): Promise<string> => sha256Hex(text);
