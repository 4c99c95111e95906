import { CHIP } from "./chip-mutants.ts";
import { CONTEST } from "./contest-mutants.ts";
import { EXTERNAL_CHECKS, REVIEW } from "./decision-mutants.ts";
import type { Broken, Rulebook } from "./mutant-rules.ts";
import { RETURNING } from "./returning-mutants.ts";

/** The rules of evidence and of decisions. */
export const RULES = {
  folder: "verification",
  copied: [
    "evidence.ts",
    "face-match.ts",
    "steps.ts",
    "machine.ts",
    "review.ts",
    "returning.ts",
    "external-checks.ts",
    "contest.ts",
    "age.ts",
  ],
  loaded: ["machine.ts", "face-match.ts", "review.ts", "returning.ts", "contest.ts"],
} as const satisfies Rulebook;

interface Mutant extends Broken {
  readonly file: (typeof RULES)["copied"][number];
}

const of =
  (file: Mutant["file"]) =>
  ([name, find, replace]: readonly [string, string, string]): Mutant => ({ name, file, find, replace });

const STATUSES = ["passed", "review", "retry_required", "failed"];
const STANDS = ["always", "on_last", "never"];

/** The table `RULES`: outcome, `settles`, `more`, `last`, `becomesFinding`. */
const ROWS = [
  ["passed", true, "passed", "passed", "never"],
  ["review", true, "review", "review", "on_last"],
  ["adverse", true, "review", "review", "always"],
  ["retry", true, "retry_required", "failed", "never"],
  ["step_up", true, "retry_required", "failed", "never"],
  ["capture_quality", false, "retry_required", "failed", "never"],
  ["failed", true, "failed", "failed", "never"],
] as const;

/**
 * Cells whose change has no visible effect: a finding keeps its step from passing; of a capture failure
 * only `failed` is read; a result that fails its step is reported anyway.
 */
const UNSEEN = [
  "review, last: passed",
  "adverse, more: passed",
  "adverse, last: passed",
  "capture_quality, more: passed",
  "capture_quality, more: review",
  "retry, becomesFinding: on_last",
  "step_up, becomesFinding: on_last",
  "failed, becomesFinding: always",
  "failed, becomesFinding: on_last",
];

/** Every cell of `RULES` with every other value. */
const CELLS = ROWS.flatMap((row) => {
  const [outcome, settles, more, last, becomesFinding] = row;
  const text = (cells: object) => {
    const {
      settles: a,
      more: b,
      last: c,
      becomesFinding: d,
    } = { settles, more, last, becomesFinding, ...cells };
    return `${outcome}: { settles: ${a}, more: "${b}", last: "${c}", becomesFinding: "${d}" }`;
  };
  const changes: [string, unknown][] = [
    ["settles", !settles],
    ...STATUSES.filter((status) => status !== more).map((status): [string, string] => ["more", status]),
    ...STATUSES.filter((status) => status !== last).map((status): [string, string] => ["last", status]),
    ...STANDS.filter((when) => when !== becomesFinding).map((when): [string, string] => [
      "becomesFinding",
      when,
    ]),
  ];
  return changes
    .map(([cell, value]) => [`${outcome}, ${cell}: ${value}`, text({}), text({ [cell]: value })] as const)
    .filter(([name]) => !UNSEEN.includes(name));
}).map(of("evidence.ts"));

