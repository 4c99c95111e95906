import type { Broken, Rulebook } from "./mutant-rules.ts";

/** The rules that lead from what calls measured to a decision under another policy. */
export const REPLAY: Rulebook = {
  folder: "verdicts/replay",
  copied: ["document.ts", "judged.ts", "player.ts", "replay.ts", "external-answers.ts"],
  loaded: ["replay.ts"],
};

const of =
  (file: string) =>
  ([name, find, replace]: readonly [string, string, string]): Broken => ({ name, file, find, replace });

const DOCUMENT = [
  [
    "a document to be captured again is looked up",
    "if (!valuesCount(read)) return [];\n  return ([",
    "return ([",
  ],
  ["a rule that is off decides", "if (isOff(rule(policy))) return [];", ""],
  ["a specimen is looked up", "if (fixed !== null) return [{ part, ...PASSED }];", ""],
  [
    "an unread number passes",
    "if (known === null) return [{ part, ...NUMBER_NOT_READ }];",
    "if (known === null) return [];",
  ],
  [
    "what was not looked up passes",
    "if (isKnown === undefined) throw new NotMeasured();",
    "if (isKnown === undefined) return [];",
  ],
  ["a known document passes", "knownOutcome(isKnown, ", "knownOutcome(!isKnown, "],
  [
    "a repeated document follows the list's rule",
    "rule: ({ repeat }: Policy) => repeat",
    "rule: ({ block_list }: Policy) => block_list",
  ],
  [
    "a blocked document follows the rule on repeated ones",
    "rule: ({ block_list }: Policy) => block_list",
    "rule: ({ repeat }: Policy) => repeat",
  ],
  ["a blocked document is taken for a repeated one", `fact: "isBlocked"`, `fact: "isReused"`],
  ["a repeated document is taken for a blocked one", `fact: "isReused"`, `fact: "isBlocked"`],
] as const;

const JUDGED = [
  [
    "the block list is not asked about a face",
    "const readsBlocks = found?.match === true && !isOff(policy.block_list);",
    "const readsBlocks = false;",
  ],
  ["the block list is asked about no face", "found?.match === true && !isOff", "!isOff"],
  ["a list that is off decides", " && !isOff(policy.block_list);", ";"],
  ["a list that was not read passes", "if (found.isBlocked === undefined) throw new NotMeasured();", ""],
  ["a blocked face is a duplicate", "return found.isBlocked\n", "return false\n"],
  ["every duplicate is blocked", "return found.isBlocked\n", "return true\n"],
  [
    "a blocked face follows the rule on duplicates",
    "blockedFaceOutcome(policy.block_list,",
    "blockedFaceOutcome(policy.dedupe,",
  ],
  [
    "a blocked face declines in a gallery of any size",
    "blockedFaceOutcome(policy.block_list, found.fpirHeld)",
    "blockedFaceOutcome(policy.block_list, true)",
  ],
  [
    "a search that was not made passes",
    "if (search === undefined) throw new NotMeasured();",
    "if (search === undefined) return [check];",
  ],
] as const;

const PLAYER = [
  [
    "a registration counts for every policy",
    "if (!comparesRegistered(policy) || registration == null)",
    "if (registration == null)",
  ],
  ["no registration counts", "if (countsAs(registration.origin, policy)) return registration.id;", ""],
  [
    "an upload counts where an approval is required",
    "if (countsAs(registration.origin, policy)) return",
    "if (true) return",
  ],
  [
    "a verification that nobody could create is replayed",
    "if (countsAs(registration.origin, used)) throw new NotMeasured();",
    "",
  ],
  ["what never counted is not measured", "if (countsAs(registration.origin, used)) throw", "if (true) throw"],
  [
    "another pair of faces passes",
    "if (compared === undefined) throw new NotMeasured();",
    "if (compared === undefined) return taken;",
  ],
  [
    "a search before the approval is forgotten",
    "if (!isSearched || searchAgain === undefined) return judged;",
    "return judged;",
  ],
  [
    "a search before the approval counts without `dedupe`",
    'judged.decision === "approved" && policy.dedupe !== "off"',
    'judged.decision === "approved"',
  ],
] as const;

const REPLAYED = [
  ["an earlier request is replayed", "if (played.checks !== null) throw new NotMeasured();", ""],
  [
    "a registered face is compared that was not",
    "if (comparesRegistered(policy) && !comparesRegistered(verification.policy)) throw",
    "if (false) throw",
  ],
  ["a rejected call ends a replay", "if (error instanceof ApiError) return current;", ""],
] as const;

const ANSWERS = [
  ["answers come in any order", "a.after - b.after || rank(a) - rank(b)", "b.after - a.after"],
  [
    "what was open comes before what decided",
    "a.after - b.after || rank(a) - rank(b)",
    "a.after - b.after || rank(b) - rank(a)",
  ],
  ["a decided verification takes answers", "if (!isOpenStatus(current.status)) return current;", ""],
  [
    "an answer that was not given passes",
    `if (outcome === "unknown") throw new NotMeasured();`,
    `if (outcome === "unknown") return current;`,
  ],
  ["an answer comes at once", "const at = requestedAt + after;", "const at = requestedAt;"],
  ["a deadline passes without its rule", `return outcome === "overdue"\n`, "return false\n"],
  ["other fields are the same question", " || !hasSameFields(name, played, made)", ""],
  [
    "a check that was not requested is answered",
    "if (asked === undefined || !hasSameFields",
    "if (asked !== undefined && !hasSameFields",
  ],
  ["a shorter deadline is met", "if (open >= allowed)", "if (false)"],
  ["an answer at the deadline is in time", "if (open >= allowed)", "if (open > allowed)"],
  ["more fields are the same question", "before.size === now.size && ", ""],
  [
    "other fields of the same number are the same question",
    "&& [...now].every((field) => before.has(field))",
    "",
  ],
  [
    "an overdue check was answered",
    `answeredAt === null || status === "pending" ? "unknown"`,
    `status === "pending" ? "unknown"`,
  ],
  [
    "an open check was answered",
    `answeredAt ?? (status === "pending" ? null : deadline)`,
    "answeredAt ?? deadline",
  ],
  ["an overdue check was open at its deadline", `(status === "pending" ? null : deadline)`, "null"],
  ["a check was open until the first end", "Math.max(...checks.map", "Math.min(...checks.map"],
] as const;

export const REPLAY_MUTANTS: readonly Broken[] = [
  ...DOCUMENT.map(of("document.ts")),
  ...JUDGED.map(of("judged.ts")),
  ...PLAYER.map(of("player.ts")),
  ...REPLAYED.map(of("replay.ts")),
  ...ANSWERS.map(of("external-answers.ts")),
];
