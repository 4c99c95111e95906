import type { LivenessLevel } from "../../../vocabulary/enumerations.ts";

/** The limits of each `liveness_level`. */
export const LIVENESS_LIMITS = {
  standard: {
    /**
     * PAD score at and above which a single frame passes as bona fide. There MiniFASNet's mean accepted 0 of
     * 13 attack sources (95 % confidence: 0–25 %) and rejected 10 of 102 live ones, who can pass by a
     * challenge.
     */
    padLive: 0.5,
    /**
     * Scores from here up to `padLive` are inconclusive; lower ones fail, and a challenge then has stricter
     * limits.
     */
    padInconclusive: 0.2,
    /**
     * Minimum `depthShown` between some two frames: prints of large faces, tilted by up to 30°, did not reach
     * it. Paper bent by 60° and swung about reached it in 2 of 9 bursts of faces with 40 px between the eyes.
     */
    depth: 0.06,
    /** Minimum head turn from the neutral frame, in degrees. */
    turn: 15,
    /** Minimum nod from the neutral frame, in degrees. */
    nod: 12,
    /**
     * Minimum of each `ExpressionChange`: more than any print showed, and more than the faces of six people
     * showed who turned by up to 15° or did another action (at most 0.06 and 0.064; for a smile 0.09 in 99 of
     * 100). Closing eyes only 18 px wide reached 0.13 or more in six people of seven.
     */
    closedEyes: 0.1,
    openedMouth: 0.07,
    smile: 0.1,
    /**
     * The factor on turns, nods and depth after a failing PAD score: a flat image that is moved about shows
     * only small movements.
     */
    scrutiny: 5 / 3,
  },
} as const satisfies Record<LivenessLevel, Record<string, number>>;

export type LivenessLimits = (typeof LIVENESS_LIMITS)[LivenessLevel];
