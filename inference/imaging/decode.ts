import sharp, { type Metadata } from "sharp";
import type { Raster } from "./raster.ts";
import { upright } from "./turn.ts";
import { ImageRefusedError } from "./upload/refusal.ts";
import { isStillImage } from "./upload/sniff.ts";

// Engines share the machine's cores among processes, not among libvips threads; and no upload is kept after
// its call.
sharp.concurrency(1);
sharp.cache(false);

/** Limits of contract §4.1, read from the header before a pixel is decoded. */
export const IMAGE_LIMITS = {
  pixels: 40_000_000,
  longSide: 10_000,
  shortSide: 200,
  /** Bytes of an interlaced PNG's pixels, all of which its decoder holds: 40 megapixels of 4 bytes. */
  interlaced: 160_000_000,
} as const;

const DECODE_SECONDS = 20;
/** The least that sharp takes as a limit. */
const LEAST_SECONDS = 1;

/**
 * Decodes an upload to an upright sRGB raster: EXIF orientation applied, colour profile converted, alpha laid
 * on white. Throws `ImageRefusedError` for what contract §4.1 refuses, and for a picture that is not decoded
 * within about `seconds`.
 */
export async function decodeImage(content: Uint8Array, seconds = DECODE_SECONDS): Promise<Raster> {
  if (content.length === 0) throw new ImageRefusedError("empty");
  if (!isStillImage(content)) throw new ImageRefusedError("unsupported_type");
  const { orientation } = await checkHeader(content);
  const options = { limitInputPixels: IMAGE_LIMITS.pixels, failOn: "error", pages: 1 } as const;
  try {
    const { data, info } = await sharp(content, options)
      .timeout({ seconds: Math.round(Math.min(Math.max(seconds, LEAST_SECONDS), DECODE_SECONDS)) })
      .flatten({ background: "white" })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`decoded to ${info.channels} channels`);
    // libvips would turn what its decoder holds, of up to 16 bits a channel, and hold that twice.
    return upright({ width: info.width, height: info.height, data }, orientation);
  } catch (cause) {
    throw new ImageRefusedError("unreadable", { cause });
  }
}

async function checkHeader(content: Uint8Array): Promise<Metadata> {
  let header: Metadata;
  try {
    header = await sharp(content, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw new ImageRefusedError("unreadable", { cause });
  }
  const { width, height } = header;
  if (Math.max(width, height) > IMAGE_LIMITS.longSide || width * height > IMAGE_LIMITS.pixels) {
    throw new ImageRefusedError("too_large");
  }
  if (interlacedBytes(header) > IMAGE_LIMITS.interlaced) throw new ImageRefusedError("too_large");
  if (Math.min(width, height) < IMAGE_LIMITS.shortSide) throw new ImageRefusedError("too_small");
  return header;
}

/** What an interlaced PNG holds while it is decoded; 0 for any other picture, which is decoded in strips. */
function interlacedBytes({ format, isProgressive, width, height, channels, depth }: Metadata): number {
  if (format !== "png" || isProgressive !== true) return 0;
  return width * height * channels * (depth === "ushort" ? 2 : 1);
}
