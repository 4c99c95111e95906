import { readFile } from "node:fs/promises";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import type { Raster } from "../../../inference/imaging/raster.ts";
import { crop } from "../../../inference/imaging/resize.ts";
import type { SampleFace } from "./sample-faces.ts";

/**
 * Head and shoulders of one person, cut out of a group photo: the face with 0.7 of its size on every side.
 */
export async function portrait({ photo, face }: SampleFace): Promise<Raster> {
  const { x, y, width, height } = face;
  return crop(await decodeImage(await readFile(photo)), {
    x: x - 0.7 * width,
    y: y - 0.7 * height,
    width: 2.4 * width,
    height: 2.4 * height,
  });
}
