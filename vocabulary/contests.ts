/** Whether a declined person may ask for a decision by a human. */
export const CONTEST_RULES = ["off", "on"] as const;

/** How a contest stands: not decided yet, or the decline was upheld or overturned. */
export const CONTEST_STATES = ["open", "upheld", "overturned"] as const;
export type ContestState = (typeof CONTEST_STATES)[number];
