import { factsOf } from "../../../vocabulary/document-types.ts";
import { DERIVED_SIGNALS, type SignalName } from "../../../vocabulary/fraud.ts";
import type { KnownRule } from "../../../vocabulary/own-checks.ts";
import type { Policy } from "../../verification/policy.ts";
import type { Outcome } from "../../verification/types.ts";
import type { FraudVerdict } from "../fraud/assess.ts";
import { CHECK_RULES, type DeterministicCheck } from "../fraud/checks/checks.ts";
import type { Signal } from "../fraud/signals/signal.ts";
import { SIGNAL_RULES } from "../fraud/signals/signal-rules.ts";
import { isAdverse, isCaptureIssue, type LivenessVerdict } from "../liveness/reasons.ts";
import { witnessed } from "../ocr/barcode-fields.ts";
import { identifyingFields } from "../ocr/gate-measures.ts";
import { isOfTheDocument } from "../ocr/gates.ts";
import type { OcrVerdict } from "../ocr/verdict.ts";
import { isoDay, yearsAfter } from "../text/dates.ts";

/** The consequence of a check's verdict for its part of a verification's step, and the reason. */
export interface StepOutcome {
  readonly outcome: Outcome;
  /** Null when passed. */
  readonly reason: string | null;
  /** See `StepResult`, also of the next two. */
  readonly found?: string | undefined;
  readonly ofPixels?: boolean | undefined;
  readonly lifts?: string | undefined;
}

export const PASSED: StepOutcome = { outcome: "passed", reason: null };

/**
 * An insufficient score requires a challenge; a capture that cannot be judged costs no attempt; frames that
 * came before are for a person to judge; a recognised attack is a hard stop; any other failure may be
 * retried.
 */
export function livenessOutcome({ isLive, reason, retryable, nextAction }: LivenessVerdict): StepOutcome {
  if (isLive) return PASSED;
  if (nextAction !== null) return { outcome: "step_up", reason };
  if (isCaptureIssue(reason)) return { outcome: "capture_quality", reason };
  if (isAdverse(reason)) return { outcome: "adverse", reason };
  return { outcome: retryable ? "retry" : "failed", reason };
}

/** Whether the frame counts after this outcome of a liveness check: its face is compared and searched for. */
export const faceCounts = ({ outcome }: Pick<StepOutcome, "outcome">): boolean =>
  outcome === "passed" || outcome === "review" || outcome === "adverse";

/** A document's reading, and whether its portrait and its type's MRZ were found. */
interface DocumentEvidence extends Pick<OcrVerdict, "eligible" | "reason" | "fields" | "documentType"> {
  /** Null if none was read. */
  readonly mrz: object | null;
  readonly hasPortrait: boolean;
  /** Whether the reading is a test reference's specimen, which has no MRZ. */
  readonly isSpecimen: boolean;
  /** Whether the document carries a barcode that was not read on either side. */
  readonly lacksBarcode?: boolean;
}

/**
 * An eligible document passes when it meets the policy. Without a date of expiry its validity is unknown, and
 * without a date of birth, or its century, no minimum age is proven: both lead to a review. A person below
 * the minimum age is a hard stop. A required portrait or the type's MRZ that is missing must be captured
 * again: without the MRZ, fraud detection under another declared type would check none of its digits. So must
 * a licence's barcode. What only an unsigned barcode says never passes: it counts as not read, unless it is
 * against the document.
 */
export function ocrOutcome(
  { eligible, reason, fields, documentType, mrz, hasPortrait, isSpecimen, lacksBarcode }: DocumentEvidence,
  policy: Pick<Policy, "min_age" | "require_face_match">,
  now: number,
): StepOutcome {
  // Another document uses up an attempt; a better image of the same document does not.
  if (!eligible) return { outcome: isOfTheDocument(reason) ? "retry" : "capture_quality", reason };
  if (policy.require_face_match && !hasPortrait) {
    return { outcome: "capture_quality", reason: "portrait_not_found" };
  }
  if (factsOf(documentType).mrz && mrz === null && !isSpecimen) {
    return { outcome: "capture_quality", reason: "mrz_not_found" };
  }
  if (lacksBarcode === true) return { outcome: "capture_quality", reason: "barcode_not_read" };
  const own = witnessed(fields);
  if (identifyingFields(own) < identifyingFields(fields))
    return { outcome: "capture_quality", reason: "low_text_confidence" };
  if (policy.min_age !== null) {
    const birth = fields.date_of_birth?.value;
    if (birth === undefined) return { outcome: "review", reason: "age_not_read" };
    if (!isOfAge(birth, policy.min_age, now)) return { outcome: "failed", reason: "under_min_age" };
    if (own.date_of_birth === undefined || mayBeChild(birth, policy.min_age, now))
      return { outcome: "review", reason: "age_not_read" };
  }
  return own.date_of_expiry === undefined ? { outcome: "review", reason: "expiry_not_read" } : PASSED;
}

