import { MAX_CAPTURE_FAILURES, type Policy } from "#edge/verification/policy.ts";
import { type PartName, STEP_PARTS } from "#edge/verification/types.ts";
import type { Decision, StepName, StepStatus } from "#vocabulary/verifications.ts";
import type { Accepted } from "./history.ts";
import { isLifted, isSigned } from "./oracle.ts";
import { type ExpectedChecks, isUnasked } from "./own-checks.ts";
import { acceptsKind } from "./signed-sentences.ts";

/** The calls that continue an open part. */
const ACTIONS = {
  ...{ ocr: "ocr_scan", fraud: "fraud_detect", details: "ocr_scan" },
  ...{ repeat: "ocr_scan", listed: "ocr_scan" },
  ...{ check: "liveness_check", search: "liveness_check" },
};

/** The first outcome that any part has is the step's outcome. */
const ORDER = ["failed", "retry_required", "pending", "review"] as const;

interface ExpectedStep {
  readonly name: StepName;
  readonly parts: readonly PartName[];
  readonly status: StepStatus;
  readonly reason: string | null;
}

/**
 * Contract §3 as a function of the history: exactly the required outcome. The sentences of
 * `oracle.ts` say what must never happen; this says what must, so that no rule makes the service useless.
 */
export class Expected {
  readonly steps: readonly ExpectedStep[];
  readonly parts: readonly PartName[];
  readonly decision: Decision | null;
  /** Whether a challenge was required. */
  readonly isSteppedUp: boolean;
  readonly #policy: Policy;
  readonly #challengeFirst: boolean;
  readonly #history: readonly Accepted[];
  readonly #expects: boolean;