const EVIDENCE = [
  ["an attempt more than the most", "part]!.attempts < maxAttempts", "part]!.attempts <= maxAttempts"],
  ["attempts without end", "OF_THE_SERVER.includes(part) || parts", "true || parts"],
  ["a comparison may be refused", `["search", "comparison", "details", `, `["search", "details", `],
  ["nothing is free", "isFree(part, result) ? part.attempts", "false ? part.attempts"],
  ["every upload is free", "isFree(part, result) ? part.attempts", "true ? part.attempts"],
  ["the last attempt is not the last", "status = attempts < maxAttempts", "status = attempts <= maxAttempts"],
  ["capture failures are not counted", "part.captureFailures + 1", "part.captureFailures"],
  [
    "a repeated search uses up an attempt",
    `if (part === "search" && evidence?.capture === capture) return true;`,
    "",
  ],
  ["eleven capture failures are free", "captureFailures < MAX_CAPTURE", "captureFailures <= MAX_CAPTURE"],
  ["capture failures fail what has passed", `status === "failed" && !isSettled(part)`, `status === "failed"`],
  ["capture failures never fail", "return isOver ? settled(counted, result, status) :", "return"],
  ["what has passed is not settled", `evidence?.status === "passed" || evidence`, "evidence"],
  ["what a person must look at is not settled", ` || evidence?.status === "review"`, ""],
  ["a capture failure is not reported", "captureIssue: reason }", "captureIssue: null }"],
  ["a capture failure is reported for ever", "captureIssue: null, evidence };", "evidence };"],
  ["no step-up is remembered (H1)", `part.stepUp || outcome === "step_up"`, "false"],
  ["a step-up ends with the next result (H1)", "part.stepUp || outcome === ", "outcome === "],
  [
    "a step-up ends when a challenge passes",
    `part.stepUp || outcome === "step_up"`,
    `outcome === "step_up" || (part.stepUp && outcome !== "passed")`,
  ],
  ["a step-up is never free", `return outcome === "step_up" && !stepUp`, "return false"],
  ["every step-up is free", `return outcome === "step_up" && !stepUp`, `return outcome === "step_up"`],
  [
    "evidence keeps its old result",
    "resultId, otherResultId, details",
    "resultId: part.evidence?.resultId ?? resultId, otherResultId, details",
  ],
  [
    "evidence keeps its old image",
    "details, capture };",
    "details, capture: part.evidence?.capture ?? capture };",
  ],
  [
    "evidence names the last of its results",
    "const [resultId = null, otherResultId] = resultIds;",
    "const [resultId, otherResultId] = [resultIds.at(-1) ?? null, undefined];",
  ],
  ["nothing adverse becomes a finding (H2)", `if (becomesFinding === "never") return null`, "return null"],
  [
    "doubt stands before the last attempt",
    `becomesFinding === "on_last" && part.attempts < maxAttempts`,
    "false",
  ],
  [
    "doubt never stands",
    `becomesFinding === "on_last" && part.attempts < maxAttempts`,
    `becomesFinding === "on_last"`,
  ],
  ["images share a verdict (C2)", "!== null && evidence.capture === step.capture", "!== null"],
  ["nothing ever counts", "evidence.capture === step.capture", "evidence.capture !== step.capture"],
  ["an open part reports an old reason", "(captureIssue ?? reason) : reason", "reason : reason"],
  ["a part without attempts stays open", "if (!hasAttemptLeft(step, name)) {", "if (false) {"],
  [
    "a changed document is not reported",
    `evidence?.status === "failed" ? evidence.reason : "document_changed"`,
    "evidence?.reason ?? null",
  ],
  [
    "a failed capture is reported as a changed document",
    `evidence?.status === "failed" ? evidence.reason : "document_changed"`,
    `"document_changed"`,
  ],
  ["a failed capture leaves its part untried", "if (captureIssue !== null) return", "if (false) return"],
  ["a changed document passes", `"retry_required", reason: "document_changed" }`, `"passed", reason: null }`],
  [
    "a changed document is pending",
    `: { status: "retry_required", reason: "document_changed" }`,
    `: { status: "pending", reason: null }`,
  ],
  ["an untried part passes", `{ status: "pending", reason: null }\n`, `{ status: "passed", reason: null }\n`],
  ["a failed part does not fail its step", `parts.includes("failed")`, "false"],
  ["an open part does not hold its step open", `parts.includes("retry_required")`, "false"],
  ["an untried part does not hold its step open", `parts.includes("pending")`, "false"],
  ["a part in review does not hold its step", `parts.includes("review") || findings`, "findings"],
  ["a finding does not hold its step (H2)", " || findings > 0", ""],
  ["a step in review does not tell its finding", `status === "review" ? step.findings[0]?.code : `, ""],
  [
    "findings are not reported with the decision",
    "const findings: FoundReason[] = step.findings.map(({ code, found }) => ({ code, found }));",
    "const findings: FoundReason[] = [];",
  ],
  ["only findings are reported with the decision", "all = [...findings, ...current]", "all = [...findings]"],
  [
    "a declined verification reports no findings",
    "all = [...findings, ...current]",
    "all = isBlamed ? [...findings, ...current] : []",
  ],
] as const;

