import type { CheckSeverity, CheckStatus } from "../../../../vocabulary/fraud.ts";
import { CHECKS, type CheckName } from "../../../../vocabulary/fraud.ts";
import { barcodeFormat, barcodeMrzConsistency, barcodeVizConsistency } from "./barcode-checks.ts";
import type { CheckInput, CheckResult } from "./check.ts";
import { failed, PASS } from "./check.ts";
import { dateOrder } from "./date-order.ts";
import { duplicateOfKnownImage, issuingCountryValid, singleHolder } from "./document-checks.ts";
import { checksum, mrzStateRule } from "./mrz-checksums.ts";
import { idNumberChecksum } from "./national-number.ts";
import { sealConsistency, sealSignature } from "./seal-checks.ts";
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
   * Whether a document can be clean only if this check was evaluated: if an MRZ or a barcode is expected, or
   * never.
   */
  readonly requiredFor: "mrz" | "barcode" | "none";
  /** What a failed check found, without a full stop: for messages to the tenant. */
  readonly finding: string;
  /** What is checked. */
  readonly explanation: string;
  /** What support does about a failed check. */
  readonly support: string;
  evaluate(input: CheckInput): CheckResult;
}

/** Contract §6: the fixed severity of each check, and whether the check is required. */
export const CHECK_RULES: Readonly<Record<CheckName, CheckRule>> = {
  mrz_document_number_checksum: {
    severity: "critical",
    requiredFor: "mrz",
    finding: "Wrong MRZ check digit of the document number",
    explanation: "The check digit of the document number in the MRZ.",
    support: "Compare the printed document number with the MRZ.",
    evaluate: checksum("document_number"),
  },
  mrz_birth_date_checksum: {
    severity: "critical",
    requiredFor: "mrz",
    finding: "Wrong MRZ check digit of the birth date",
    explanation: "The check digit of the date of birth in the MRZ.",
    support: "Compare the printed date of birth with the MRZ.",
    evaluate: checksum("date_of_birth"),
  },
  mrz_expiry_date_checksum: {
    severity: "critical",
    requiredFor: "mrz",
    finding: "Wrong MRZ check digit of the expiry date",
    explanation: "The check digit of the date of expiry in the MRZ.",
    support: "Compare the printed date of expiry with the MRZ.",
    evaluate: checksum("date_of_expiry"),
  },
  mrz_composite_checksum: {
    severity: "critical",
    requiredFor: "mrz",
    finding: "Wrong composite check digit of the MRZ",
    explanation: "The check digit over all numbers of the MRZ.",
    support: "Compare every number of the MRZ with the printed text.",
    evaluate: checksum("composite"),
  },
  mrz_state_rule: {
    severity: "major",
    requiredFor: "none",
    finding: "MRZ check digit that does not fit the rule of ICAO 9303",
    explanation:
      "Whether check digits that an issuing state computes by a rule of its own fit the standard's rule.",
    support: "Compare the document with a specimen: the issuing state's own rule is not public.",
    evaluate: mrzStateRule,
  },
  mrz_viz_consistency: {
    severity: "major",
    requiredFor: "mrz",
    finding: "Differences between the MRZ and the printed text",
    explanation: "Whether names, number and dates of the MRZ are in the printed text, too.",
    support: "Compare the field that `detail` names in the MRZ and in print.",
    evaluate: vizConsistency,
  },
  barcode_format: {
    severity: "major",
    requiredFor: "barcode",
    finding: "Barcode that is not as its issuer makes it",
    explanation:
      "Whether the licence's barcode follows the AAMVA standard: header, subfiles, issuer, jurisdiction, dates.",
    support:
      "Scan the barcode of the card with an AAMVA reader. Issuers that are known to deviate do not fail.",
    evaluate: barcodeFormat,
  },
  barcode_viz_consistency: {
    severity: "major",
    requiredFor: "none",
    finding: "Differences between the barcode and the printed text",
    explanation: "Whether names, number and dates of the barcode are in the printed text, too.",
    support: "Compare the field that `detail` names in print with the barcode's.",
    evaluate: barcodeVizConsistency,
  },
  barcode_mrz_consistency: {
    severity: "major",
    requiredFor: "none",
    finding: "Differences between the barcode and the MRZ",
    explanation: "Whether the barcode and the MRZ have the same names, number and dates.",
    support: "Compare the field that `detail` names in the MRZ with the barcode's.",
    evaluate: barcodeMrzConsistency,
  },
  seal_signature: {
    severity: "critical",
    requiredFor: "none",
    finding: "Signed barcode whose signature is wrong",
    explanation:
      "Whether the signature of a signed barcode is its signer's, and the signer is the issuing state's.",
    support: "Scan the barcode with the issuing state's own app. Only the signer can make a right signature.",
    evaluate: sealSignature,
  },
  seal_consistency: {
    severity: "critical",
    requiredFor: "none",
    finding: "Signed barcode of another document",
    explanation: "Whether the data of a signed barcode are those of the printed text and the MRZ.",
    support: "Compare the field that `detail` names with the barcode's: the barcode is genuine.",
    evaluate: sealConsistency,
  },
  id_number_checksum: {
    severity: "critical",
    requiredFor: "none",
    finding: "Wrong check digit of the national number",
    explanation: "The check digit of the national number, by the issuing country's public rule.",
    support: "Compare the printed national number with the reading.",
    evaluate: idNumberChecksum,
  },
  date_order: {
    severity: "major",
    requiredFor: "none",
    finding: "Dates that contradict each other",
    explanation:
      "Whether birth, issue and expiry follow one another, and the national number has the same birth date.",
    support: "Compare the dates on the document.",
    evaluate: dateOrder,
  },
  issuing_country_valid: {
    severity: "major",
    requiredFor: "none",
    finding: "Issuing state or nationality without an ICAO code",
    explanation: "Whether issuing state and nationality are codes of ICAO Doc 9303-3.",
    support: "Read the codes in the MRZ.",
    evaluate: issuingCountryValid,
  },
  duplicate_of_known_image: {
    severity: "major",
    requiredFor: "none",
    finding: "Image that another end user has sent",
    explanation: "Whether another end user has sent this image or a near-duplicate.",
    support: "Compare the verifications of both people. The first sender is not to blame.",
    evaluate: duplicateOfKnownImage,
  },
  editing_software_trace: {
    severity: "major",
    requiredFor: "none",
    finding: "File that was saved by image editing software",
    explanation: "Whether the file names a program that edits images.",
    support: "Ask the person for an unedited photo.",
    evaluate: ({ forensics: { editingSoftware } }) =>
      editingSoftware.length === 0 ? PASS : failed(`Saved by ${editingSoftware.join(", ")}.`),
  },
  single_holder: {
    severity: "major",
    requiredFor: "none",
    finding: "Second person's face in the image",
    explanation: "Whether all larger faces in the image, on the document or beside it, are of one person.",
    support: "Ask the person to photograph the document alone.",
    evaluate: singleHolder,
  },
};

/**
 * Checks of what an issuer prints so that a reader can recompute it. The others ask whether anything speaks
 * against the document: a counterfeit passes them all. A document is clean only if one of
 * these was evaluated.
 */
export const AUTHENTICITY_CHECKS: readonly CheckName[] = [
  "mrz_document_number_checksum",
  "mrz_birth_date_checksum",
  "mrz_expiry_date_checksum",
  "mrz_composite_checksum",
  "mrz_viz_consistency",
  "id_number_checksum",
];

/** Whether a check is required of a document that carries an MRZ or a barcode, or neither. */
const isRequired = (
  requiredFor: CheckRule["requiredFor"],
  { mrzExpected, barcodeExpected }: CheckInput,
): boolean => ({ mrz: mrzExpected, barcode: barcodeExpected, none: false })[requiredFor];

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
      required: isRequired(requiredFor, input),
      ...evaluate(input),
      explanation,
    };
  });
}
