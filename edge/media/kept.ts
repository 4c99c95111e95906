import type { MediaKind, StoreMedia } from "../../vocabulary/enumerations.ts";

/** The kinds of picture that each level of `store_media` keeps (contract §3.5). */
export const KEPT_KINDS: Readonly<Record<StoreMedia, readonly MediaKind[]>> = {
  none: [],
  portrait: ["portrait"],
  evidence: ["document", "portrait", "live_frame", "original"],
};

/** The seal's context: the object opens under no other key and as no other kind. */
export const sealedFor = (kind: MediaKind, key: string) => `${kind}:${key}`;
