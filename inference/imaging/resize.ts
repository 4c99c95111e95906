import sharp from "sharp";
import { type Box, clipped, outward, whole } from "../geometry/boxes.ts";
import type { Raster } from "./raster.ts";

export const shape = ({ width, height }: Raster) => ({ raw: { width, height, channels: 3 as const } });

/** Stretches the raster, or a part of whole pixels, to the requested size, with anti-aliasing. */
export async function resize(
  raster: Raster,
  width: number,
  height: number,
  part = whole(raster),
): Promise<Raster> {
  const options = { fit: "fill", kernel: "linear" } as const;
  const { x: left, y: top, ...size } = part;
  const data = await sharp(raster.data, shape(raster))
    .extract({ left, top, ...size })
    .resize(width, height, options)
    .raw()
    .toBuffer();
  return { width, height, data };
}

/**
 * The part of the raster inside the box, rounded outwards and clipped. Throws `RangeError` for a box outside
 * of the raster.
 */
export function crop(raster: Raster, box: Box): Raster {
  const { x: left, y: top, width, height } = clipped(outward(box), raster);
  if (!(width > 0 && height > 0)) throw new RangeError("box lies outside of the raster");
  if (width === raster.width && height === raster.height) return raster;
  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * raster.width + left) * 3;
    data.set(raster.data.subarray(from, from + width * 3), row * width * 3);
  }
  return { width, height, data };
}