  constructor(
    policy: Policy,
    history: readonly Accepted[],
    {
      expects,
      challengeFirst,
      checks,
    }: { expects: boolean; challengeFirst: boolean; checks: ExpectedChecks },
  ) {
    this.#policy = policy;
    this.#challengeFirst = challengeFirst;
    this.#history = history;
    this.#expects = expects;
    // Which results use up attempts is the same: that of a review does so, too.
    if (policy.purpose === "age") this.#history = history.map((each, at) => this.#unreviewed(each, at));
    this.isSteppedUp = history.some(isStepUp);
    const names: StepName[] = [...policy.steps];
    if (policy.require_face_match || this.#isOfRegistered) names.push("face_match");
    this.steps = names.map((name) => this.#step(name));
    this.parts = this.steps.flatMap(({ parts }) => parts);
    this.decision = decisionOf([...this.steps.map(({ status }) => status), ...checks.statuses]);
  }

  /** Whether every step is settled, so that the tenant's own checks are due. */
  get isSettled(): boolean {
    return this.steps.every(({ status }) => isHeld(status));
  }

  /** The next call: a required challenge, or else the first open part. */
  get nextAction(): string | null {
    if (this.decision !== null) return null;
    const open = this.parts
      .filter((part) => isOpen(this.#part(part).status))
      // Faces are compared by the service, and once more with another selfie.
      .flatMap((part) => {
        if (part !== "comparison") return part;
        return this.#part(part).status === "retry_required" ? "check" : [];
      });
    if (open.includes("check") && this.isSteppedUp) return "liveness_challenge";
    const first = open.length === 0 ? null : ACTIONS[open[0] as keyof typeof ACTIONS];
    const takesPhotos = this.#policy.document_evidence?.includes("picture") ?? true;
    const action = !takesPhotos && /^(ocr|fraud)/.test(first ?? "") ? "signed_evidence" : first;
    const isChallenge = this.#challengeFirst || this.#policy.liveness_mode === "challenge";
    return action === "liveness_check" && isChallenge ? "liveness_challenge" : action;
  }

  get #isOfRegistered(): boolean {
    const { match_registered: rule = "off" } = this.#policy;
    return rule !== "off";
  }

  /**
   * The portrait and the frame that count, by their results: each is of a valid check. In place of the
   * portrait, the registration at the end of the last call.
   */
  get pair(): { portrait: string; frame: string } | null {
    const [read, frame] = (["ocr", "check"] as const).map((part) =>
      isHeld(this.#part(part).status) ? this.#newest([part])?.resultIds[0] : undefined,
    );
    const portrait = this.#isOfRegistered ? (this.#history.at(-1)?.registered ?? "none") : read;
    return portrait === undefined || frame === undefined ? null : { portrait, frame };
  }

  /**
   * Attempts that a part has used up: ten captures that cannot be judged are free, and so are the first
   * step-up and a repeated search for one selfie.
   */
  used(part: PartName, by = this.#history.length): number {
    const all = this.#history.slice(0, by).filter((each) => each.part === part);
    const free = Math.min(MAX_CAPTURE_FAILURES, all.filter(isCapture).length) + Number(all.some(isStepUp));
    const again = all.filter(({ capture }, at) => part === "search" && all[at - 1]?.capture === capture);
    return Math.min(all.length - free - again.length, this.#policy.max_attempts);
  }

  /**
   * A result where no person reviews: suspicion fails, and doubt asks for another capture, unless the faces
   * would need a selfie that has no attempt left.
   */
  #unreviewed(each: Accepted, at: number): Accepted {
    if (each.outcome === "adverse") return { ...each, outcome: "failed" };
    if (each.outcome !== "review") return each;
    const isLast = each.part === "comparison" && this.used("check", at) >= this.#policy.max_attempts;
    return { ...each, outcome: isLast ? "failed" : "retry", reason: "insufficient_evidence" };
  }

  /** Final results: suspicious ones that no signed data has lifted, and those without another attempt. */
  get found(): Accepted[] {
    const isLast = (part: PartName, at: number) => this.used(part, at + 1) >= this.#policy.max_attempts;
    return this.#history.filter(
      (each, at) =>
        (each.outcome === "adverse" && !isLifted(each, this.#history)) ||
        (each.outcome === "review" && isLast(each.part, at)),
    );
  }

  /** The photo of the document that counts, and the fraud result of the same image. */
  get photo(): { read: Accepted; fraud: Accepted | undefined } | null {
    const read = isHeld(this.#part("ocr").status) ? this.#newest(["ocr"]) : undefined;
    if (read === undefined || isSigned(read)) return null;
    const fraud = this.#newest(["fraud"]);
    return { read, fraud: fraud?.capture === read.capture ? fraud : undefined };
  }

  /** The chip or credential with which the document has passed. */
  get signed(): Accepted | undefined {
    const step = this.steps.find(({ name }) => name === "document");
    const read = this.#newest(["ocr"]);
    return step?.status === "passed" && read !== undefined && isSigned(read) ? read : undefined;
  }

  /** Whether evidence of the document of this kind must be rejected. */
  refuses({ chip, credential }: Pick<Accepted, "chip" | "credential">): boolean {
    const { document_evidence: accepted = ["picture"] } = this.#policy;
    const signed = chip === undefined ? "picture" : "chip";
    if (!accepted.includes(credential === undefined ? signed : "credential")) return true;
    if (credential !== undefined && !acceptsKind(this.#policy, credential.kind)) return true;
    return this.signed !== undefined;
  }

  #step(name: StepName): ExpectedStep {
    const parts = STEP_PARTS[name].filter(
      (part) =>
        (part !== "search" || this.#policy.dedupe !== "off") &&
        (part !== "details" || this.#expects) &&
        !isUnasked(part, this.#policy),
    );
    const each = parts.map((part) => this.#part(part));
    const found = this.found.find(({ part }) => parts.includes(part));
    const worst = ORDER.find((status) => each.some((part) => part.status === status)) ?? "passed";
    const status = worst === "passed" && found !== undefined ? "review" : worst;
    const reported = each.find((part) => part.status === status && part.reason !== null)?.reason ?? null;
    return { name, parts, status, reason: (status === "review" ? found?.reason : null) ?? reported };
  }

  #part(part: PartName): { status: StepStatus; reason: string | null } {
    const settled = this.#newest([part]);
    const last = this.#history.findLast((each) => each.part === part);
    const isExhausted = this.used(part) >= this.#policy.max_attempts;
    if (settled !== undefined && this.#counts(settled)) {
      const { outcome, reason } = settled;
      if (outcome === "passed" || outcome === "failed") return { status: outcome, reason };
      if (outcome === "review" || outcome === "adverse") return { status: "review", reason };
      return { status: isExhausted ? "failed" : "retry_required", reason: last!.reason };
    }
    const isLooked = settled !== undefined && ["passed", "review", "adverse"].includes(settled.outcome);
    const reason = last !== undefined && isCapture(last) ? last.reason : "document_changed";
    if (["search", "comparison", "details", "repeat", "listed"].includes(part))
      return { status: "pending", reason: null };
    if (isExhausted) return { status: "failed", reason: isLooked ? "document_changed" : reason };
    return last === undefined ? { status: "pending", reason: null } : { status: "retry_required", reason };
  }

  /** Whether a settled result is of the image, the live check or the pair that counts: the newest. */
  #counts({ part, capture, pair }: Accepted): boolean {
    if (["ocr", "fraud", "details", "repeat", "listed"].includes(part))
      return capture === this.#newest(["ocr", "fraud"])!.capture;
    if (part !== "comparison") return capture === this.#newest(["check", "search"])!.capture;
    return this.pair !== null && pair?.portrait === this.pair.portrait && pair.frame === this.pair.frame;
  }

  #newest(parts: readonly PartName[]): Accepted | undefined {
    return this.#history.findLast((each) => parts.includes(each.part) && !isCapture(each));
  }
}

/** Whether a decided verification registers its selfie, beside a registered face or without one. */
export function mustRegister(
  { register_on_approval: rule = "off" }: Policy,
  decision: Decision | null,
  { purposes, isRegistered }: { readonly purposes: readonly string[] | null; readonly isRegistered: boolean },
): boolean {
  if (decision !== "approved" || purposes === null || !purposes.includes("return")) return false;
  return rule === "replace" || (rule === "create" && !isRegistered);
}

function decisionOf(statuses: readonly StepStatus[]): Decision | null {
  if (statuses.includes("failed")) return "declined";
  if (statuses.every((status) => status === "passed")) return "approved";
  return statuses.some(isOpen) ? null : "review";
}

const isHeld = (status: StepStatus) => status === "passed" || status === "review";
const isOpen = (status: StepStatus) => status === "pending" || status === "retry_required";
const isCapture = ({ outcome }: Accepted) => outcome === "capture_quality";
const isStepUp = ({ outcome }: Accepted) => outcome === "step_up";
