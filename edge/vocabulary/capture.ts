/** Whether a person may, must or cannot go on with another device. */
export const HANDOFF_RULES = ["allow", "require", "off"] as const;
export type HandoffRule = (typeof HANDOFF_RULES)[number];
