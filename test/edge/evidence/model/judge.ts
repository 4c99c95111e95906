import { isStrongEnough, type Policy } from "#edge/verification/policy.ts";
import type { PartName, Step, StepResult, Verification } from "#edge/verification/types.ts";
import type { StepName } from "#vocabulary/verifications.ts";
import { Expected } from "./expected.ts";
import { type Accepted, brokenSentences } from "./oracle.ts";

/** The answer to a call: the accepted results, or the code of its rejection. */
export type Answer =
  | { readonly results: readonly Accepted[] }
  | { readonly refusal: string; readonly asked: readonly Pick<StepResult, "part" | "mode">[] };

/** The visible state of a verification. */
export type Shown = Pick<
  Verification,
  "status" | "decision" | "decisionReasons" | "nextAction" | "revision" | "steps"
>;

/** Results of uploads; the service adds the others itself when they are needed. */
const UPLOADED: readonly PartName[] = ["ocr", "fraud", "check"];

/** Follows a verification by its requests and answers, and reports every violation of the contract. */
export class Judge {
  readonly #policy: Policy;
  readonly #expects: boolean;
  readonly #history: Accepted[] = [];
  #expected: Expected;
  #closed: "canceled" | "expired" | null = null;
  #changes = 0;
  /** The last checked state: a rejection changes nothing. */
  #seen: Shown | null = null;
  #wasRefused = false;

  /** `expects`: whether the tenant expects details. */
  constructor(policy: Policy, expects = false) {
    this.#policy = policy;
    this.#expects = expects;
    this.#expected = new Expected(policy, [], expects);
  }

  /** The state that must follow the commands so far. */
  get expected(): Expected {
    return this.#expected;
  }

  /** The decision; null while the verification is open. */
  get end(): string | null {
    return this.#closed ?? this.#expected.decision;
  }

  get isOpen(): boolean {
    return this.end === null;
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
    return this.isOpen && !isFound && parts.every((part) => expected.used(part) < max_attempts);
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
    return new Expected(this.#policy, [...this.#history, ...results], this.#expects).pair;
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
    this.#expected = new Expected(this.#policy, this.#history, this.#expects);
    this.#changed();
    return null;
  }

  /** The fault of the verification's state after an answer, if any. */
  faultOf(shown: Shown): string | null {
    if (shown === this.#seen) return null;
    this.#seen = shown;
    const broken = brokenSentences(this.#history, {
      policy: this.#policy,
      expects: this.#expects,
      decision: shown.decision,
      reasons: shown.decisionReasons.map(({ code }) => code),
    });
    if (broken.length > 0) return `breaks: ${broken.join("; ")}`;
    const [is, must] = [summary(shown), summary(this.#facts())];
    return is === must ? null : `is ${is}; must be ${must}`;
  }

  #changed(): void {
    this.#changes++;
    this.#seen = null;
  }

  #isRepeated({ pair }: Accepted): boolean {
    return (
      pair !== undefined &&
      this.#history.some((each) => each.pair?.portrait === pair.portrait && each.pair.frame === pair.frame)
    );
  }

  #isRefused(asked: readonly Pick<StepResult, "part" | "mode">[]): boolean {
    const { expected } = this;
    const known = expected.parts;
    const atLeast = expected.isSteppedUp ? "challenge" : this.#policy.liveness_mode;
    return (
      !this.isOpen ||
      asked.some(
        ({ part, mode }) =>
          !known.includes(part) ||
          (UPLOADED.includes(part) && expected.used(part) >= this.#policy.max_attempts) ||
          (mode !== undefined && !isStrongEnough(mode, atLeast)),
      )
    );
  }

  #facts(): Facts {
    const { decision, nextAction, steps } = this.#expected;
    const begun = this.#history.length > 0 ? "in_progress" : "created";
    return {
      status: this.#closed ?? (decision === null ? begun : "completed"),
      decision,
      nextAction: this.isOpen && nextAction !== null ? { type: nextAction } : null,
      revision: 1 + this.#changes,
      steps: steps.map(({ name, status, reason, parts }) => ({
        name,
        status,
        reason,
        attempts: Math.max(...parts.map((part) => this.#expected.used(part))),
        // The comparison of details names the reading's results again.
        resultIds: this.#history
          .filter(({ part }) => parts.includes(part) && part !== "details")
          .flatMap(({ resultIds }) => resultIds),
      })),
    };
  }
}

/** The expected and the actual text. */
interface Facts extends Pick<Shown, "status" | "decision" | "revision"> {
  readonly nextAction: { readonly type: string } | null;
  readonly steps: readonly Pick<Step, "name" | "status" | "reason" | "attempts" | "resultIds">[];
}

function summary({ status, decision, nextAction, revision, steps }: Facts): string {
  const each = steps.map(
    (step) =>
      `${step.name} ${step.status} (${step.reason}) after ${step.attempts} of ${step.resultIds.join(" ")}`,
  );
  return [status, decision, `next ${nextAction?.type}`, `revision ${revision}`, ...each].join(", ");
}