const FACE_MATCH = [
  ["portrait and frame change places", ": { reference, frame }", ": { reference: frame, frame: reference }"],
  ["a portrait is enough", "  if (frame === null) return null;\n", ""],
  ["a frame is enough", "reference === null ? null :", ""],
  ["a registered face is never compared", "if (registered !== undefined) return", "if (false) return"],
  ["what is open counts", `return status === "passed" || status === "review" ?`, "return true ?"],
  ["what a person must look at does not count", `=== "passed" || status === "review" ?`, `=== "passed" ?`],
  ["what has passed does not count", `status === "passed" || status === "review" ?`, `status === "review" ?`],
  ["compared when all is decided", `status !== "in_progress" || step`, "step"],
  [
    "compared though the policy does not ask for it",
    "step === undefined || pair === null) ",
    "pair === null) ",
  ],
  [
    "compared again with every result",
    `return currentStatus(step, "comparison").status === "pending" ? pair : null;`,
    "return pair;",
  ],
  ["never compared", `"pending" ? pair : null`, `"passed" ? pair : null`],
] as const;

const STEPS = [
  ["no portrait is asked for", "if (policy.require_face_match || ", "if ("],
  [
    "no registered face is asked for",
    "policy.require_face_match || isOfRegistered",
    "policy.require_face_match",
  ],
  [
    "the first registration counts for ever",
    "step.registered === undefined ? step : { ...step, registered }",
    "step.registered == null ? { ...step, registered } : step",
  ],
  ["no search is asked for", `(part === "search" && policy.dedupe === "off")`, `part === "search"`],
  ["a search is always asked for", `(part === "search" && policy.dedupe === "off")`, "false"],
  ["details are never compared", `(part === "details" && !comparesDetails)`, `part === "details"`],
  ["details are always compared", `(part === "details" && !comparesDetails)`, "false"],
  [
    "a repeated document is never looked for",
    `(part === "repeat" && isOff(policy.repeat))`,
    `part === "repeat"`,
  ],
  ["a repeated document is always looked for", `(part === "repeat" && isOff(policy.repeat))`, "false"],
  ["the block list is never read", `(part === "listed" && isOff(policy.block_list))`, `part === "listed"`],
  ["the block list is always read", `(part === "listed" && isOff(policy.block_list))`, "false"],
  ["a reading is listed again for its details", "[...new Set([", "[...(["],
  [
    "a capture failure moves the image that counts (C1)",
    "settles(result) ? result.capture : step.capture",
    "result.capture",
  ],
  [
    "the first image counts for ever",
    "settles(result) ? result.capture : step.capture",
    "step.capture ?? result.capture",
  ],
  ["the newest finding takes the older ones' place", "[...findings, finding]", "[finding]"],
  [
    "the first finding is the only one",
    "[...findings, finding]",
    "findings.length > 0 ? findings : [finding]",
  ],
  [
    "attempts of all parts are added up",
    "Math.max(...Object.values(parts).map(({ attempts }) => attempts))",
    "Object.values(parts).reduce((sum, { attempts }) => sum + attempts, 0)",
  ],
  ["only the newest result is reported", "[...step.resultIds, ...result.resultIds]", "[...result.resultIds]"],
  ["a comparison counts for every pair", "pair === null ? null : captureOfPair(pair)", "step.capture"],
  ["no challenge is asked for at a step-up", "if (isSteppedUp && ", "if (false && "],
  ["doubtful faces ask for nothing", `(status === "retry_required" ? "liveness_check" : null)`, "null"],
  [
    "faces that wait ask for a selfie",
    `(status === "retry_required" ? "liveness_check" : null)`,
    `"liveness_check"`,
  ],
  ["no challenge is asked for where the policy does", `policy.liveness_mode === "challenge"`, "false"],
  ["no challenge is asked for where nothing weaker can pass", "|| isChallengeFirst(steps)", ""],
  ["the last open part is asked for first", "open[0]?.type", "open.at(-1)?.type"],
  ["what has failed once is not asked for again", ` || status === "retry_required")`, ")"],
] as const;

/** On verifications of the age alone, which no person reviews. */
const AGE = [
  [
    "suspicion is forgotten by the next capture",
    `{ ...result, outcome: "failed" }`,
    `{ ...result, outcome: "retry" }`,
  ],
  ["suspicion is reviewed", `if (outcome === "adverse") return { ...result, outcome: "failed" };`, ""],
  ["doubt passes", `isLast ? "failed" : "retry"`, `"passed"`],
  ["doubt declines at once", `isLast ? "failed" : "retry"`, `"failed"`],
  ["doubtful faces wait for ever", `isLast ? "failed" : "retry"`, `"retry"`],
  ["doubt about a document is the last", `part === "comparison" && `, ""],
  ["doubt is not reported as such", `reason: "insufficient_evidence",`, ""],
] as const;

