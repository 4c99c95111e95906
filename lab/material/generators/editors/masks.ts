import sharp from "sharp";
import type { Patch } from "../../uploads/forgery.ts";
import { svg } from "../images.ts";

/** The image, fading out over its rim; `by` is the deviation of the fall, in pixels. PNG. */
export function softened(
  image: Buffer,
  { width, height }: Pick<Patch, "width" | "height">,
  by: number,
  shape: "box" | "ellipse" = "box",
): Promise<Buffer> {
  const blur = `<filter id="f"><feGaussianBlur stdDeviation="${by}"/></filter>`;
  const [w, h] = [Math.max(1, width - 4 * by), Math.max(1, height - 4 * by)];
  const drawing =
    shape === "box"
      ? `<rect x="${2 * by}" y="${2 * by}" width="${w}" height="${h}" filter="url(#f)"/>`
      : `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${w / 2}" ry="${h / 2}" filter="url(#f)"/>`;
  return sharp(image)
    .ensureAlpha()
    .composite([{ input: svg(width, height, blur + drawing), blend: "dest-in" }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}
