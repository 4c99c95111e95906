import type { LivenessLevel } from "../../vocabulary/liveness.ts";

/** The limits of each `liveness_level`. */
export const LIVENESS_LIMITS = {
  standard: {
    /**
     * PAD score at and over which a single frame is clearly bona fide: there MiniFASNet's mean passed 0 of 13
     * attack sources (95 %: 0–25 %) and held back 10 of 102 live ones, whom a challenge lets through.
     */
    padLive: 0.5,
    /**
     * Beneath `padLive` down to here the score is grey; under it, it is bad, and a challenge is watched more
     * closely.
     */
    padGrey: 0.2,
    /**
     * `depthShown` between some two frames: what a print tilted by up to 30° did not reach on large faces.
     * Paper bent by 60° and swung about reached it in 2 of 9 bursts on faces with 40 px between the eyes.
     */
    depth: 0.06,
    /** Degrees of head turn, from the neutral frame. */
    turn: 15,
    /** Degrees of nod, from the neutral frame. */
    nod: 12,
    /**
     * Of `ExpressionChange`, each: more than any print showed, and more than the faces of six people showed
     * that turned by up to 15° or did something else (at most 0.06 and 0.064; for a smile 0.09 in 99 of 100).
     * Eyes only 18 px wide that close came to 0.13 and more of six people in seven.
     */
    closedEyes: 0.1,
    openedMouth: 0.07,
    smile: 0.1,
    /**
     * What turns, nods and depth are multiplied by after a bad PAD score: a flat picture that is swung about
     * fakes little.
     */
    scrutiny: 5 / 3,
  },
} as const satisfies Record<LivenessLevel, Record<string, number>>;

export type LivenessLimits = (typeof LIVENESS_LIMITS)[LivenessLevel];
