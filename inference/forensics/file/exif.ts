import ExifReader from "exifreader";

export type Tags = Readonly<Record<string, unknown>>;

/** Metadata beyond this many bytes is not read: no camera needs as much for its tags and a thumbnail. */
const BYTES_MAX = 512 * 1024;

/** Tags of a TIFF or XMP structure by their names; none of one that is absent, too large or broken. */
export function tagsOf(structure: Buffer | undefined): Tags {
  if (structure === undefined || structure.length > BYTES_MAX) return {};
  try {
    return ExifReader.load(structure) as Tags;
  } catch (error) {
    // A broken structure is common in genuine photos and tells nothing either way.
    if (error instanceof Error) return {};
    throw error;
  }
}

/** What a camera says in EXIF of a picture it took (Exif 2.32); each null where it does not. */
export interface CameraClaims {
  /** Manufacturer of the camera. */
  readonly make: string | null;
  /** Pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** When the file was changed last and when the picture was taken, as "YYYY:MM:DD hh:mm:ss". */
  readonly changed: string | null;
  readonly taken: string | null;
  /** A small JPEG of the picture, as stored: not turned upright. */
  readonly thumbnail: Uint8Array | null;
}

export const cameraClaims = (exif: Tags): CameraClaims => ({
  make: textOf(exif.Make),
  width: numberOf(exif.PixelXDimension),
  height: numberOf(exif.PixelYDimension),
  changed: momentOf(exif.DateTime),
  taken: momentOf(exif.DateTimeOriginal),
  thumbnail: imageOf(exif.Thumbnail),
});

function textOf(tag: unknown): string | null {
  const { description } = (tag ?? {}) as { description?: unknown };
  return typeof description === "string" && description.trim() !== "" ? description.trim() : null;
}

function numberOf(tag: unknown): number | null {
  const { value } = (tag ?? {}) as { value?: unknown };
  return typeof value === "number" && value > 0 ? value : null;
}

function momentOf(tag: unknown): string | null {
  return /^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$/.exec(textOf(tag) ?? "")?.[0] ?? null;
}

function imageOf(tag: unknown): Uint8Array | null {
  const { image } = (tag ?? {}) as { image?: unknown };
  if (image instanceof ArrayBuffer) return new Uint8Array(image);
  return image instanceof Uint8Array ? image : null;
}
