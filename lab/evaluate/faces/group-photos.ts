import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dot } from "../../../inference/calibration/comparisons.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import type { Raster } from "../../../inference/imaging/raster.ts";
import { crop } from "../../../inference/imaging/resize.ts";
import type { FacePipeline } from "../../../inference/pipelines/face/face.ts";
import type { BoundingBox } from "../../../inference/pipelines/types.ts";

/**
 * The scores of all pairs of people in the same photo, for every photo of `_groups`; empty without that
 * folder.
 */
export async function groupPhotoScores(folder: string, pipeline: FacePipeline): Promise<number[]> {
  const scores: number[] = [];
  for (const file of await filesOf(folder)) {
    const image = await decodeImage(await readFile(join(folder, file)));
    const { faces } = await pipeline.analyze(image);
    const vectors: (readonly number[])[] = [];
    for (const { box } of faces) {
      const { principal } = await pipeline.analyze(surroundings(image, box));
      if (principal) vectors.push(principal.template.vector);
    }
    scores.push(...vectors.flatMap((a, n) => vectors.slice(n + 1).map((b) => dot(a, b))));
  }
  return scores;
}

async function filesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** The face with half its size around it, so that neighbours are cut off. */
function surroundings(image: Raster, { x, y, width, height }: BoundingBox): Raster {
  return crop(image, { x: x - width / 2, y: y - height / 2, width: width * 2, height: height * 2 });
}
