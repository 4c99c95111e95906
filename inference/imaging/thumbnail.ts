import { decodable, decodePixels } from "./decode.ts";
import type { Raster } from "./raster.ts";
import { upright } from "./turn.ts";
import { THUMBNAIL_BOUNDS } from "./upload/bounds.ts";
import { readJpeg } from "./upload/jpeg.ts";
import { isJpeg, within } from "./upload/open.ts";
import { ImageRefusedError } from "./upload/refusal.ts";

/** A thumbnail, turned upright by the orientation of its picture; undefined where it cannot be read. */
export async function decodeThumbnail(content: Uint8Array, orientation: number): Promise<Raster | undefined> {
  // Exif 2.32, 4.6.9: compressed thumbnails are JPEGs.
  if (!isJpeg(content)) return undefined;
  try {
    const container = within(THUMBNAIL_BOUNDS, readJpeg(content));
    const { width, height } = container;
    return upright({ width, height, data: await decodePixels(decodable(container)) }, orientation);
  } catch (error) {
    // Cameras and editors leave truncated thumbnails: such a thumbnail is no evidence either way.
    if (error instanceof ImageRefusedError) return undefined;
    throw error;
  }
}
