import { ApiError } from "#edge/core/errors.ts";
import { detailsOutcome } from "#edge/verdicts/details/outcome.ts";
import type * as contesting from "#edge/verification/contest.ts";
import { CONTEST_MS } from "#edge/verification/contest.ts";
import type * as faceMatch from "#edge/verification/face-match.ts";
import type * as machine from "#edge/verification/machine.ts";
import type { Policy } from "#edge/verification/policy.ts";
import type * as reviewing from "#edge/verification/review.ts";
import type { Outcome, StepResult, Verification } from "#edge/verification/types.ts";
import type { SecondReviewer } from "#vocabulary/verifications.ts";
import {
  type Call,
  type Command,
  DOCUMENTS,
  FOUND,
  flawOf,
  type Person,
  type ShownDetails,
} from "./commands.ts";
import type { Contesting } from "./contests.ts";
import { type Answer, Judge } from "./judge.ts";
import type { Accepted } from "./oracle.ts";
import type { Ruled } from "./reviews.ts";

/** The rules under test: the product's, or a mutant of them. */
export type Rules = Pick<
  typeof machine,
  "newVerification" | "applyResults" | "assertTakes" | "assertStrongEnough" | "cancel" | "expireIfDue"
> &
  Pick<typeof faceMatch, "comparisonDue"> &
  Pick<typeof reviewing, "review"> &
  Pick<typeof contesting, "contest">;

/**
 * Outcomes of a check whose face is live, so that it is stored and searched for: it may need a review
 * all the same.
 */
const LIVE: readonly Outcome[] = ["passed", "review", "adverse"];

/** A result, and the truth against its capture. */
type Looked = StepResult & Pick<Accepted, "flaw" | "shows">;

/** What a comparison with the expected details finds in a document that shows them so. */
const COMPARED = {
  expected: { result: "match", isCertain: true },
  nearly: { result: "close", isCertain: true },
  misread: { result: "mismatch", isCertain: false },
  other: { result: "mismatch", isCertain: true },
  unread: { result: "not_read", isCertain: false },
} as const satisfies Record<ShownDetails, object>;

const START = 1_700_000_000_000;

/** A verification that is played with the rules of `edge/verification`, and its judge. */
export class Play {
  readonly judge: Judge;
  readonly #rules: Rules;
  readonly #secondReviewer: SecondReviewer;
  #verification: Verification;
  #now = START;
  #serial = 0;
  /** The person of each result; null where it holds no template. */
  readonly #shown = new Map<string, Person | null>();
  /** Results whose frame is a copy of the portrait. */
  readonly #copies = new Set<string>();

  constructor(
    rules: Rules,
    policy: Policy,
    given: { expects: boolean; challengeFirst: boolean; secondReviewer?: SecondReviewer },
  ) {
    const { expects, challengeFirst, secondReviewer = "off" } = given;
    this.#rules = rules;
    this.#secondReviewer = secondReviewer;
    const opening = { expected: expects ? new Uint8Array() : null, challengeFirst };
    this.#verification = rules.newVerification("vf_1", "customer", policy, START, opening);
    this.judge = new Judge(policy, { expects, challengeFirst, secondReviewer });
  }

  get policy(): Policy {
    return this.#verification.policy;
  }

  /** Whether the policy requires the upload. */
  asksFor(kind: Call["kind"]): boolean {
    return this.policy.steps.includes(kind);
  }

  /** Whether the faces that count show another person: replacing one of them would compare two people. */
  get showsAnother(): boolean {
    const { pair } = this.judge.expected;
    if (pair === null || !this.policy.require_face_match) return false;
    return [pair.portrait, pair.frame].some((id) => this.#shown.get(id) !== "X");
  }

  get nextAction() {
    return this.#verification.nextAction?.type ?? null;
  }

  /** Carries out a command; returns the fault of its outcome, if any. */
  command(command: Command): string | null {
    if (command.kind === "calls") return this.#make(command.calls, command.grey);
    if (command.kind === "cancel") this.#cancel();
    else this.#expire();
    return this.#fault();
  }

  /** A person's attempt to rule; returns the fault of its outcome, if any. */
  rule({ by, ruling }: Ruled): string | null {
    const before = this.#verification;
    const reason = ruling === "approved" ? "identity_confirmed" : "face_mismatch";
    const refusal = refusalOf(() => {
      const judged = { ruling, reason, by };
      this.#verification = this.#rules.review(before, judged, this.#secondReviewer, this.#now);
    });
    return this.judge.ruled({ by, ruling }, refusal) ?? this.#fault();
  }

  /** The person's attempt to contest the decision; returns the fault of its outcome, if any. */
  contest(attempt: Contesting): string | null {
    const before = this.#verification;
    const refusal = refusalOf(() => {
      this.#verification = this.#rules.contest(before, null, this.#now + (attempt.late ? CONTEST_MS : 0));
    });
    return this.judge.contested(attempt, refusal) ?? this.#fault();
  }

  /** The visible state: an expired verification is shown as expired before this is stored. */
  #fault(): string | null {
    return this.judge.faultOf(this.#rules.expireIfDue(this.#verification, this.#now));
  }

  /** Concurrent calls start on the same state, and each is applied to the state at its end. */
  #make(calls: readonly Call[], grey: boolean): string | null {
    const admitted = calls.map((call) => this.#admit(call));
    for (const { results, refusal } of admitted) {
      const answer = refusal === null ? this.#take(results, grey) : { refusal, asked: results };
      const fault = this.judge.answered(answer) ?? this.#fault();
      if (fault !== null) return fault;
    }
    return null;
  }

  #cancel(): void {
    const before = this.#verification;
    this.judge.closed("canceled");
    refusalOf(() => {
      this.#verification = this.#rules.cancel(before, this.#now);
    });
  }

