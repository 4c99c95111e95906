import type { ReasonText } from "../types.ts";

/** The reasons of the liveness step. */
export const LIVENESS_TEXTS = {
  no_face: {
    finding: "No face was found in the selfie",
    cause: "The face detector found no face in a frame.",
    support: "Ask the person to look into the camera.",
  },
  multiple_faces: {
    finding: "More than one face is in the selfie",
    cause: "A second face is nearly as large as the largest one.",
    support: "Ask the person to be alone in the photo.",
  },
  face_too_small: {
    finding: "The face is too small in the selfie",
    cause: "The centres of the eyes are too few pixels apart.",
    support: "Ask the person to move closer to the camera.",
  },
  face_occluded: {
    finding: "A part of the face is hidden",
    cause: "The occlusion component of the face quality is below the limit.",
    support: "Ask the person to take off sunglasses or a mask.",
  },
  too_blurry: {
    finding: "The selfie is blurred",
    cause: "The sharpness component of the face quality is below the limit.",
    support: "Ask the person to hold the camera still and to wipe the lens.",
  },
  too_dark: {
    finding: "The face is too dark",
    cause: "The mean brightness of the face is below the limit.",
    support: "Ask the person to find more light.",
  },
  too_bright: {
    finding: "The face is overexposed",
    cause: "The mean brightness of the face is above the limit.",
    support: "Ask the person to move out of direct light.",
  },
  extreme_pose: {
    finding: "The head is turned too far",
    cause: "The head is turned or tilted beyond the limit.",
    support: "Ask the person to look straight into the camera.",
  },
  low_score: {
    finding: "The presentation attack detection score is too low",
    cause: "The PAD score of a frame is below the threshold.",
    support: "Ask the person to complete the challenge, in even light.",
  },
  step_up_required: {
    finding: "A stronger liveness check is required",
    cause: "The PAD score is inconclusive, or no PAD model is installed.",
    support: "Ask the person to complete the challenge.",
  },
  challenge_not_performed: {
    finding: "The requested movement was not seen",
    cause: "The frames do not show the movement of the challenge, or no neutral frame before it.",
    support: "Ask the person to look straight ahead first, and then to make the movement clearly.",
  },
  wrong_action: {
    finding: "Another movement was made than the requested one",
    cause: "The frames show a movement that the challenge did not ask for.",
    support: "Ask the person to make only the movement that is shown.",
  },
  frames_not_distinct: {
    finding: "The frames do not differ",
    cause: "Two frames are the same image, or nothing moved between them.",
    support: "Ask the person to move slowly while the frames are taken.",
  },
  frames_static: {
    finding: "The frames may show a flat image",
    cause: "The face does not move as a head in depth does.",
    support:
      "Ask the person to turn the head a little between the frames. Suspect a photo if it happens again.",
  },
  identity_changed: {
    finding: "The frames show different people",
    cause: "The faces of two frames do not match.",
    support: "Ask the person to be alone, and check for a second person.",
  },
  print_attack: {
    finding: "Presentation attack with a printed photo",
    cause: "In this version only the test reference `test_decline_spoof` gives this reason.",
    support: "Do not retry automatically. Follow your fraud procedure.",
  },
  screen_replay: {
    finding: "Presentation attack with a screen",
    cause: "Reserved: no detector of this version gives this reason.",
    support: "Do not retry automatically. Follow your fraud procedure.",
  },
  mask_attack: {
    finding: "Presentation attack with a mask",
    cause: "Reserved: no detector of this version gives this reason.",
    support: "Do not retry automatically. Follow your fraud procedure.",
  },
  frames_replayed: {
    finding: "A selfie frame was sent before",
    cause: "A frame is a copy of a frame of an earlier check of this tenant. Live mode only.",
    support: "Compare the frame with the earlier check. An app that sends one selfie twice causes this, too.",
  },
  registration_copied: {
    finding: "A selfie frame is a copy of a photo of the registered face",
    cause:
      "A frame shows a photo that is registered under this `customer_ref`, or the document's portrait of that approval. Live mode only.",
    support: "Compare the frame with the person's earlier images. Suspect an injection attack.",
    source: "face",
  },
  duplicate_face: {
    finding: "The face is registered under another `customer_ref`",
    cause: "The policy has `dedupe`, and the search of the gallery found a match.",
    support: "Compare the two people on the verification's page. Look-alikes and relatives can match.",
    source: "face",
  },
} as const satisfies Readonly<Record<string, ReasonText>>;

/** The reasons of the face match step, and of the gallery's search. */
export const FACE_MATCH_TEXTS = {
  no_match: {
    finding: "The selfie does not match the document's portrait",
    cause:
      "The similarity with the portrait, or with the registered face of a returning person, is below the loosest operating point of the model bundle.",
    support: "Compare the two photos. Ask for a newer document if the portrait is old or damaged.",
  },
  review_band: {
    finding: "The face match is inconclusive",
    cause: "The similarity is below the policy's `face_match_level`, and above the loosest operating point.",
    support: "Compare the selfie with the document's portrait, or with the person's earlier verifications.",
  },
  portrait_copied: {
    finding: "The selfie is a copy of the document's portrait",
    cause: "A selfie frame and the portrait are the same photo. Live mode only.",
    support: "Suspect an injection attack: a photo of the card includes its portrait.",
  },
  face_erased: {
    finding: "A face of the comparison was erased",
    cause:
      "The template of the portrait, the selfie or the registered face was deleted before the comparison.",
    support: "Ask the person to verify again.",
  },
  credential_without_portrait: {
    finding: "The credential has no portrait to compare the selfie with",
    cause: "The wallet disclosed no portrait, or one in which no face was found.",
    support: "Compare the selfie with another photo of the person, or ask for a document with a portrait.",
  },
  model_version_mismatch: {
    finding: "The faces were measured by different model versions",
    cause: "The model bundle changed between two captures, or the gallery could not be searched.",
    support: "Ask the person to verify again. For a gallery, register the faces again.",
  },
  level_not_measured: {
    finding: "The face match level is not calibrated for the installed models",
    cause: "The model bundle has no operating point for the policy's `face_match_level`.",
    support: "Compare the two photos, and ask the operator to calibrate the level.",
  },
  test_review: {
    finding: "The test reference `test_review` forces a review",
    cause: "The verification's `customer_ref` is `test_review`, in test mode.",
    support: "Nothing: this is a test.",
    source: "test",
  },
} as const satisfies Readonly<Record<string, ReasonText>>;
