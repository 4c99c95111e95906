import type { CheckSeverity, CheckStatus } from "../../../../vocabulary/fraud.ts";
import { CHECKS, type CheckName } from "../../../../vocabulary/fraud.ts";
import type { CheckInput, CheckResult } from "./check.ts";
import { failed, PASS } from "./check.ts";
import { dateOrder } from "./date-order.ts";
import { duplicateOfKnownImage, issuingCountryValid, singleHolder } from "./document-checks.ts";
import { checksum, mrzStateRule } from "./mrz-checksums.ts";
import { idNumberChecksum } from "./national-number.ts";
import { vizConsistency } from "./viz-consistency.ts";

export interface DeterministicCheck {
  readonly name: CheckName;
  readonly status: CheckStatus;
  readonly severity: CheckSeverity;
  readonly required: boolean;
  /** The reason for the status, without any value of the document. */
  readonly detail: string | null;
  /** The subject of the check, for staff: the same whatever its status is, and no claim that it passed. */
  readonly explanation: string;
}

interface CheckRule {
  readonly severity: CheckSeverity;
  /**
   * Whether a document can be clean only if this check was evaluated: always, or when a machine readable zone
   * is expected.
   */
  readonly requiredFor: "mrz" | "none";
  readonly explanation: string;
  evaluate(input: CheckInput): CheckResult;
}

/** Contract §6: the fixed severity of each check, and whether the check is required. */
const CHECK_RULES: Readonly<Record<CheckName, CheckRule>> = {
  mrz_document_number_checksum: {
    severity: "critical",
    requiredFor: "mrz",
    explanation: "The check digit of the document number in the machine readable zone.",
    evaluate: checksum("document_number"),
  },
  mrz_birth_date_checksum: {
    severity: "critical",
    requiredFor: "mrz",
    explanation: "The check digit of the date of birth in the machine readable zone.",
    evaluate: checksum("date_of_birth"),
  },
  mrz_expiry_date_checksum: {
    severity: "critical",
    requiredFor: "mrz",
    explanation: "The check digit of the date of expiry in the machine readable zone.",
    evaluate: checksum("date_of_expiry"),
  },
  mrz_composite_checksum: {
    severity: "critical",
    requiredFor: "mrz",
    explanation: "The check digit over all numbers of the machine readable zone.",
    evaluate: checksum("composite"),
  },
  mrz_state_rule: {
    severity: "major",
    requiredFor: "none",
    explanation:
      "Whether check digits that the issuing state computes by a rule of its own fit the standard's rule.",
    evaluate: mrzStateRule,
  },
  mrz_viz_consistency: {
    severity: "major",
    requiredFor: "mrz",
    explanation:
      "Whether names, number and dates of the machine readable zone stand in the printed text, too.",
    evaluate: vizConsistency,
  },
  id_number_checksum: {
    severity: "critical",
    requiredFor: "none",
    explanation: "The check within the holder's national number, by the issuing country's public rule.",
    evaluate: idNumberChecksum,
  },
  date_order: {
    severity: "major",
    requiredFor: "none",
    explanation:
      "Whether birth, issue and expiry follow one another, and the national number carries the same birth.",
    evaluate: dateOrder,
  },
  issuing_country_valid: {
    severity: "major",
    requiredFor: "none",
    explanation: "Whether issuing state and nationality are codes of ICAO Doc 9303-3.",
    evaluate: issuingCountryValid,
  },
  duplicate_of_known_image: {
    severity: "major",
    requiredFor: "none",
    explanation: "Whether another customer has sent this image, or one nearly the same.",
    evaluate: duplicateOfKnownImage,
  },
  editing_software_trace: {
    severity: "major",
    requiredFor: "none",
    explanation: "Whether the file names a program that changes what an image shows.",
    evaluate: ({ forensics: { editingSoftware } }) =>
      editingSoftware.length === 0 ? PASS : failed(`Saved by ${editingSoftware.join(", ")}.`),
  },
  single_holder: {
    severity: "major",
    requiredFor: "none",
    explanation: "Whether all larger faces in the image, on the document or beside it, are of one person.",
    evaluate: singleHolder,
  },
};

/**
 * Checks of what an issuer prints so that a reader can recompute it. The others ask whether anything speaks
 * against the document: one that was drawn from nothing passes them all. A document is clean only if one of
 * these was evaluated.
 */
const AUTHENTICITY_CHECKS: readonly CheckName[] = [
  "mrz_document_number_checksum",
  "mrz_birth_date_checksum",
  "mrz_expiry_date_checksum",
  "mrz_composite_checksum",
  "mrz_viz_consistency",
  "id_number_checksum",
];

/** Whether a check of authenticity comes to a result on a side of a document. */
export function isAuthenticityChecked(side: CheckInput): boolean {
  const statuses = AUTHENTICITY_CHECKS.map((name) => CHECK_RULES[name].evaluate(side).status);
  return statuses.includes("pass") || statuses.includes("fail");
}

/** All deterministic checks of contract §6.6, in its order. */
export function runChecks(input: CheckInput): DeterministicCheck[] {
  return CHECKS.map((name) => {
    const { severity, requiredFor, explanation, evaluate } = CHECK_RULES[name];
    return {
      name,
      severity,
      required: requiredFor === "mrz" && input.mrzExpected,
      ...evaluate(input),
      explanation,
    };
  });
}
