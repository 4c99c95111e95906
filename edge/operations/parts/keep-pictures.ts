import type { NamedImage } from "../../inference/port.ts";
import { KEPT_KINDS } from "../../media/kept.ts";
import { type KeptMedia, keepMedia, type Picture } from "../media/parts/keep.ts";
import type { Check } from "./open-check.ts";

/**
 * Keeps the pictures of a check that its policy allows, or its tenant outside a verification: see
 * `keepMedia`.
 */
export function keepPictures(
  { services, scope, storeMedia: level, verification, customerRef, now }: Check,
  pictures: readonly Picture[],
): Promise<KeptMedia> {
  const owner = { level, verificationId: verification?.id ?? null, customerRef, now };
  return keepMedia(services, scope, owner, pictures);
}

/** The upload, with the demand for what people are to be shown of it where that is kept. */
export function toBeShown({ services, storeMedia }: Check, upload: NamedImage): NamedImage {
  const isKept = services.media !== null && KEPT_KINDS[storeMedia].includes("original");
  return isKept ? { ...upload, show: true } : upload;
}

/**
 * What was judged, for people to look at, and beside it the upload itself; nothing where it was not asked
 * for.
 */
export function withOriginal(
  picture: Omit<Picture, "content">,
  shown: Uint8Array | undefined,
  upload: Uint8Array,
): Picture[] {
  if (shown === undefined) return [];
  const { size: _, ...original } = picture;
  return [
    { ...picture, content: shown },
    { ...original, kind: "original", content: upload },
  ];
}
