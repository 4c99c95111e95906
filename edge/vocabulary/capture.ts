/** Whether a person may, must or cannot go on with another device. */
export const HANDOFF_RULES = ["allow", "require", "off"] as const;
export type HandoffRule = (typeof HANDOFF_RULES)[number];

/**
 * How a handoff stands: a code is shown; a phone has it; the phone goes on. The others are ends: the person
 * on the phone said no, a wrong number was sent, or the computer called it off.
 */
export const HANDOFF_STATES = ["waiting", "claimed", "moved", "declined", "mismatched", "canceled"] as const;
export type HandoffState = (typeof HANDOFF_STATES)[number];