const MACHINE = [
  ["what a search before the last answer finds is forgotten", "searched === null ?", "true ?"],
  ["declined only when all has failed", `includes("failed")`, `every((status) => status === "failed")`],
  ["approved by one step", `every((status) => status === "passed")`, `some((status) => status === "passed")`],
  ["approved although a person must look", `=== "passed") }`, `=== "passed" || status === "review") }`],
  ["reviewed while a step is open", `every((status) => status === "passed" || `, "some((status) => "],
  ["time does not close", "isOpenStatus(status) && now < expiresAt", "isOpenStatus(status)"],
  ["open a millisecond too long", "isOpenStatus(status) && now < ", "isOpenStatus(status) && now <= "],
  ["what is decided is open", "isOpenStatus(status) ", `(isOpenStatus(status) || status === "completed") `],
  ["what is canceled is open", "isOpenStatus(status) ", `(isOpenStatus(status) || status === "canceled") `],
  ["a step-up is not enforced (H1)", `findStep(steps, "check")?.parts.check?.stepUp ? "challenge" :`, ""],
  ["the policy's mode is not enforced", `: policy.liveness_mode;`, `: "passive";`],
  ["a burst answers a step-up", `stepUp ? "challenge"`, `stepUp ? "burst"`],
  ["results of what is closed are taken", "  assertOpen(verification, now);\n  if (awaits", "  if (awaits"],
  [
    "captures are taken while a check is awaited",
    "if (awaitsChecks(verification)) throw",
    "if (false) throw",
  ],
  [
    "an answer to what is closed is taken",
    "  assertOpen(verification, now);\n  const steps = searched",
    "  const steps = searched",
  ],
  ["external checks decide nothing", ", ...checkStatuses(verification)]", "]"],
  ["external checks are not reported", "[...ofSteps, ...checkReasons(verification, blamed)]", "ofSteps"],
  ["attempts are not looked at", "if (!hasAttemptLeft(step, part))", "if (false)"],
  ["the first result of a call is all that is looked at", "results) {\n    ", "results.slice(0, 1)) {\n    "],
  ["results are not looked at when they are taken", "    assertTakes(verification, part, now);\n", ""],
  [
    "the mode is not looked at when a result is taken",
    "if (mode !== undefined) assertStrongEnough(verification, mode);",
    "",
  ],
  ["only the first result of a call counts", "results.reduce<", "results.slice(0, 1).reduce<"],
  ["an age check is reviewed", "isAgeOnly(verification.policy) ? withoutReview", "false ? withoutReview"],
  ["nothing is reviewed", "isAgeOnly(verification.policy) ? withoutReview", "true ? withoutReview"],
  ["changes are not counted", "changed.revision + 1", "changed.revision"],
  ["what is decided asks for more", "nextAction: null,\n      completedAt: ", "completedAt: "],
  [
    "reasons are not reported",
    "decisionReasons: decisionReasons(decision, verification)",
    "decisionReasons: []",
  ],
  ["what is closed is canceled", "  assertOpen(verification, now);\n  return close", "  return close"],
  [
    "an expired verification is not reported",
    "isOpenStatus(verification.status) && now >= verification.expiresAt",
    "false",
  ],
  ["what is decided expires", "const due = isOpenStatus(verification.status) && now", "const due = now"],
  ["a failure is reported as a review", `declined: "failed",\n  review`, `declined: "review",\n  review`],
] as const;

export const MUTANTS: readonly Mutant[] = [
  ...CELLS,
  ...EVIDENCE.map(of("evidence.ts")),
  ...FACE_MATCH.map(of("face-match.ts")),
  ...STEPS.map(of("steps.ts")),
  ...MACHINE.map(of("machine.ts")),
  ...CHIP.evidence.map(of("evidence.ts")),
  ...CHIP.machine.map(of("machine.ts")),
  ...CHIP.steps.map(of("steps.ts")),
  ...REVIEW.map(of("review.ts")),
  ...RETURNING.map(of("returning.ts")),
  ...EXTERNAL_CHECKS.map(of("external-checks.ts")),
  ...CONTEST.map(of("contest.ts")),
  ...AGE.map(of("age.ts")),
];
