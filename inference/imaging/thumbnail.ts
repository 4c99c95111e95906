import sharp from "sharp";
import type { Raster } from "./raster.ts";

/** How to turn a picture of each EXIF orientation, 1 to 8, upright. */
const UPRIGHT: readonly { readonly mirrored: boolean; readonly degrees: number }[] = [
  { mirrored: false, degrees: 0 },
  { mirrored: true, degrees: 0 },
  { mirrored: false, degrees: 180 },
  { mirrored: true, degrees: 180 },
  { mirrored: true, degrees: 270 },
  { mirrored: false, degrees: 90 },
  { mirrored: true, degrees: 90 },
  { mirrored: false, degrees: 270 },
];

/** A thumbnail, turned upright by the orientation of its picture; undefined where it cannot be read. */
export async function decodeThumbnail(content: Uint8Array, orientation: number): Promise<Raster | undefined> {
  const { mirrored, degrees } = UPRIGHT[orientation - 1] ?? UPRIGHT[0]!;
  const image = sharp(content, { limitInputPixels: 1_000_000, failOn: "error" })
    .flop(mirrored)
    .rotate(degrees);
  try {
    const { data, info } = await image
      .toColourspace("srgb")
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.channels === 3 ? { width: info.width, height: info.height, data } : undefined;
  } catch (error) {
    // Cameras and editors leave truncated thumbnails: such a thumbnail is no evidence either way.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
