import type { ChipCheckName, SignedKind, SignedOutcome } from "../../../vocabulary/signed-evidence.ts";
import type { Policy } from "../../verification/policy.ts";
import { CHIP_RULES, CONTRADICTIONS } from "../chip/rules.ts";
import { PASSED, type StepOutcome } from "./step-outcome.ts";

/** What the outcome of signed data rests on. */
export interface JudgedSigned {
  readonly kind: SignedKind;
  readonly outcome: SignedOutcome;
  /** The checks that failed. */
  readonly failed: readonly ChipCheckName[];
  /** Of the weakest algorithm that signed, in bits of security. */
  readonly strength: number;
  /** The fraud result of the photo that shows the same document; null without one. */
  readonly sameAs: string | null;
}

/** The reasons for data that cannot be judged: it uses no attempt, and a photo still decides. */
const NOT_JUDGED: Readonly<Partial<Record<SignedOutcome, string>>> = {
  unknown_issuer: "unknown_issuer",
  not_readable: "chip_read_incomplete",
};

/**
 * The outcome of a document's signed data for the part `fraud`. Data that its issuer signed passes: who
 * presents it is proven apart, by the live face that the policy then requires. An authentic carrier lifts
 * what pixels alone said of the same document. A contradiction with a photo is against the document, as a
 * suspicious photo is.
 */
export function signedOutcome(
  { outcome, failed, strength, sameAs }: JudgedSigned,
  policy: Pick<Policy, "on_fraud_suspicious" | "chip_min_strength">,
): StepOutcome {
  const notJudged = NOT_JUDGED[outcome];
  if (notJudged !== undefined) return { outcome: "capture_quality", reason: notJudged };
  const found = failed.length === 0 ? undefined : failed.map((name) => CHIP_RULES[name].finding).join(". ");
  if (outcome === "not_authentic") return { outcome: "failed", reason: "fraud_fraudulent", found };
  if (strength < (policy.chip_min_strength ?? 0))
    return { outcome: "capture_quality", reason: "chip_too_weak" };
  if (failed.length > 0) {
    const contradicts = failed.some((name) => CONTRADICTIONS.includes(name));
    return {
      outcome: policy.on_fraud_suspicious === "decline" ? "failed" : "adverse",
      reason: contradicts ? "chip_contradicts" : "fraud_suspicious",
      found,
    };
  }
  return outcome === "authentic" && sameAs !== null ? { ...PASSED, lifts: sameAs } : PASSED;
}
