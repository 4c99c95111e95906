import type { EligibilityReason } from "../../../vocabulary/documents.ts";
import { type GateInput, rejections } from "../ocr/gates.ts";

export interface QualityGate {
  readonly passed: boolean;
  /** Reasons of contract §7.3; the person should fix the first one first. */
  readonly issues: readonly EligibilityReason[];
}

/** The OCR gates' reasons that concern the capture: a picture that hides text hides traces of forgery too. */
const CAPTURE_ISSUES: ReadonlySet<EligibilityReason> = new Set([
  "resolution_too_low",
  "image_too_dark",
  "image_too_bright",
  "image_too_blurry",
  "glare",
  "no_document_found",
  "document_cut_off",
  "document_not_isolated",
  "too_much_text",
]);

/** Whether the capture is good enough for a clean verdict. */
export function passQualityGate(
  read: Pick<GateInput, "reading" | "fields" | "candidates" | "now">,
): QualityGate {
  const judged = { ...read, declared: null, accepted: null };
  const issues = rejections(judged)
    .map(({ code }) => code)
    .filter((code) => CAPTURE_ISSUES.has(code));
  return { passed: issues.length === 0, issues };
}
