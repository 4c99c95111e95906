import type { CheckSeverity, CheckStatus, Examined, Finding } from "./check.ts";
import { failed, PASS } from "./check.ts";
import { dateOrder } from "./dates.ts";
import { issuingCountryValid } from "./issuing-country.ts";
import { duplicateOfKnownImage } from "./known-image.ts";
import { checksum } from "./mrz-checksums.ts";
import { idNumberChecksum } from "./national-number.ts";
import { vizConsistency } from "./viz-consistency.ts";

export interface DeterministicCheck {
  readonly name: string;
  readonly status: CheckStatus;
  readonly severity: CheckSeverity;
  readonly required: boolean;
  readonly detail: string | null;
}

interface CheckRule {
  readonly name: string;
  readonly severity: CheckSeverity;
  /** Whether a document is clean only when this was evaluated: always, or where a machine readable zone is expected. */
  readonly requiredFor: "mrz" | "none";
  evaluate(examined: Examined): Finding;
}

/** Contract §6: names, fixed severities, and what is required. */
const CHECKS: readonly CheckRule[] = [
  {
    name: "mrz_document_number_checksum",
    severity: "critical",
    requiredFor: "mrz",
    evaluate: checksum("document_number"),
  },
  {
    name: "mrz_birth_date_checksum",
    severity: "critical",
    requiredFor: "mrz",
    evaluate: checksum("date_of_birth"),
  },
  {
    name: "mrz_expiry_date_checksum",
    severity: "critical",
    requiredFor: "mrz",
    evaluate: checksum("date_of_expiry"),
  },
  {
    name: "mrz_composite_checksum",
    severity: "critical",
    requiredFor: "mrz",
    evaluate: checksum("composite"),
  },
  { name: "mrz_viz_consistency", severity: "major", requiredFor: "mrz", evaluate: vizConsistency },
  { name: "id_number_checksum", severity: "critical", requiredFor: "none", evaluate: idNumberChecksum },
  { name: "date_order", severity: "major", requiredFor: "none", evaluate: dateOrder },
  { name: "issuing_country_valid", severity: "major", requiredFor: "none", evaluate: issuingCountryValid },
  {
    name: "duplicate_of_known_image",
    severity: "major",
    requiredFor: "none",
    evaluate: duplicateOfKnownImage,
  },
  {
    name: "editing_software_trace",
    severity: "major",
    requiredFor: "none",
    evaluate: ({ forensics: { editingSoftware } }) =>
      editingSoftware.length === 0 ? PASS : failed(`Saved by ${editingSoftware.join(", ")}.`),
  },
];

/** Every deterministic check of contract §6, in its order. */
export function runChecks(examined: Examined): DeterministicCheck[] {
  return CHECKS.map(({ name, severity, requiredFor, evaluate }) => ({
    name,
    severity,
    required: requiredFor === "mrz" && examined.mrzExpected,
    ...evaluate(examined),
  }));
}
