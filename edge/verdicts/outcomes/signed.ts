import type { CredentialCheckName } from "../../../vocabulary/credentials.ts";
import type { ChipCheckName, SignedKind, SignedOutcome } from "../../../vocabulary/signed-evidence.ts";
import type { Policy } from "../../verification/policy.ts";
import { CHIP_RULES, CONTRADICTIONS } from "../chip/rules.ts";
import { CREDENTIAL_RULES } from "../credential/rules.ts";
import { PASSED, type StepOutcome } from "./step-outcome.ts";

type SignedCheckName = ChipCheckName | CredentialCheckName;

const FINDINGS: Readonly<Record<SignedCheckName, { readonly finding: string }>> = {
  ...CHIP_RULES,
  ...CREDENTIAL_RULES,
};

/** What the outcome of signed data rests on. */
export interface JudgedSigned {
  readonly kind: SignedKind;
  readonly outcome: SignedOutcome;
  /** The checks that failed. */
  readonly failed: readonly SignedCheckName[];
  /** Of the weakest algorithm that signed, in bits of security. */
  readonly strength: number;
  /** The fraud result of the photo that shows the same document; null without one. */
  readonly sameAs: string | null;
}

/** The reasons for data that cannot be judged: it uses no attempt, and a photo still decides. */
const NOT_JUDGED: Readonly<Record<SignedKind, Readonly<Partial<Record<SignedOutcome, string>>>>> = {
  chip: { unknown_issuer: "unknown_issuer", not_readable: "chip_read_incomplete" },
  credential: {
    expired: "credential_expired",
    revoked: "credential_revoked",
    unknown_issuer: "unknown_issuer",
    unsupported_algorithm: "unsupported_algorithm",
    not_readable: "credential_incomplete",
  },
};

/**
 * The outcome of a document's signed data for the part `fraud`. Data that its issuer signed passes: who
 * presents it is proven apart, by the live face that the policy then requires. An authentic carrier lifts
 * what pixels alone said of the same document. A contradiction with a photo is against the document, as a
 * suspicious photo is.
 */
export function signedOutcome(
  { kind, outcome, failed, strength, sameAs }: JudgedSigned,
  policy: Pick<Policy, "on_fraud_suspicious" | "chip_min_strength">,
): StepOutcome {
  const notJudged = NOT_JUDGED[kind][outcome];
  if (notJudged !== undefined) return { outcome: "capture_quality", reason: notJudged };
  const found = failed.length === 0 ? undefined : failed.map((name) => FINDINGS[name].finding).join(". ");
  if (outcome === "not_authentic") return { outcome: "failed", reason: "fraud_fraudulent", found };
  if (kind === "chip" && strength < (policy.chip_min_strength ?? 0))
    return { outcome: "capture_quality", reason: "chip_too_weak" };
  if (failed.length > 0) {
    const contradicts = failed.some((name) => (CONTRADICTIONS as readonly string[]).includes(name));
    return {
      outcome: policy.on_fraud_suspicious === "decline" ? "failed" : "adverse",
      reason: contradicts ? "chip_contradicts" : "fraud_suspicious",
      found,
    };
  }
  return outcome === "authentic" && sameAs !== null ? { ...PASSED, lifts: sameAs } : PASSED;
}

/** The outcome of what an issuer says of an age. */
export const ageOutcome = ({ isReached }: { readonly isReached: boolean }): StepOutcome =>
  isReached ? PASSED : { outcome: "failed", reason: "under_min_age" };
