import sharp from "sharp";
import type { Raster } from "../../../inference/imaging/raster.ts";

/** Decodes a file of any size; the limits of uploads do not apply. */
export async function rasterOf(path: string): Promise<Raster> {
  const image = sharp(path).flatten().toColourspace("srgb").raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
