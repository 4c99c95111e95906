import type { Policy } from "../../verification/policy.ts";

/** What each policy's `liveness_level` asks for. */
export const LIVENESS_LEVELS = {
  standard: {
    /**
     * PAD score at and over which a single frame is clearly bona fide: there MiniFASNet's mean passed 0 of 13 attack
     * sources (95 %: 0–25 %) and held back 10 of 102 live ones, whom a challenge lets through.
     */
    padLive: 0.5,
    /** Beneath `padLive` down to here the score is grey; under it, it is bad, and a challenge is watched more closely. */
    padGrey: 0.2,
    /** Degrees of head turn, from the neutral frame, that perform a challenge. */
    turn: 15,
    /** The same after a bad PAD score: a flat picture that is swung about fakes little yaw. */
    turnUnderScrutiny: 25,
  },
} as const satisfies Record<LivenessLevel, Record<string, number>>;

export type LivenessLevel = Policy["liveness_level"];
