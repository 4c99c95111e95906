import { BOUNDS, type Bounds, CHIP_BOUNDS } from "./bounds.ts";
import type { Container } from "./container.ts";
import { readJpeg } from "./jpeg.ts";
import { isJpeg2000, readJpeg2000 } from "./jpeg2000.ts";
import { PNG_SIGNATURE, readPng } from "./png.ts";
import { ImageRefusedError } from "./refusal.ts";
import { isWebp, readWebp } from "./webp.ts";

/**
 * Reads an upload's container, by its first bytes, and compares its declared sizes with the bounds. Decodes
 * no pixel. Throws `ImageRefusedError`.
 */
export function openUpload(content: Uint8Array): Container {
  if (content.length === 0) throw new ImageRefusedError("empty");
  const read = readerOf(content);
  if (read === undefined) throw new ImageRefusedError("unsupported_type");
  return within(BOUNDS, read(content));
}

/** The same for the face image of a chip: a JPEG or JPEG 2000. */
export function openChipImage(content: Uint8Array): Container {
  const read = isJpeg(content) ? readJpeg : isJpeg2000(content) ? readJpeg2000 : undefined;
  if (read === undefined) throw new ImageRefusedError("unsupported_type");
  return within(CHIP_BOUNDS, read(content));
}

/** The reader of a file's format; undefined for a format that is not accepted. */
function readerOf(content: Uint8Array): ((content: Uint8Array) => Container) | undefined {
  if (isJpeg(content)) return readJpeg;
  if (PNG_SIGNATURE.every((byte, i) => content[i] === byte)) return readPng;
  return isWebp(content) ? readWebp : undefined;
}

export const isJpeg = (content: Uint8Array): boolean =>
  content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff;

/** The container, if it keeps within the bounds. Throws `ImageRefusedError`. */
export function within(bounds: Bounds, container: Container): Container {
  const { width, height, decoderBytes } = container;
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  if (long > bounds.longSide || width * height > bounds.pixels || decoderBytes > bounds.decoderBytes) {
    throw new ImageRefusedError("too_large", { size: { width, height } });
  }
  if (short < bounds.shortSide) throw new ImageRefusedError("too_small", { size: { width, height } });
  return container;
}
