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
