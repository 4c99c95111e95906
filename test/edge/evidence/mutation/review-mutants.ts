/** Broken rules on reviews: name, text in `review.ts`, replacement. */
export const REVIEW = [
  ["one person confirms their own proposal", "proposal?.by === by", "false"],
  ["no ruling needs a second person", "!CONFIRMED[secondReviewer].includes(ruling)", "true"],
  ["every ruling needs a second person", "!CONFIRMED[secondReviewer].includes(ruling)", "false"],
  ["approvals need no second person", `approvals: ["approved"]`, "approvals: []"],
  ["declines need a second person, too", `approvals: ["approved"]`, "approvals: RULINGS"],
  ["any second ruling confirms", "proposal?.ruling === ruling", "proposal !== null"],
  ["no ruling confirms", "proposal?.ruling === ruling", "false"],
  ["what is not in review is ruled on", "if (!awaitsReview(verification)) {", "if (false) {"],
  ["a proposal decides", "proposal: { ruling, reason, by, at: now },", "decision: ruling,"],
  [
    "a proposal is nobody's",
    "proposal: { ruling, reason, by, at: now }",
    `proposal: { ruling, reason, by: "", at: now }`,
  ],
] as const;
