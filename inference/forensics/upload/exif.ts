import ExifReader from "exifreader";

export type Tags = Readonly<Record<string, unknown>>;

/** Longer structures are not read: tags and a thumbnail need less in any camera. */
const BYTES_MAX = 512 * 1024;

/** Tags of a TIFF or XMP structure by name; empty if the structure is absent, too large or broken. */
export function tagsOf(structure: Uint8Array | undefined): Tags {
  if (structure === undefined || structure.length > BYTES_MAX) return {};
  try {
    return ExifReader.load(Buffer.from(structure)) as Tags;
  } catch (error) {
    // Genuine photos often have a broken structure: it is no evidence either way.
    if (error instanceof Error) return {};
    throw error;
  }
}

const PACKET = {
  begin: Buffer.from('<?xpacket begin=""?>'),
  end: Buffer.from('<?xpacket end="w"?>'),
} as const;

/** Tags of an XMP structure, as of `tagsOf`. Apple leaves out the wrapping by which XMP is known. */
export function xmpTagsOf(xmp: Uint8Array | undefined): Tags {
  const isBare = xmp !== undefined && !Buffer.from(xmp).includes("<?xpacket begin");
  return tagsOf(isBare ? Buffer.concat([PACKET.begin, xmp, PACKET.end]) : xmp);
}

/** A camera's claims in EXIF about an image (Exif 2.32); a missing tag is undefined. */
export interface CameraClaims {
  /** Manufacturer of the camera. */
  readonly make: string | undefined;
  /** Pixels. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Times of the file's last change and of the capture, as "YYYY:MM:DD hh:mm:ss". */
  readonly changed: string | undefined;
  readonly taken: string | undefined;
  /** A small JPEG of the image, as stored: not turned upright. */
  readonly thumbnail: Uint8Array | undefined;
}

export const cameraClaims = (exif: Tags): CameraClaims => ({
  make: textOf(exif.Make),
  width: numberOf(exif.PixelXDimension),
  height: numberOf(exif.PixelYDimension),
  changed: momentOf(exif.DateTime),
  taken: momentOf(exif.DateTimeOriginal),
  thumbnail: imageOf(exif.Thumbnail),
});

/** The human-readable comment of EXIF or XMP; undefined if absent. */
export const userComment = (tags: Tags): string | undefined => textOf(tags.UserComment);

function textOf(tag: unknown): string | undefined {
  const { description } = (tag ?? {}) as { description?: unknown };
  return typeof description === "string" && description.trim() !== "" ? description.trim() : undefined;
}

function numberOf(tag: unknown): number | undefined {
  const { value } = (tag ?? {}) as { value?: unknown };
  return typeof value === "number" && value > 0 ? value : undefined;
}

function momentOf(tag: unknown): string | undefined {
  return /^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$/.exec(textOf(tag) ?? "")?.[0];
}

function imageOf(tag: unknown): Uint8Array | undefined {
  const { image } = (tag ?? {}) as { image?: unknown };
  if (image instanceof ArrayBuffer) return new Uint8Array(image);
  return image instanceof Uint8Array ? image : undefined;
}
