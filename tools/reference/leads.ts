import type { DOCUMENT_TEXTS } from "#edge/verification/reasons/document.ts";
import type { FACE_MATCH_TEXTS, LIVENESS_TEXTS } from "#edge/verification/reasons/face.ts";
import type { OWN_CHECK_TEXTS } from "#edge/verification/reasons/own-checks.ts";

type Code =
  | keyof typeof DOCUMENT_TEXTS
  | keyof typeof LIVENESS_TEXTS
  | keyof typeof FACE_MATCH_TEXTS
  | keyof typeof OWN_CHECK_TEXTS;

const PHOTO = "another photo";
const DOCUMENT = "another document";
const READING = "another reading, or a photo";
const CHALLENGE = "a challenge";
const REVIEW = "review";
const DECLINED = "declined";
/** A review, unless this policy field declines. */
const unless = (rule: string) => `review; declined with \`${rule}: decline\``;

/** What each reason leads to while attempts are left. */
export const LEADS: Readonly<Record<Code, string>> = {
  resolution_too_low: PHOTO,
  image_too_dark: PHOTO,
  image_too_bright: PHOTO,
  image_too_blurry: PHOTO,
  glare: PHOTO,
  too_much_text: PHOTO,
  no_document_found: PHOTO,
  document_not_isolated: PHOTO,
  document_cut_off: PHOTO,
  unsupported_document_type: DOCUMENT,
  document_type_mismatch: DOCUMENT,
  low_text_confidence: PHOTO,
  document_expired: DOCUMENT,
  portrait_not_found: PHOTO,
  mrz_not_found: PHOTO,
  front_missing: PHOTO,
  back_missing: PHOTO,
  barcode_not_read: PHOTO,
  document_changed: PHOTO,
  not_processed: PHOTO,
  age_not_read: REVIEW,
  under_min_age: DECLINED,
  details_mismatch: unless("on_expected_mismatch"),
  details_not_confirmed: REVIEW,
  expiry_not_read: REVIEW,
  sides_not_linked: REVIEW,
  sides_contradict: unless("on_fraud_suspicious"),
  unknown_issuer: READING,
  unsupported_algorithm: READING,
  chip_read_incomplete: READING,
  credential_revoked: READING,
  credential_expired: READING,
  credential_incomplete: READING,
  chip_too_weak: READING,
  chip_contradicts: unless("on_fraud_suspicious"),
  fraud_suspicious: unless("on_fraud_suspicious"),
  fraud_fraudulent: DECLINED,
  fraud_inconclusive: PHOTO,
  authenticity_not_checked: REVIEW,
  no_face: PHOTO,
  multiple_faces: PHOTO,
  face_too_small: PHOTO,
  face_occluded: PHOTO,
  too_blurry: PHOTO,
  too_dark: PHOTO,
  too_bright: PHOTO,
  extreme_pose: PHOTO,
  low_score: CHALLENGE,
  step_up_required: CHALLENGE,
  challenge_not_performed: PHOTO,
  wrong_action: PHOTO,
  frames_not_distinct: PHOTO,
  frames_static: PHOTO,
  identity_changed: PHOTO,
  print_attack: DECLINED,
  screen_replay: DECLINED,
  mask_attack: DECLINED,
  frames_replayed: REVIEW,
  registration_copied: REVIEW,
  duplicate_face: unless("dedupe"),
  no_match: DECLINED,
  review_band: REVIEW,
  portrait_copied: REVIEW,
  face_erased: REVIEW,
  credential_without_portrait: REVIEW,
  model_version_mismatch: REVIEW,
  level_not_measured: REVIEW,
  test_review: REVIEW,
  external_check_failed: DECLINED,
  external_check_review: REVIEW,
  external_check_overdue: unless("on_deadline"),
  document_reused: unless("repeat"),
  list_blocked: unless("block_list"),
  number_not_read: REVIEW,
};
