import sharp from "sharp";
import type { Raster } from "./raster.ts";
import { upright } from "./turn.ts";

/** A thumbnail, turned upright by the orientation of its picture; undefined where it cannot be read. */
export async function decodeThumbnail(content: Uint8Array, orientation: number): Promise<Raster | undefined> {
  try {
    const { data, info } = await sharp(content, { limitInputPixels: 1_000_000, failOn: "error" })
      .toColourspace("srgb")
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { channels, width, height } = info;
    return channels === 3 ? upright({ width, height, data }, orientation) : undefined;
  } catch (error) {
    // Cameras and editors leave truncated thumbnails: such a thumbnail is no evidence either way.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
