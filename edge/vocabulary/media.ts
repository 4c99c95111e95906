/** The pictures of a person that are kept; each level keeps at least those of the level before it. */
export const STORE_MEDIA = ["none", "portrait", "evidence"] as const;
export type StoreMedia = (typeof STORE_MEDIA)[number];

/**
 * The subject of a kept picture. People are shown what was judged; `original` is the upload that a document
 * or frame was decoded from, byte for byte, as evidence in a dispute.
 */
export const MEDIA_KINDS = ["document", "portrait", "live_frame", "original"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];
