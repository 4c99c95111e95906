import type { MediaKind, StoreMedia } from "../../vocabulary/enumerations.ts";

/** The kinds of picture that each level of `store_media` keeps (contract §3.5). */
export const KEPT_KINDS: Readonly<Record<StoreMedia, readonly MediaKind[]>> = {
  none: [],
  portrait: ["portrait"],
  evidence: ["document", "portrait", "live_frame", "original"],
};

/** The seal's context: the object opens under no other key and as no other kind. */
export const sealedFor = (kind: MediaKind, key: string) => `${kind}:${key}`;

/** The formats of uploads (contract §4.1), recognised by their first bytes. */
const SIGNATURES = [
  { type: "image/jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: "image/png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47] },
  // RIFF, a length of four bytes, WEBP.
  { type: "image/webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
] as const;

/** The media type of a picture. Throws for formats that inference refuses as `unsupported_image_type`. */
export function mediaTypeOf(content: Uint8Array): (typeof SIGNATURES)[number]["type"] {
  const found = SIGNATURES.find(({ at, bytes }) => bytes.every((byte, i) => content[at + i] === byte));
  if (found === undefined) throw new Error("A picture of an unknown format is not kept.");
  return found.type;
}
