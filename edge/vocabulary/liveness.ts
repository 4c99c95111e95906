/** Strength of a liveness check, weakest first. A policy's mode is the weakest mode that is accepted. */
export const LIVENESS_MODES = ["passive", "burst", "challenge"] as const;
export type LivenessMode = (typeof LIVENESS_MODES)[number];

/** Strictness of the limits of a liveness check. */
export const LIVENESS_LEVELS = ["standard"] as const;
export type LivenessLevel = (typeof LIVENESS_LEVELS)[number];
