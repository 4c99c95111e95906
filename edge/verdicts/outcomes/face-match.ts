import type { PortraitMatch } from "../match/comparison.ts";
import { PASSED, type StepOutcome } from "./step-outcome.ts";

/** What the selfie is compared with: a document's portrait, or the registered face of a person. */
export type ReferenceKind = "portrait" | "registered";

/** The reason for a copied photo, and what was found where the reason alone speaks of a document. */
const TEXTS: Readonly<Record<ReferenceKind, { copied: string; found: Readonly<Record<string, string>> }>> = {
  portrait: { copied: "portrait_copied", found: {} },
  registered: {
    copied: "registration_copied",
    found: {
      no_match: "The selfie does not match the registered face",
      review_band: "The comparison with the registered face is inconclusive",
      face_erased: "The registered face was deleted before the comparison",
    },
  },
};

/**
 * A face of another person than the document's holder, or than the registered one, is a hard stop. A frame
 * that is a copy of that person's photo says nothing about who was there, however alike they are: a person
 * must look.
 */
export function faceMatchOutcome(
  { status, reason }: Pick<PortraitMatch, "status" | "reason">,
  isCopied: boolean,
  against: ReferenceKind,
): StepOutcome {
  const { copied, found } = TEXTS[against];
  if (status !== "failed" && isCopied) return { outcome: "adverse", reason: copied };
  return status === "passed" ? PASSED : { outcome: status, reason, found: found[reason] };
}

/** Two faces that cannot be compared: a person must look. */
export const incomparable = (
  reason: "face_erased" | "credential_without_portrait" | "model_version_mismatch" | "level_not_measured",
  against: ReferenceKind,
): StepOutcome => ({ outcome: "review", reason, found: TEXTS[against].found[reason] });
