import type { CaptureIssue } from "../../../vocabulary/faces.ts";
import { CAPTURE_RULES } from "../match/capture-rules.ts";

/**
 * The reasons that are returned to an end user's device (contract §2.8), with the message for the person:
 * those that the person can correct. Every other code reveals a defence, or a finding about the person, and
 * becomes `not_accepted`.
 */
const VISIBLE = {
  not_accepted: "This could not be accepted.",
  not_processed: "Take another photo.",
  live: "The selfie shows a live person.",
  no_face: "Look into the camera so that your face is visible.",
  ...(Object.fromEntries(
    Object.entries(CAPTURE_RULES).map(([issue, { advice }]) => [issue, advice]),
  ) as Readonly<Record<Exclude<CaptureIssue, "no_face">, string>>),
  frames_not_distinct: "There was no movement between the photos. Move slowly while they are taken.",
  challenge_not_performed: "Look straight ahead first, then make the movement clearly.",
  wrong_action: "Make only the movement that is asked for.",
  step_up_required: "Make the movement that you are asked for.",
  image_too_blurry: "Hold the camera still and let it focus on the document.",
  image_too_dark: "Find more light for the document.",
  image_too_bright: "Move the document out of direct light.",
  glare: "Light reflects off the document. Tilt it a little.",
  resolution_too_low: "Move the camera closer to the document.",
  too_much_text: "Show only the document, without other text around it.",
  no_document_found: "Show your identity document.",
  document_cut_off: "Show the whole document with all its corners.",
  document_not_isolated: "Place the document alone on a plain surface of another colour.",
  low_text_confidence: "Lay the document down and take a sharp photo in even light.",
  portrait_not_found: "Show the side of the document with its photo.",
  mrz_not_found: "Show the side of the document with two or three lines of letters and <<<.",
  front_missing: "Take a photo of the front of the document, too.",
  back_missing: "Take a photo of the back of the document, too.",
  barcode_not_read: "Take both sides again. Hold the back flat and close, so that its barcode is sharp.",
  chip_read_incomplete: "Hold the phone still on the document until its chip is read.",
  document_changed: "Use one photo of one document.",
  unsupported_document_type: "Use another type of document.",
  document_type_mismatch: "Use the type of document that you chose.",
  document_expired: "Use a document that is still valid.",
  fraud_inconclusive: "Take another photo of the document in even light.",
} as const;

type VisibleReason = keyof typeof VISIBLE;
export const VISIBLE_REASONS = Object.keys(VISIBLE) as [VisibleReason, ...VisibleReason[]];

const isVisible = (code: string): code is VisibleReason => Object.hasOwn(VISIBLE, code);

/** The reason code for a device. */
export function visibleReason(code: string): VisibleReason {
  // An inconclusive and a failed score both require a challenge; two codes would reveal which of them it was.
  if (code === "low_score") return "step_up_required";
  return isVisible(code) ? code : "not_accepted";
}

/** The message for the person, in English. */
export const visibleMessage = (reason: VisibleReason): string => VISIBLE[reason];
