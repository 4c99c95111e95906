/** The two modes of a tenant. They share no data. */
export const MODES = ["live", "test"] as const;

/** Roles of a tenant's members in the dashboard, from the fewest rights to the most. */
export const ROLES = ["viewer", "reviewer", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Kinds of result. */
export const RESULT_KINDS = ["ocr", "fraud", "liveness", "face", "signed", "credential"] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

/** The images of a person that are kept; each level keeps at least those of the level before it. */
export const STORE_MEDIA = ["none", "portrait", "evidence"] as const;
export type StoreMedia = (typeof STORE_MEDIA)[number];

/**
 * The subject of a kept image. Reviewers see the image that was judged. `challenge_frame` is a frame of a
 * challenge after its first, which is the `live_frame`. `original` is the upload that a document or frame was
 * decoded from, byte for byte, as evidence in a dispute.
 */
export const MEDIA_KINDS = ["document", "portrait", "live_frame", "challenge_frame", "original"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Strength of a liveness check, weakest first. A policy's mode is the weakest mode that is accepted. */
export const LIVENESS_MODES = ["passive", "burst", "challenge"] as const;
export type LivenessMode = (typeof LIVENESS_MODES)[number];

/** Strictness of the limits of a liveness check. */
export const LIVENESS_LEVELS = ["standard"] as const;
export type LivenessLevel = (typeof LIVENESS_LEVELS)[number];

/** Whether a person may, must or cannot continue on another device. */
export const HANDOFF_RULES = ["allow", "require", "off"] as const;
export type HandoffRule = (typeof HANDOFF_RULES)[number];

/**
 * The state of a handoff: a code is shown; a phone has claimed it; the phone continues. The others are final:
 * the person on the phone declined, a wrong number was sent, or the computer cancelled it.
 */
export const HANDOFF_STATES = ["waiting", "claimed", "moved", "declined", "mismatched", "canceled"] as const;
export type HandoffState = (typeof HANDOFF_STATES)[number];
