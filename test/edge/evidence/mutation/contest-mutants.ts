/** Broken rules of contests: name, text, and what it becomes. */
export const CONTEST = [
  ["contested without the policy", `policy.contest !== "on"`, "false"],
  ["contested twice", "contestedAt !== null, why", "false, why"],
  ["a review is contested", `decision === "review", why`, "false, why"],
  ["a reviewer's decision is contested", "reviewedAt !== null, why", "false, why"],
  ["an approval is contested", `decision === "approved", why`, "false, why"],
  ["contested when the time is over", "if (now >= until)", "if (false)"],
  ["contested a millisecond too late", "if (now >= until)", "if (now > until)"],
  ["a contest is no change", "contestText: text, revision: verification.revision + 1", "contestText: text"],
  ["a contest reaches no reviewer", "contestedAt !== null && reviewedAt === null", "false"],
  ["a contest is reviewed for ever", "contestedAt !== null && reviewedAt === null", "contestedAt !== null"],
  ["what was never captured is approved", "if (missing.length === 0) return;", "return;"],
  ["a decline needs evidence", `ruling !== "approved" || !isContested`, "!isContested"],
  [
    "a part without a result is approved",
    "if (evidence === null || ",
    "if (evidence === null) return false;\n      if (",
  ],
  ["a part of another image is approved", "evidence.outdated === true", "false"],
  ["a part that asks for another capture is approved", `evidence.status === "retry_required"`, "false"],
  ["the search is not needed", `"check", "search"];`, `"check"];`],
] as const;
