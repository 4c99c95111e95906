/**
 * The states of an external check (contract §3.13). `pending`: the tenant's server has not answered. A check
 * that it did not answer in time is in `review` or has `failed`, as the policy says.
 */
export const CHECK_STATUSES = ["pending", "passed", "review", "failed"] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** The answers that a tenant's server gives to a check. `passed` lifts no finding. */
export const CHECK_OUTCOMES = ["passed", "review", "failed"] as const satisfies readonly CheckStatus[];
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

/**
 * What follows if no answer arrives before the deadline: a person decides, or the verification is declined.
 */
export const DEADLINE_RULES = ["review", "decline"] as const;

/** What follows if a document is known: from another end user, or from the block list. */
export const KNOWN_RULES = ["off", "review", "decline"] as const;
export type KnownRule = (typeof KNOWN_RULES)[number];

/** The tenant's lists (contract §3.15). */
export const LISTS = ["block", "allow"] as const;
export type ListName = (typeof LISTS)[number];

/** What an item of a list is: a document by its state and number, or a face by its registration. */
export const LIST_KINDS = ["document", "face"] as const;
