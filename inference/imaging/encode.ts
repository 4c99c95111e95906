import sharp from "sharp";
import type { Raster } from "./raster.ts";
import { resize } from "./resize.ts";

/** JPEG of a raster, without metadata. */
export async function encodeJpeg(raster: Raster, quality = 90): Promise<Buffer> {
  return sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

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
    shown = resize(shown, Math.floor(scale * shown.width), Math.floor(scale * shown.height));
  }
}
