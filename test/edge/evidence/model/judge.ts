import { isStrongEnough, type Policy } from "#edge/verification/policy.ts";
import type { PartName, Step, StepResult, Verification } from "#edge/verification/types.ts";
import type { Decision, SecondReviewer, StepName } from "#vocabulary/verifications.ts";
import { brokenByContest, type Contesting, mayContest, partsWithoutEvidence } from "./contests.ts";
import { Expected, mustRegister } from "./expected.ts";
import type { Accepted } from "./history.ts";
import { brokenSentences } from "./oracle.ts";
import { ExpectedChecks, type Move } from "./own-checks.ts";
import { brokenByReview, expectedRuling, isOwnProposal, type Ruled } from "./reviews.ts";

/** The answer to a call: the accepted results, or the code of its rejection. */
export type Answer =
  | { readonly results: readonly Accepted[] }
  | { readonly refusal: string; readonly asked: readonly Pick<StepResult, "part" | "mode">[] };

/** The visible state of a verification. */
export type Shown = Pick<
  Verification,
  "status" | "decision" | "decisionReasons" | "nextAction" | "revision" | "steps"
> & { readonly checks?: Verification["checks"] };

/** Results of uploads; the service adds the others itself when they are needed. */
const UPLOADED: readonly PartName[] = ["ocr", "fraud", "check"];

/** Follows a verification by its requests and answers, and reports every violation of the contract. */
export class Judge {
  readonly #policy: Policy;
  readonly #challengeFirst: boolean;
  readonly #expects: boolean;
  readonly #secondReviewer: SecondReviewer;
  readonly #isElsewhere: (check: string) => boolean;
  readonly #rulings: Ruled[] = [];
  readonly #history: Accepted[] = [];
  readonly #checks: ExpectedChecks;
  #contested = false;
  #expected: Expected;
  #closed: "canceled" | "expired" | null = null;
  #changes = 0;
  /** The last checked state: a rejection changes nothing. */
  #seen: Shown | null = null;
  #wasRefused = false;

  /**
   * `expects`: whether the tenant expects details. `challengeFirst`: whether no weaker check could pass when
   * the verification was created. `isElsewhere`: whether another reference has registered a live
   * check's face.
   */
  constructor(
    policy: Policy,
    {
      expects = false,
      challengeFirst = false,
      secondReviewer = "off",
      isElsewhere = () => false,
    }: {
      expects?: boolean;
      challengeFirst?: boolean;
      secondReviewer?: SecondReviewer;
      isElsewhere?: (check: string) => boolean;
    } = {},
  ) {
    this.#policy = policy;
    this.#expects = expects;
    this.#challengeFirst = challengeFirst;
    this.#secondReviewer = secondReviewer;
    this.#isElsewhere = isElsewhere;
    this.#checks = new ExpectedChecks(policy);
    this.#expected = this.#after([]);
  }

  /** The state that must follow the commands so far. */
  get expected(): Expected {
    return this.#expected;
  }

  /**
   * The decision, "contested" if the person has contested it, or "reviewed" if a reviewer has made it; null
   * while the verification is open.
   */
  get end(): string | null {
    if (this.#closed !== null || !this.#isReviewed) {
      return this.#closed ?? (this.#contested ? "contested" : this.#expected.decision);
    }
    return this.#contested ? (this.#decision === "approved" ? "overturned" : "upheld") : "reviewed";
  }

  get #isReviewed(): boolean {
    return expectedRuling(this.#secondReviewer, this.#rulings) !== null;
  }

  /** The decision that the history and the rulings must have led to. */
  get #decision(): Decision | null {
    return expectedRuling(this.#secondReviewer, this.#rulings) ?? this.#expected.decision;
  }

  get #missing() {
    return partsWithoutEvidence(this.#expected, this.#policy, this.#history);
  }

  get isOpen(): boolean {
    return this.end === null;
  }

  /** Names of the tenant's checks that the decision waits for. */
  get awaited(): readonly string[] {
    return this.isOpen ? this.#checks.awaited : [];
  }

  /** Whether the last call was rejected. */
  get wasRefused(): boolean {
    return this.#wasRefused;
  }

