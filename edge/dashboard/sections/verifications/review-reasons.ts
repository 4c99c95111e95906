import { OWN_CHECK_TEXTS } from "../../../verification/reasons/own-checks.ts";
import { REVIEW_REASONS } from "../../../verification/review.ts";
import type { Verification } from "../../../verification/types.ts";

/** A reason for a ruling. */
export type Reason = keyof typeof REVIEW_REASONS;

/** Each reason as a reviewer reads it, and when to choose it. */
export const REASON_TEXTS: Readonly<Record<Reason, { readonly label: string; readonly when: string }>> = {
  identity_confirmed: {
    label: "Identity confirmed",
    when: "The document is genuine, and its portrait and the selfie show one person.",
  },
  document_genuine: {
    label: "Document is genuine",
    when: "A signal or check was a false alarm.",
  },
  not_a_duplicate: {
    label: "Not a duplicate",
    when: "The possible duplicate is another person.",
  },
  own_check_cleared: {
    label: "Own check is cleared",
    when: "What your own check, a list or an earlier customer reference has found is not against this person.",
  },
  document_forged: {
    label: "Document is forged",
    when: "The document was altered, is not genuine or is a specimen.",
  },
  document_mismatch: {
    label: "Data contradict each other",
    when: "The printed text, the MRZ and the two sides do not agree.",
  },
  presentation_attack: {
    label: "Presentation attack",
    when: "The selfie shows a print, a screen or a mask.",
  },
  face_mismatch: {
    label: "Faces are of different people",
    when: "The portrait and the selfie do not show one person.",
  },
  duplicate_person: {
    label: "Duplicate person",
    when: "The person is already registered under another reference.",
  },
  own_check_confirmed: {
    label: "Own check is confirmed",
    when: "What your own check, a list or an earlier customer reference has found is true of this person.",
  },
  insufficient_evidence: {
    label: "Not enough evidence",
    when: "You cannot decide with the images and data on this page.",
  },
};

/** Reasons that answer a finding, each with the findings: it is not offered without one of them. */
const ANSWERS: Readonly<Partial<Record<Reason, readonly string[]>>> = {
  not_a_duplicate: ["duplicate_face", "duplicate_of_known_image", "portrait_copied", "registration_copied"],
  own_check_cleared: Object.keys(OWN_CHECK_TEXTS),
};

/** The reasons that a reviewer may choose for this verification. */
export function offeredReasons(
  { decisionReasons, steps, policy }: Verification,
  findings: readonly { readonly name: string }[],
): Reason[] {
  const codes = new Set([
    ...(policy.dedupe === "off" ? [] : ["duplicate_face"]),
    ...decisionReasons.map(({ code }) => code),
    ...steps.flatMap((step) => step.findings.map(({ code }) => code)),
    ...findings.map(({ name }) => name),
  ]);
  return (Object.keys(REVIEW_REASONS) as Reason[]).filter(
    (reason) => ANSWERS[reason]?.some((code) => codes.has(code)) ?? true,
  );
}
