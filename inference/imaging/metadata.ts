import { openUpload } from "./upload/open.ts";
import { readTexts } from "./upload/png-texts.ts";
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

/** Reads an image's container and decodes no pixel. Throws where `decodeImage` refuses the container. */
export function readMetadata(content: Uint8Array): FileMetadata {
  const { exif, xmp, texts: chunks } = openUpload(content);
  const read = readTexts(chunks);
  return { orientation: orientationOf(exif), exif, xmp: xmp ?? read.xmp, texts: read.texts };
}
