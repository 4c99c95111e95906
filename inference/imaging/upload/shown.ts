import type { Raster } from "../raster.ts";
import { encodeJpeg, resize } from "../resize.ts";
import { BOUNDS } from "./bounds.ts";
import { says, viewOf } from "./container.ts";

/** Most bytes of a shown image: the edge holds it in addition to the upload. */
const MOST_BYTES = 4 * 1024 * 1024;
const QUALITY = 92;
/** Noise takes about as many bytes a pixel at any size: the second or third size fits. */
const MARGIN = 0.95;

/**
 * The judged raster as a JPEG, for people to view. A file may define how it is displayed (gamma, a profile,
 * transparency, an orientation), and viewers follow that in other ways than the decoder; this JPEG defines
 * nothing. An image of more than 4 MiB is reduced until it fits.
 */
export async function encodeShown(raster: Raster): Promise<Uint8Array> {
  let shown = raster;
  for (;;) {
    const jpeg = await encodeJpeg(shown, QUALITY);
    if (jpeg.length <= MOST_BYTES) return new Uint8Array(jpeg);
    const scale = MARGIN * Math.sqrt(MOST_BYTES / jpeg.length);
    shown = await resize(shown, Math.floor(scale * shown.width), Math.floor(scale * shown.height));
  }
}

const HEADER = 132;
const ENTRY = 12;
const TAGS_MAX = 100;

/**
 * Whether a colour profile (ICC.1) is worth its cost: it has a profile's header and at most the needed number
 * of tags. Tags D2B and B2D are chains of any number of steps, which a colour engine computes for each point
 * of a table; no camera, phone or editor writes them into an image.
 */
export function isUsableProfile(profile: Uint8Array): boolean {
  if (profile.length < HEADER || profile.length > BOUNDS.profile || !says(profile, 36, "acsp")) return false;
  const view = viewOf(profile);
  const count = view.getUint32(HEADER - 4);
  if (count > TAGS_MAX || HEADER + count * ENTRY > profile.length) return false;
  for (let i = 0, at = HEADER; i < count; i++, at += ENTRY) {
    if (says(profile, at, "D2B") || says(profile, at, "B2D")) return false;
  }
  return true;
}
