/** How much of a person's pictures is kept; each word keeps what the one before does. */
export const STORE_MEDIA = ["none", "portrait", "evidence"] as const;
export type StoreMedia = (typeof STORE_MEDIA)[number];

/** The subject of a kept picture. */
export const MEDIA_KINDS = ["document", "portrait", "live_frame"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];
