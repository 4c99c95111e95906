import type { Raster } from "../raster.ts";
import { encodeJpeg, resize } from "../resize.ts";

/** Bytes of a picture that is shown: the edge holds it beside the upload. */
const MOST_BYTES = 4 * 1024 * 1024;
const QUALITY = 92;
/** Noise takes about as many bytes a pixel at any size: the second or third size fits. */
const MARGIN = 0.95;

/**
 * What was judged, for people to look at: the raster as a JPEG. A file may say how it is to be shown (gamma,
 * a profile, transparency, an orientation), which viewers follow in other ways than the decoder; this one
 * says nothing. A picture that takes more than 4 MiB is made smaller until it does not.
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
