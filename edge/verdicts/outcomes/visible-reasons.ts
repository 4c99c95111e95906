import type { CaptureIssue } from "../../../vocabulary/faces.ts";
import { CAPTURE_RULES } from "../match/capture-rules.ts";

/**
 * The reasons that an end user's device is told (contract §2.8), with the message for the person: those that
 * the person can fix. Every other code reveals a defence, or a finding about the person, and becomes
 * `not_accepted`.
 */
const TOLD = {
  not_accepted: "This could not be accepted.",
  not_processed: "Take another image.",
  live: "A person was seen.",
  no_face: "Look into the camera, so that your face can be seen.",
  ...(Object.fromEntries(
    Object.entries(CAPTURE_RULES).map(([issue, { advice }]) => [issue, advice]),
  ) as Readonly<Record<Exclude<CaptureIssue, "no_face">, string>>),
  frames_not_distinct: "Take the images one after the other; do not send one twice.",
  challenge_not_performed: "Do what is asked clearly, and look straight ahead before.",
  wrong_action: "Do what is asked, and nothing else.",
  step_up_required: "Do what the camera asks you to do.",
  image_too_blurry: "Hold still and let the camera focus on the document.",
  image_too_dark: "Find more light for the document.",
  image_too_bright: "Find less light for the document.",
  glare: "Light is reflected off the document: tilt it a little.",
  resolution_too_low: "Move closer to the document.",
  too_much_text: "Show the document alone, without other text around it.",
  no_document_found: "Show your identity document.",
  document_cut_off: "Show the whole document.",
  document_not_isolated: "Place the document alone on a plain surface of another colour.",
  low_text_confidence: "Show the document flat, sharp and in even light.",
  portrait_not_found: "Show the side of the document with its photo.",
  mrz_not_found: "Show the side of the document with the lines of letters and arrows.",
  front_missing: "Show the front of the document, too.",
  back_missing: "Show the back of the document, too.",
  document_changed: "Use one image of one document.",
  unsupported_document_type: "Use another kind of document.",
  document_type_mismatch: "Use the kind of document that you chose.",
  document_expired: "Use a document that is still valid.",
  fraud_inconclusive: "Take another image of the document, flat and in even light.",
} as const;

type VisibleReason = keyof typeof TOLD;
export const VISIBLE_REASONS = Object.keys(TOLD) as [VisibleReason, ...VisibleReason[]];

const isReported = (code: string): code is VisibleReason => Object.hasOwn(TOLD, code);

/** The reason code for a device. */
export function visibleReason(code: string): VisibleReason {
  // Grey and bad scores both require a challenge; separate codes would reveal which of them it was.
  if (code === "low_score") return "step_up_required";
  return isReported(code) ? code : "not_accepted";
}

/** The message for the person, in English. */
export const visibleMessage = (reason: VisibleReason): string => TOLD[reason];
