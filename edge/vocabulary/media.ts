/** The pictures of a person that are kept; each level keeps at least those of the level before it. */
export const STORE_MEDIA = ["none", "portrait", "evidence"] as const;
export type StoreMedia = (typeof STORE_MEDIA)[number];

/** The subject of a kept picture. */
export const MEDIA_KINDS = ["document", "portrait", "live_frame"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];
