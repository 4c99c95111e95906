import { once } from "node:events";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import type { Raster } from "./raster.ts";
import { upright } from "./turn.ts";
import type { Container } from "./upload/container.ts";
import { isCodestream } from "./upload/jpeg2000.ts";
import { openUpload } from "./upload/open.ts";
import { ImageRefusedError } from "./upload/refusal.ts";
import { orientationOf } from "./upload/tiff.ts";

// Workers share the machine's cores among processes, not among libvips threads; and no upload is kept after
// its call.
sharp.concurrency(1);
sharp.cache(false);

/** A file without metadata, and the size that its header states. */
export interface Decodable {
  readonly file: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Decodes to interleaved sRGB of 8 bits, as stored. Throws as `decodePixels` does. */
type DecodePixels = (image: Decodable) => Promise<Uint8Array>;

/**
 * Decodes an upload to an upright sRGB raster: EXIF orientation applied, colour profile converted, alpha on
 * white. Throws `ImageRefusedError` for images that contract §4.1 rejects.
 */
export async function decodeImage(content: Uint8Array, decode: DecodePixels = decodePixels): Promise<Raster> {
  return decodeContainer(openUpload(content), decode);
}

/** The same of a container that was read and is within bounds. */
export async function decodeContainer(container: Container, decode: DecodePixels): Promise<Raster> {
  const { width, height, exif } = container;
  const data = await decode(decodable(container));
  // libvips would rotate its decoded image, of up to 16 bits a channel, and hold it twice.
  return upright({ width, height, data }, orientationOf(exif));
}

export const decodable = (container: Container): Decodable => ({
  file: container.decodable(),
  width: container.width,
  height: container.height,
});

/** From now on libvips opens only the three accepted formats in this process. */
export function readNothingElse(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["Jpeg", "Png", "Webp"].map((format) => `VipsForeignLoad${format}Buffer`) });
}

/** Decodes in this process. Throws `ImageRefusedError` for an image that cannot be read to its end. */
export async function decodePixels(image: Decodable): Promise<Uint8Array> {
  try {
    return await (isCodestream(image.file) ? decodeJpeg2000 : decodeWithLibvips)(image);
  } catch (cause) {
    throw new ImageRefusedError("unreadable", { cause });
  }
}

async function decodeWithLibvips({ file, width, height }: Decodable): Promise<Uint8Array> {
  const options = { limitInputPixels: width * height, failOn: "error", pages: 1 } as const;
  const { data, info } = await sharp(file, options)
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`decoded to ${info.channels} channels`);
  if (info.width !== width || info.height !== height) throw new Error("decoded to another size");
  return data;
}

/**
 * Decodes a JPEG 2000 codestream to interleaved sRGB of 8 bits. OpenJPEG blocks its thread, so it gets one of
 * its own, whose memory ends with it. Throws an `Error` for an image that cannot be read.
 */
async function decodeJpeg2000(image: Decodable): Promise<Uint8Array> {
  const thread = new Worker(new URL("./jpeg2000-thread.ts", import.meta.url), { workerData: image });
  try {
    // An error of the thread rejects.
    const [pixels] = (await once(thread, "message")) as [Uint8Array];
    return pixels;
  } finally {
    await thread.terminate();
  }
}