  /** Whether the person has no finding, and each upload may be repeated once. */
  get mayBeApproved(): boolean {
    const { expected } = this;
    const { steps, max_attempts } = this.#policy;
    const parts = steps.flatMap((name) =>
      name === "document" ? (["ocr", "fraud"] as const) : (["check"] as const),
    );
    const isFound = expected.found.length > 0;
    return (
      this.isOpen &&
      !this.#checks.isRequested &&
      !isFound &&
      parts.every((part) => expected.used(part) < max_attempts)
    );
  }

  hasSettled(step: StepName): boolean {
    const status = this.#expected.steps.find(({ name }) => name === step)?.status;
    return status === "passed" || status === "review";
  }

  closed(by: "canceled" | "expired"): void {
    if (!this.isOpen) return;
    this.#closed = by;
    this.#changed();
  }

  /** The pair of faces that counts after the given results. */
  pairAfter(results: readonly Accepted[]): { portrait: string; frame: string } | null {
    return this.#after([...this.#history, ...results]).pair;
  }

  /** The fault of a call's answer, if any. */
  answered(answer: Answer): string | null {
    const asked = "results" in answer ? answer.results : answer.asked;
    const isRefused = "refusal" in answer;
    this.#wasRefused = isRefused;
    if (isRefused !== this.#isRefused(asked)) {
      return isRefused ? `refused with ${answer.refusal} what must be taken` : "takes what must be refused";
    }
    if (isRefused) return null;
    if (answer.results.some((result) => this.#isRepeated(result))) return "compares a pair again";
    this.#history.push(...answer.results);
    this.#expected = this.#after(this.#history);
    if (this.#expected.isSettled) this.#checks.request();
    this.#changed();
    return null;
  }

  /**
   * The fault of the outcome of what the tenant's server or the sweep did, if any. `found`: the results that
   * it made due.
   */
  moved(move: Move, refusal: string | null, found: readonly Accepted[] = []): string | null {
    const isDeadline = move.kind === "deadline";
    const must = isDeadline ? null : this.#checks.refusalOf(move.name, this.isOpen);
    if (refusal !== must) return `answers ${JSON.stringify(move)} with ${refusal}; must be ${must}`;
    if (refusal !== null) return null;
    if (isDeadline) this.#checks.passDeadline();
    else this.#checks.answer(move.name, move.outcome);
    this.#history.push(...found);
    this.#expected = this.#after(this.#history);
    this.#changed();
    return null;
  }

  /** The fault of the answer to a ruling, if any. */
  ruled(ruled: Ruled, refusal: string | null): string | null {
    const must = this.#refusalOf(ruled);
    if (refusal !== must) return `answers the ruling of ${ruled.by} with ${refusal}; must be ${must}`;
    if (refusal !== null) return null;
    this.#rulings.push(ruled);
    this.#changed();
    return null;
  }

  /** The fault of the answer to a contest, if any. */
  contested(attempt: Contesting, refusal: string | null): string | null {
    const decision = this.#closed === null && !this.#isReviewed ? this.#expected.decision : null;
    const state = { policy: this.#policy, decision, contested: this.#contested };
    const must = mayContest(state, attempt) ? null : "not_contestable";
    if (refusal !== must) return `answers a contest with ${refusal}; must be ${must}`;
    if (refusal !== null) return null;
    this.#contested = true;
    this.#changed();
    return null;
  }

  /** The fault of whether the verification registers its selfie, if any. */
  registers(does: boolean, facts: Parameters<typeof mustRegister>[2]): string | null {
    const decision = this.#closed === null ? this.#decision : null;
    const must = mustRegister(this.#policy, decision, facts);
    if (does === must) return null;
    return `${does ? "registers" : "does not register"} the selfie of ${decision}: ${JSON.stringify(facts)}`;
  }

  /** The fault of the verification's state after an answer, if any. */
  faultOf(shown: Shown): string | null {
    if (shown === this.#seen) return null;
    this.#seen = shown;
    const isOther = this.#rulings.length > 0 && shown.decision !== this.#expected.decision;
    const isRuled = this.#isReviewed || isOther;
    const broken = isRuled
      ? brokenByReview(this.#secondReviewer, this.#rulings, shown.decision)
      : brokenSentences(this.#history, {
          policy: this.#policy,
          expects: this.#expects,
          checks: this.#checks.statuses,
          decision: shown.decision,
          reasons: shown.decisionReasons.map(({ code }) => code),
          isElsewhere: this.#isElsewhere,
        });
    if (this.#expected.decision === "declined" && this.#closed === null) {
      const missing = isRuled ? this.#missing : [];
      broken.push(...brokenByContest(shown.decision, { contested: this.#contested, missing }));
    }
    if (broken.length > 0) return `breaks: ${broken.join("; ")}`;
    const [is, must] = [summary(shown), summary(this.#facts())];
    return is === must ? null : `is ${is}; must be ${must}`;
  }

  /** The code with which a ruling must be rejected, or null. */
  #refusalOf(ruled: Ruled): string | null {
    if (this.end !== "review" && this.end !== "contested") return "verification_not_open";
    const lacks = this.#contested && ruled.ruling === "approved" && this.#missing.length > 0;
    if (lacks) return "invalid_parameter";
    const isOwn = isOwnProposal(this.#secondReviewer, this.#rulings, ruled);
    return isOwn ? "second_reviewer_required" : null;
  }

  #after(history: readonly Accepted[]): Expected {
    const given = { expects: this.#expects, challengeFirst: this.#challengeFirst, checks: this.#checks };
    return new Expected(this.#policy, history, given);
  }

  #changed(): void {
    this.#changes++;
    this.#seen = null;
  }

  /** Whether the newest pair is compared again. An earlier pair can count once more. */
  #isRepeated({ pair }: Accepted): boolean {
    const before = this.#history.findLast((each) => each.pair !== undefined)?.pair;
    return pair !== undefined && before?.portrait === pair.portrait && before.frame === pair.frame;
  }

  #isRefused(asked: readonly Pick<Accepted, "part" | "mode" | "chip" | "credential">[]): boolean {
    const { expected } = this;
    const known = expected.parts;
    const atLeast = expected.isSteppedUp ? "challenge" : this.#policy.liveness_mode;
    return (
      !this.isOpen ||
      this.#checks.isRequested ||
      asked.some(
        ({ part, mode, chip, credential }) =>
          !known.includes(part) ||
          (["ocr", "fraud"].includes(part) && expected.refuses({ chip, credential })) ||
          (UPLOADED.includes(part) && expected.used(part) >= this.#policy.max_attempts) ||
          (mode !== undefined && !isStrongEnough(mode, atLeast)),
      )
    );
  }

  /** A step's status and reason after the review: one in review, or of a contest, ends with the ruling. */
  #ended({ status, reason }: Pick<Step, "status" | "reason">): Pick<Step, "status" | "reason"> {
    const isRuled = status === "review" || (this.#contested && status === "failed");
    const isOverturned = this.#contested && this.#decision === "approved";
    if (!this.#isReviewed || !(isRuled || isOverturned)) return { status, reason };
    return this.#decision === "approved" ? { status: "passed", reason: null } : { status: "failed", reason };
  }

  #facts(): Facts {
    const { nextAction, steps } = this.#expected;
    const decision = this.#decision;
    const begun = this.#history.length > 0 ? "in_progress" : "created";
    return {
      status: this.#closed ?? (decision === null ? begun : "completed"),
      decision,
      nextAction: this.isOpen && nextAction !== null ? { type: nextAction } : null,
      revision: 1 + this.#changes,
      checks: this.#checks.isRequested ? this.#checks.statuses.map((status) => ({ status })) : null,
      steps: steps.map(({ name, status, reason, parts }) => ({
        name,
        ...this.#ended({ status, reason }),
        attempts: Math.max(...parts.map((part) => this.#expected.used(part))),
        // What is compared with the reading names its results again.
        resultIds: [
          ...new Set(
            this.#history
              .filter(({ part }) => parts.includes(part) && !["details", "repeat", "listed"].includes(part))
              .flatMap(({ resultIds }) => resultIds),
          ),
        ],
      })),
    };
  }
}

/** The expected and the actual text. */
interface Facts extends Pick<Shown, "status" | "decision" | "revision"> {
  readonly nextAction: { readonly type: string } | null;
  readonly checks?: readonly { readonly status: string }[] | null;
  readonly steps: readonly Pick<Step, "name" | "status" | "reason" | "attempts" | "resultIds">[];
}

function summary({ status, decision, nextAction, revision, steps, checks }: Facts): string {
  const asked = (checks ?? []).map((check) => check.status);
  const each = steps.map(
    (step) =>
      `${step.name} ${step.status} (${step.reason}) after ${step.attempts} of ${step.resultIds.join(" ")}`,
  );
  return [status, decision, `next ${nextAction?.type}`, `revision ${revision}`, ...each, ...asked].join(", ");
}
