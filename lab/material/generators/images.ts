import sharp, { type OverlayOptions } from "sharp";
import { rawPixels } from "../capture/capture.ts";
import type { Pixels } from "../capture/pixels.ts";
import { SAMPLE_FACES } from "../faces/sample-faces.ts";
import { between, pick, type Random } from "../random.ts";
import type { Patch } from "../uploads/forgery.ts";

export const open = ({ data, width, height }: Pixels): ReturnType<typeof sharp> =>
  sharp(data, { raw: { width, height, channels: 3 } });

export const decoded = (content: Buffer): Promise<Pixels> => rawPixels(sharp(content));

export const cut = (pixels: Pixels, { x: left, y: top, width, height }: Patch): Promise<Pixels> =>
  rawPixels(open(pixels).extract({ left, top, width, height }));

export const put = (pixels: Pixels, layers: readonly OverlayOptions[]): Promise<Pixels> =>
  rawPixels(open(pixels).composite([...layers]));

/** The part of a patch within the image, at least a pixel. */
export function within({ width, height }: Pixels, patch: Patch): Patch {
  const [x, y] = [Math.min(Math.max(0, patch.x), width - 2), Math.min(Math.max(0, patch.y), height - 2)];
  return {
    x,
    y,
    width: Math.max(1, Math.min(patch.width, width - x)),
    height: Math.max(1, Math.min(patch.height, height - y)),
  };
}

/** The patch extended by this many pixels on each side. */
export const wider = ({ x, y, width, height }: Patch, by: number): Patch => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const svg = (width: number, height: number, drawing: string, view = `0 0 ${width} ${height}`) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}">${drawing}</svg>`,
  );

/** Zero mean and, nearly normal, the deviation 1. */
export const normal = (random: Random): number => (random() + random() + random() - 1.5) * 2;

export const clamp = (level: number): number => Math.min(255, Math.max(0, level));

/**
 * A random face, cropped, mirrored and lit at random, as large as the patch; for genuine and forged cards.
 */
export async function anyFace(size: Pick<Patch, "width" | "height">, random: Random): Promise<Buffer> {
  const { photo, face } = pick(random, SAMPLE_FACES);
  const height = face.height * between(random, 1.2, 1.6);
  const width = (height * size.width) / size.height;
  const [left, top] = [face.x + (face.width - width) / 2, face.y - (height - face.height) * 0.6];
  const image = sharp(photo).extract({
    left: Math.max(0, Math.round(left)),
    top: Math.max(0, Math.round(top)),
    width: Math.round(width),
    height: Math.round(height),
  });
  if (random() < 0.5) image.flop();
  const kernel = pick(random, ["cubic", "mitchell", "lanczos3"] as const);
  return image
    .resize(size.width, size.height, { fit: "fill", kernel })
    .modulate({ brightness: between(random, 0.85, 1.1), saturation: between(random, 0.2, 1.1) })
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
}
