import type { Rule } from "../../../limits/sliding-window.ts";
import type { SignInRefusal } from "../../../operations/accounts/own-account.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

export type AttemptKind =
  | "sign_in"
  | "single_sign_on"
  | "sign_up"
  | "reset"
  | "set_password"
  | "link"
  | "profile"
  | "second_factor"
  | "invited"
  | "inviting";

/**
 * The response when an account has had too many attempts from all networks together. Attempts are rejected
 * only if the password is proven already: an attacker must not be able to lock an owner out.
 */
type Excess = "slow" | "silent" | "refuse";

interface AttemptRules {
  /** One account from one network, or from one browser that has signed in to it before. */
  readonly own: Rule;
  /** One subscriber's address, for any account. */
  readonly address: readonly [Rule, ...Rule[]];
  /** One account, from all networks together; browsers that have signed in before are not counted here. */
  readonly account?: { readonly rule: Rule; readonly excess: Excess };
}

/** Attempts in three minutes: for one account from one place, from one address, for one account. */
export const ATTEMPT_RULES: Readonly<Record<AttemptKind, AttemptRules>> = {
  sign_in: {
    own: { name: "sign_in", limit: 10, windowMs: 3 * MINUTE_MS },
    // A password is hashed for each: a burst would fill the queue.
    address: [
      { name: "sign_in_address", limit: 50, windowMs: 3 * MINUTE_MS },
      { name: "sign_in_burst", limit: 10, windowMs: 10 * SECOND_MS },
    ],
    account: excess("sign_in", 50, 3 * MINUTE_MS, "slow"),
  },
  // Each stores a row, or asks the provider.
  single_sign_on: each("single_sign_on", 50, 50),
  // Both send mail to an address that anyone can enter. Further links within the hour add nothing.
  sign_up: { ...each("sign_up", 5, 20), account: excess("sign_up", 5, 60 * MINUTE_MS, "silent") },
  reset: { ...each("reset", 3, 20), account: excess("reset", 5, 60 * MINUTE_MS, "silent") },
  // Each sends mail to a third party, and the inviter must learn that it was not sent.
  invited: { ...each("invited", 3, 50), account: excess("invited", 10, 60 * MINUTE_MS, "refuse") },
  inviting: each("inviting", 20, 50),
  set_password: each("set_password", 3, 20),
  // For a mailed link, and the form that it leads to.
  link: each("link", 20, 50),
  profile: { ...each("profile", 10, 50), account: excess("profile", 50, 3 * MINUTE_MS, "slow") },
  // These attempts have a proven password. Of a million codes three are valid at a time.
  second_factor: {
    ...each("second_factor", 10, 50, 15 * MINUTE_MS),
    account: excess("second_factor", 20, 15 * MINUTE_MS, "refuse"),
  },
};

/** An app's code is valid in its own 30 seconds and in those before and after. */
export const ONE_CODE: Rule = { name: "code", limit: 1, windowMs: 90 * SECOND_MS };

/** Audit entries of an account: an attacker must not fill a tenant's audit log. */
export const AUDITED: Readonly<Record<SignInRefusal, Rule>> = {
  wrong_password: { name: "audited_wrong_password", limit: 10, windowMs: 60 * MINUTE_MS },
  wrong_code: { name: "audited_wrong_code", limit: 10, windowMs: 60 * MINUTE_MS },
  second_factor_locked: { name: "audited_locked", limit: 1, windowMs: 15 * MINUTE_MS },
};

function each(name: AttemptKind, own: number, address: number, windowMs = 3 * MINUTE_MS): AttemptRules {
  return {
    own: { name, limit: own, windowMs },
    address: [{ name: `${name}_address`, limit: address, windowMs: 3 * MINUTE_MS }],
  };
}

function excess(name: AttemptKind, limit: number, windowMs: number, excess: Excess) {
  return { rule: { name: `${name}_account`, limit, windowMs }, excess };
}
