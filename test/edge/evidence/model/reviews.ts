import { pick, type Random } from "#lab/material/random.ts";
import {
  type Decision,
  RULINGS,
  type Ruling,
  SECOND_REVIEWER,
  type SecondReviewer,
} from "#vocabulary/verifications.ts";
import type { Contesting } from "./contests.ts";

/** A ruling that a person has made, or tries to make. */
export interface Ruled {
  readonly by: string;
  readonly ruling: Ruling;
}

/** Rulings and contests after a sequence, under a tenant's setting and with contests allowed or not. */
export interface Rulings {
  readonly secondReviewer: SecondReviewer;
  readonly contest: "on" | "off";
  readonly attempts: readonly (Ruled | Contesting)[];
}

const PEOPLE = ["ada", "ada", "ada", "bo", "cy"];
const MOST_RULINGS = 5;

export const drawRulings = (random: Random): Rulings => ({
  secondReviewer: pick(random, SECOND_REVIEWER),
  contest: random() < 0.7 ? "on" : "off",
  attempts: Array.from({ length: Math.floor(random() * (MOST_RULINGS + 1)) }, () =>
    random() < 0.3
      ? { kind: "contest", late: random() < 0.2 }
      : { by: pick(random, PEOPLE), ruling: pick(random, RULINGS) },
  ),
});

/** Whether a second person has to confirm the ruling (contract §3.9). */
const needsSecond = (setting: SecondReviewer, ruling: Ruling) =>
  setting === "all" || (setting === "approvals" && ruling === "approved");

/**
 * The decision that the accepted rulings, all but the last of them proposals, must have led to; null if they
 * have decided nothing yet.
 */
export function expectedRuling(setting: SecondReviewer, accepted: readonly Ruled[]): Ruling | null {
  const [before, last] = [accepted.at(-2), accepted.at(-1)];
  if (last === undefined) return null;
  const isConfirmed = before !== undefined && before.ruling === last.ruling && before.by !== last.by;
  return !needsSecond(setting, last.ruling) || isConfirmed ? last.ruling : null;
}

/** Whether a ruling after the accepted ones must be rejected: the person has made the proposal. */
export const isOwnProposal = (setting: SecondReviewer, accepted: readonly Ruled[], { by, ruling }: Ruled) =>
  needsSecond(setting, ruling) && accepted.at(-1)?.by === by;

/** The sentences on reviews that a decision breaks: what must never happen, in any order of the steps. */
export function brokenByReview(
  setting: SecondReviewer,
  accepted: readonly Ruled[],
  decision: Decision | null,
): string[] {
  const people = (ruling: Ruling) =>
    new Set(accepted.flatMap((each) => (each.ruling === ruling ? [each.by] : [])));
  const sentences: [string, boolean][] = [
    ["reviewed: a person ruled so", decision === null || decision === "review" || people(decision).size > 0],
    [
      "approved: with a second reviewer, two people ruled so",
      decision !== "approved" || setting === "off" || people("approved").size > 1,
    ],
    [
      "declined: with a second reviewer for all rulings, two people ruled so",
      decision !== "declined" || setting !== "all" || people("declined").size > 1,
    ],
  ];
  return sentences.flatMap(([sentence, holds]) => (holds ? [] : [sentence]));
}