  #expire(): void {
    this.#now = this.#verification.expiresAt;
    this.judge.closed("expired");
  }

  /** The results of a call, or its rejection before anything is computed. */
  #admit(call: Call): { results: readonly Looked[]; refusal: string | null } {
    const results = call.kind === "document" ? this.#look(call) : this.#check(call);
    const refusal = refusalOf(() => {
      for (const { part, mode } of results) {
        if (part !== "search" && part !== "details")
          this.#rules.assertTakes(this.#verification, part, this.#now);
        if (mode !== undefined) this.#rules.assertStrongEnough(this.#verification, mode);
      }
    });
    return { results, refusal };
  }

  #look({ document, looks, details }: Call & { kind: "document" }): Looked[] {
    const { portrait, sides } = DOCUMENTS[document];
    const looked = (["ocr", "fraud"] as const).flatMap((part): Looked[] => {
      const outcome = looks[part];
      if (outcome === undefined) return [];
      const front = this.#result(part, outcome, document, portrait);
      const id = front.resultIds[0]!;
      const flaw = part === "fraud" ? flawOf(document) : undefined;
      return [{ ...front, resultIds: sides === 1 ? [id] : [id, `${id}_back`], flaw }];
    });
    return [...looked, ...this.#compareDetails(looked, details)];
  }

  /** As `compareExpected` does: a reading that counts is compared with the expected details. */
  #compareDetails(looked: readonly Looked[], shows: ShownDetails): Looked[] {
    const read = looked.find(({ part }) => part === "ocr");
    const isRead = read !== undefined && [...LIVE, "failed"].includes(read.outcome);
    if (this.#verification.expected === null || !isRead) return [];
    const compared = { field: "last_name", normalised: false, ...COMPARED[shows] } as const;
    const { on_expected_mismatch: rule = "review" } = this.policy;
    const { outcome, reason } = detailsOutcome([compared], rule);
    const { resultIds, capture } = read;
    return [{ part: "details", outcome, reason, resultIds, capture, shows }];
  }

  #check({ person, mode, flaw, check, search }: Call & { kind: "liveness" }): Looked[] {
    const isLive = LIVE.includes(check);
    const made = this.#result("check", check, null, isLive ? person : null);
    if (flaw === "copy") this.#copies.add(made.capture);
    const asksForSearch = this.policy.dedupe !== "off" && isLive;
    const found = asksForSearch ? [this.#result("search", search, made.capture, null)] : [];
    return [{ ...made, mode, flaw: flaw === "seen_before" ? flaw : undefined }, ...found];
  }

  #result(
    part: StepResult["part"],
    outcome: Outcome,
    capture: string | null,
    shows: Person | null,
  ): StepResult {
    const id = `${part}_${++this.#serial}`;
    this.#shown.set(id, shows);
    const reason = outcome === "passed" ? null : `${id}_${outcome}`;
    return { part, outcome, reason, resultIds: [id], capture: capture ?? id };
  }

  /** As `commitCheck` does: with the comparison that the results make due. */
  #take(results: readonly Looked[], grey: boolean): Answer {
    const current = this.#verification;
    try {
      const taken = this.#rules.applyResults(current, results, this.#now);
      const pair = this.#rules.comparisonDue(taken.verification);
      const compared = pair === null ? null : this.#compare(pair, grey);
      const all = compared === null ? results : [...results, compared];
      this.#verification =
        compared === null
          ? taken.verification
          : this.#rules.applyResults(current, all, this.#now).verification;
      return { results: all.map((result) => (result === compared ? { ...result, pair: pair! } : result)) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { refusal: error.code, asked: results };
    }
  }

  #compare({ portrait, frame }: faceMatch.Pair, grey: boolean): Looked {
    const [document, live] = [this.#shown.get(portrait), this.#shown.get(frame)];
    const capture = `${portrait} ${frame}`;
    if (document != null && document === live && this.#copies.has(frame)) {
      return { ...this.#result("comparison", FOUND.copy, capture, null), flaw: "copy" };
    }
    const isComparable = document != null && live != null && !grey;
    const outcome = isComparable ? (document === live ? "passed" : "failed") : "review";
    return this.#result("comparison", outcome, capture, null);
  }
}

function refusalOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
