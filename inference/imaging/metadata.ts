import { decodable, decodePixels } from "./decode.ts";
import type { Raster } from "./raster.ts";
import { upright } from "./turn.ts";
import { THUMBNAIL_BOUNDS } from "./upload/bounds.ts";
import { readJpeg } from "./upload/jpeg.ts";
import { isJpeg, openUpload, within } from "./upload/open.ts";
import { readTexts } from "./upload/png-texts.ts";
import { ImageRefusedError } from "./upload/refusal.ts";
import { orientationOf } from "./upload/tiff.ts";

/** Metadata of an image file; an absent structure is undefined. */
interface FileMetadata {
  /** EXIF orientation, 1..8. */
  readonly orientation: number;
  /** EXIF's TIFF structure. */
  readonly exif: Uint8Array | undefined;
  /** XMP packet. */
  readonly xmp: Uint8Array | undefined;
  /** PNG text chunks, keyword first. */
  readonly texts: readonly string[];
}

/** Reads an image's container and decodes no pixel. Throws if `decodeImage` rejects the container. */
export function readMetadata(content: Uint8Array): FileMetadata {
  const { exif, xmp, texts: chunks } = openUpload(content);
  const read = readTexts(chunks);
  return { orientation: orientationOf(exif), exif, xmp: xmp ?? read.xmp, texts: read.texts };
}

/** A thumbnail, rotated upright by the orientation of its image; undefined if it cannot be read. */
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
