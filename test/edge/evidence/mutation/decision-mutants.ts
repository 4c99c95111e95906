/** Changes of `external-checks.ts`: a name, a text, and what it becomes. */
export const EXTERNAL_CHECKS = [
  ["checks are requested while a step is open", "|| !isSettled) return", ") return"],
  ["checks are requested for what has passed only", `"passed" || status === "review")`, `"passed")`],
  ["checks are requested again and again", "if (checks !== null || policy", "if (policy"],
  [
    "a check that the policy does not name is awaited",
    "if (!policy.external_checks?.some",
    "if (false && policy.external_checks?.some",
  ],
  ["an answer is taken twice", `if (asked.status !== "pending")`, "if (false)"],
  ["a late answer is taken", "if (asked.deadline <= now)", "if (false)"],
  ["every answer is passed", "status: outcome, answeredAt", `status: "passed" as const, answeredAt`],
  ["an answer is of all checks", "check === asked ? answered : check", "answered"],
  ["a deadline passes a millisecond late", "check.deadline <= now\n", "check.deadline < now\n"],
  [
    "one deadline ends every check",
    `check.status === "pending" && check.deadline <= now`,
    `check.status === "pending"`,
  ],
  [
    "a deadline ends what was answered",
    `check.status === "pending" && check.deadline <= now`,
    "check.deadline <= now",
  ],
  ["an overdue check passes", `{ review: "review", decline`, `{ review: "passed", decline`],
  ["an overdue check never declines", `decline: "failed" }`, `decline: "review" }`],
] as const;

/** Changes of `review.ts`, likewise. */
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
