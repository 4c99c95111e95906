import sharp from "sharp";

/** Metadata of an image file; an absent structure is undefined. */
interface FileMetadata {
  /** EXIF orientation, 1..8. */
  readonly orientation: number;
  /** EXIF's TIFF structure. */
  readonly exif: Buffer | undefined;
  /** XMP packet. */
  readonly xmp: Buffer | undefined;
  /** PNG text chunks, keyword first. */
  readonly texts: readonly string[];
}

/**
 * Reads an image's header and decodes no pixel. Throws where `decodeImage` refuses the file as unreadable.
 */
export async function readMetadata(content: Uint8Array): Promise<FileMetadata> {
  const { orientation, exif, xmp, comments } = await sharp(content).metadata();
  const texts = (comments ?? []).map(({ keyword, text }) => `${keyword} ${text}`);
  return { orientation: orientation ?? 1, exif: withoutPrefix(exif), xmp, texts };
}

/** In JPEG and WebP "Exif" and two zeros stand before the TIFF structure, in PNG they do not. */
function withoutPrefix(exif: Buffer | undefined): Buffer | undefined {
  return exif?.subarray(0, 4).toString("latin1") === "Exif" ? exif.subarray(6) : exif;
}
