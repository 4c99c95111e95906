/** Strength of a liveness check, weakest first. A policy's mode is the least that is accepted. */
export const LIVENESS_MODES = ["passive", "burst", "challenge"] as const;
export type LivenessMode = (typeof LIVENESS_MODES)[number];

/** How strict the limits of a liveness check are. */
export const LIVENESS_LEVELS = ["standard"] as const;
export type LivenessLevel = (typeof LIVENESS_LEVELS)[number];
