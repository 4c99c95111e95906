import type { CheckSeverity } from "../../../vocabulary/fraud.ts";
import type { ChipCheckName } from "../../../vocabulary/signed-evidence.ts";

interface ChipCheckRule {
  readonly severity: CheckSeverity;
  /** What a failed check found, without a full stop: for messages to the tenant. */
  readonly finding: string;
  /** What is checked. */
  readonly explanation: string;
  /** What support does about a failed check. */
  readonly support: string;
}

/** Contract §7.8: the checks of a chip. A failed critical one means that the chip is not authentic. */
export const CHIP_RULES: Readonly<Record<ChipCheckName, ChipCheckRule>> = {
  chip_dg_hashes: {
    severity: "critical",
    finding: "Data of the chip that its issuer did not sign",
    explanation: "Whether every data group that was sent is in the signed list of hashes, with this hash.",
    support: "Do not accept the data. Read the chip again in a reader of your own.",
  },
  chip_sod_signature: {
    severity: "critical",
    finding: "Chip whose signature is wrong",
    explanation: "Whether the key of the document signer's certificate made the signature of the list.",
    support: "Do not accept the data. Read the chip again in a reader of your own.",
  },
  chip_signer_chain: {
    severity: "critical",
    finding: "Document signer whose issuer is not known",
    explanation: "Whether a trust anchor of the kind `csca` issued the document signer's certificate.",
    support: "Ask the operator to import the country's CSCA certificates or a master list.",
  },
  chip_issuer_matches_zone: {
    severity: "critical",
    finding: "Chip that another state has signed",
    explanation:
      "Whether the countries of the signer and of its CSCA are the issuing state of the chip's MRZ.",
    support: "Compare the issuing state of the document with `signer.country` and `anchor.country`.",
  },
  chip_active_authentication: {
    severity: "critical",
    finding: "Copied chip",
    explanation: "Whether the chip signed the challenge with its own key (active authentication).",
    support: "Read the chip again, without moving it. A copy fails each time.",
  },
  chip_signer_dates: {
    severity: "major",
    finding: "Document signer outside its validity",
    explanation: "Whether the chip was signed within the validity of its signer, and that within its CSCA's.",
    support: "Compare the date of issue with the signer's dates.",
  },
  chip_zone_consistency: {
    severity: "major",
    finding: "Chip and photo of different documents",
    explanation: "Whether the chip's MRZ is that of the document's photo in the same verification.",
    support: "Compare the chip's data with the photo of the document.",
  },
  chip_face_consistency: {
    severity: "major",
    finding: "Chip and photo that show different people",
    explanation: "Whether the chip's face is the person of the portrait on the document's photo.",
    support: "Compare the chip's face with the printed portrait.",
  },
};

/** Checks that compare the chip with a photo of the document: a failed one is a contradiction. */
export const CONTRADICTIONS: readonly ChipCheckName[] = ["chip_zone_consistency", "chip_face_consistency"];
