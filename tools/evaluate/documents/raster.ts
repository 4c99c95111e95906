import sharp from "sharp";
import type { Raster } from "../../../inference/imaging/raster.ts";

/** A file's pixels, small ones too: no upload's limits. */
export async function rasterOf(path: string): Promise<Raster> {
  const image = sharp(path).flatten().toColourspace("srgb").raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
