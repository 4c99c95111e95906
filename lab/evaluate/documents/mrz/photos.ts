import type { Quad } from "../../../../inference/geometry/quad.ts";
import { decodeImage } from "../../../../inference/imaging/decode.ts";
import type { Raster } from "../../../../inference/imaging/raster.ts";
import { type CaptureOptions, captureDocument } from "../../../material/capture/capture.ts";
import { type MrzBand, renderMrzBand } from "../../../material/documents/mrz/band.ts";
import { between, type Random, seededRandom } from "../../../material/random.ts";

export type Conditions = Omit<CaptureOptions, "seed">;

/** Conditions of an MRZ's photo. The long side is that of a photo of which the document fills four fifths. */
export const CONDITIONS: Readonly<Record<string, (random: Random) => Conditions>> = {
  clean: () => ({ longSide: 1600, perspective: 0.004 }),
  degraded: (random) => ({
    longSide: Math.round(between(random, 800, 1280)),
    perspective: 0.006,
    rotation: between(random, -4, 4),
    blur: between(random, 0.7, 1.4),
    noise: between(random, 4, 10),
    quality: Math.round(between(random, 50, 80)),
    glare: random() < 0.3 ? between(random, 20, 80) : 0,
    shadow: random() < 0.3 ? between(random, 0.1, 0.4) : 0,
  }),
  "hardly legible": (random) => ({
    longSide: Math.round(between(random, 440, 720)),
    perspective: 0.006,
    rotation: between(random, -4, 4),
    blur: between(random, 0.9, 1.7),
    noise: between(random, 6, 14),
    quality: Math.round(between(random, 35, 60)),
  }),
};

interface Photo {
  readonly mrz: readonly string[];
  readonly raster: Raster;
  readonly rows: readonly Quad[];
}

export const photograph = (seed: number, conditions: (random: Random) => Conditions): Promise<Photo> =>
  photographBand(seed, renderMrzBand, conditions);

/** A photo of an MRZ that is drawn by `draw`. */
export async function photographBand(
  seed: number,
  draw: (seed: number, random: Random) => Promise<MrzBand>,
  conditions: (random: Random) => Conditions,
): Promise<Photo> {
  const random = seededRandom(seed);
  const band = await draw(seed, random);
  const capture = await captureDocument(band.content, { ...conditions(random), seed });
  const raster = await decodeImage(capture.content);
  return { mrz: band.mrz, raster, rows: band.rowsOn(capture.corners, random) };
}
