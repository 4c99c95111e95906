/** Named operating points of face comparison, loosest first. Each name states its false match rate. */
export const MATCH_LEVELS = ["fmr_1e-2", "fmr_1e-3", "fmr_1e-4"] as const;
export type MatchLevel = (typeof MATCH_LEVELS)[number];

/** The false match rate (FMR) of each level for one comparison, at a confidence of 95 %. */
export const FALSE_MATCH_RATES: Readonly<Record<MatchLevel, number>> = {
  "fmr_1e-2": 1e-2,
  "fmr_1e-3": 1e-3,
  "fmr_1e-4": 1e-4,
};

/** The level for tenants and policies that name no other. */
export const DEFAULT_MATCH_LEVEL: MatchLevel = "fmr_1e-3";

/** The reasons why a capture cannot be judged, in reporting order (a part of contract §5.3's vocabulary). */
export const CAPTURE_ISSUES = [
  "no_face",
  "multiple_faces",
  "face_too_small",
  "face_occluded",
  "too_blurry",
  "too_dark",
  "too_bright",
  "extreme_pose",
] as const;
export type CaptureIssue = (typeof CAPTURE_ISSUES)[number];

/** Whether a person who comes back is compared with the registered face, and with which registrations. */
export const MATCH_REGISTERED = ["off", "require", "approval_only"] as const;
export type MatchRegistered = (typeof MATCH_REGISTERED)[number];

/** Whether an approval registers the face: `create` keeps a registration, `replace` replaces it. */
export const REGISTER_ON_APPROVAL = ["off", "create", "replace"] as const;
export type RegisterOnApproval = (typeof REGISTER_ON_APPROVAL)[number];

/** Where a registered face is from: an uploaded image, or an approved verification. */
export const REGISTRATION_ORIGINS = ["upload", "approval"] as const;
export type RegistrationOrigin = (typeof REGISTRATION_ORIGINS)[number];

/** What a person agrees to: the verification, and to be recognised when they return. */
export const CONSENT_PURPOSES = ["verify", "return"] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];
