/**
 * How much of a file's content is accepted, by what a decoder does with it. All of it is read from the
 * container before decoding or inflating (contract §4.1, contract §10.2):
 *
 * - all, width and height: the decoder holds 3 bytes a pixel. Bound: `pixels`, sides.
 * - all, a colour profile: the decoder inflates it and computes a table from it. Bound: `profile`.
 * - all, texts, Exif, XMP, any other metadata: not passed to the decoder. Bound: dropped.
 * - JPEG, several scans: the decoder holds 2 bytes for each coefficient. Bound: `decoderBytes`.
 * - JPEG, several scans: the decoder goes over each scan's blocks again. Bound: `scans`, `blocks`.
 * - JPEG, tables and parameters: the decoder reads each. Bound: `segments`.
 * - JPEG, arithmetic, lossless, hierarchical: not decoded, since no browser shows it. Bound: rejected.
 * - PNG, interlaced rows: the decoder holds every sample. Bound: `decoderBytes`.
 * - WebP, an image: the decoder holds 4 to 6 bytes a pixel. Bound: `decoderBytes`.
 * - WebP and PNG, animation: not decoded. Bound: rejected.
 *
 * Other costs, such as the codes of a lossless WebP, are limited by the decoder process
 * (`decoder/messages.ts`).
 */
export const BOUNDS = {
  /** Of width × height, and of the longer side. */
  pixels: 40_000_000,
  longSide: 10_000,
  shortSide: 200,
  /** Bytes that the decoder holds in addition to the image: 8 a pixel for 16 megapixels, 3 for 42. */
  decoderBytes: 128_000_000,
  /** Encoders of progressive JPEGs write 3 to 18 scans. */
  scans: 100,
  /** Blocks of 8 × 8 that all scans go over: three times those of 40 megapixels in ten scans. */
  blocks: 25_000_000,
  /** Segments of a JPEG that its decoder gets: a progressive one has some 5 for each scan. */
  segments: 2_048,
  /** Bytes of a colour profile, inflated: those of printers take 0.5 to 3 MB. */
  profile: 4 * 2 ** 20,
} as const;

/** Bounds of an Exif thumbnail, which cameras make 160 to 640 pixels wide. */
export const THUMBNAIL_BOUNDS = { ...BOUNDS, pixels: 1_000_000, shortSide: 1 } as const;

/** Bounds of a chip's face image, of some 400 by 500 pixels. */
export const CHIP_BOUNDS = { ...BOUNDS, pixels: 4_000_000, shortSide: 48 } as const;

export type Bounds = Readonly<Record<keyof typeof BOUNDS, number>>;