/**
 * Whether a person over a hundred may be a child as well: MRZs have two digits of the year, so that print
 * alone tells the century, and one printed digit would make anybody old enough.
 */
function mayBeChild(birth: string, years: number, now: number): boolean {
  const later = yearsAfter(birth, 100);
  return later <= isoDay(new Date(now)) && !isOfAge(later, years, now);
}

/**
 * Whether a person born on that day has reached the age by now, in UTC: in a year without a 29 February, on 1
 * March.
 */
function isOfAge(birth: string, years: number, now: number): boolean {
  return yearsAfter(birth, years) <= isoDay(new Date(now));
}

/** The part of a fraud verdict that its outcome rests on. */
export interface JudgedFraud extends Pick<FraudVerdict, "decision" | "requiredMissing"> {
  readonly qualityGate: Pick<FraudVerdict["qualityGate"], "passed">;
  readonly signals: readonly Pick<Signal, "name" | "triggered">[];
  readonly deterministicChecks: readonly Pick<DeterministicCheck, "name" | "status">[];
}

/**
 * `suspicious` follows the policy; `inconclusive` costs an attempt only if the image was good enough. A
 * document on which no check of authenticity was evaluated goes to a person.
 */
export function fraudOutcome(verdict: JudgedFraud, policy: Pick<Policy, "on_fraud_suspicious">): StepOutcome {
  const { decision, qualityGate, requiredMissing } = verdict;
  const reason = `fraud_${decision}`;
  switch (decision) {
    case "clean":
      return PASSED;
    case "fraudulent":
      return { outcome: "failed", reason, found: foundIn(verdict) };
    case "suspicious":
      if (policy.on_fraud_suspicious === "decline")
        return { outcome: "failed", reason, found: foundIn(verdict) };
      return {
        ...{ outcome: "adverse", reason, found: foundIn(verdict) },
        ...(isOfPixels(verdict) && { ofPixels: true }),
      };
    case "inconclusive":
      if (!qualityGate.passed) return { outcome: "capture_quality", reason };
      return requiredMissing
        ? { outcome: "retry", reason }
        : { outcome: "review", reason: "authenticity_not_checked" };
  }
}

/** Whether nothing but the image's pixels is against the document: no check failed, and no derived signal. */
export const isOfPixels = ({
  signals,
  deterministicChecks,
}: Pick<JudgedFraud, "signals" | "deterministicChecks">): boolean =>
  deterministicChecks.every(({ status }) => status !== "fail") &&
  signals.every(({ name, triggered }) => !triggered || !DERIVED.includes(name));

const DERIVED: readonly SignalName[] = DERIVED_SIGNALS;

/**
 * What failed checks and triggered signals found, a sentence each; undefined if none of them did by itself.
 */
function foundIn({
  signals,
  deterministicChecks,
}: Pick<JudgedFraud, "signals" | "deterministicChecks">): string | undefined {
  const failed = deterministicChecks.filter(({ status }) => status === "fail");
  const triggered = signals.filter((signal) => signal.triggered);
  const found = new Set([
    ...failed.map(({ name }) => CHECK_RULES[name].finding),
    ...triggered.map(({ name }) => SIGNAL_RULES[name].finding),
  ]);
  return found.size === 0 ? undefined : [...found].join(". ");
}

/**
 * A live face that is registered under another customer's reference follows the policy. It declines only if
 * the search's false positive rate holds for a gallery of that size; otherwise the match is a candidate for
 * review. A gallery that could not be searched (null) leads to a review too.
 */
export function searchOutcome(
  search: { readonly match: boolean; readonly fpirHeld: boolean } | null,
  dedupe: Policy["dedupe"],
): StepOutcome {
  if (search === null) return { outcome: "review", reason: "model_version_mismatch" };
  if (!search.match) return PASSED;
  const declines = dedupe === "decline" && search.fpirHeld;
  return { outcome: declines ? "failed" : "adverse", reason: "duplicate_face" };
}

/** A document that nothing can be compared with: another capture may show its number and state. */
export const NUMBER_NOT_READ: StepOutcome = { outcome: "review", reason: "number_not_read" };

/** A document that is known, with its reason, follows the policy; `decline` is a hard stop. */
export const knownOutcome = (isKnown: boolean, rule: KnownRule | undefined, reason: string): StepOutcome =>
  isKnown ? { outcome: rule === "decline" ? "failed" : "adverse", reason } : PASSED;

/** A blocked face declines only if the search's false positive rate holds, as for `duplicate_face`. */
export const blockedFaceOutcome = (rule: KnownRule | undefined, fpirHeld: boolean): StepOutcome =>
  knownOutcome(true, fpirHeld ? rule : "review", "list_blocked");
