/** A tenant's two worlds, which share nothing. */
export const MODES = ["live", "test"] as const;
