import { type Box, boundingBox } from "../geometry/boxes.ts";
import { type LetterboxOptions, letterbox } from "../geometry/chip.ts";
import type { Detection } from "../geometry/detections.ts";
import { apply, type Transform } from "../geometry/transform.ts";
import type { Raster } from "../imaging/raster.ts";
import { warp } from "../imaging/warp.ts";

export type QuarterTurns = 0 | 1 | 2 | 3;

/**
 * The view of the mesh net, relative to a detector's box: a square whose side is `context` times the
 * geometric mean of the box's sides, and whose centre lies `down` box heights below the box's.
 */
export interface MeshView {
  readonly context: number;
  readonly down: number;
}

export interface FaceDetector {
  readonly view: MeshView;
  /**
   * Finds faces in a picture that is turned clockwise by quarter turns first. Coordinates are those of the
   * picture before the turn; each detection's points begin with the subject's right eye and left eye. Best
   * first.
   */
  detect(picture: Raster, quarterTurns: QuarterTurns): Promise<Detection[]>;
}

/**
 * The whole picture fitted into a square of `size` pixels, black around it, and the map back to the picture.
 */
export async function letterboxed(
  picture: Raster,
  size: number,
  options: LetterboxOptions,
): Promise<{ square: Raster; toPicture: Transform }> {
  const toPicture = letterbox(picture, size, options);
  return { square: await warp(picture, toPicture, size, size), toPicture };
}

/** The detection as it lies in the picture. */
export function inPicture({ box, points, score }: Detection, toPicture: Transform): Detection {
  return {
    box: boundingBox(corners(box).map((corner) => apply(toPicture, corner))),
    points: points.map((point) => apply(toPicture, point)),
    score,
  };
}

const corners = ({ x, y, width, height }: Box) => [
  { x, y },
  { x: x + width, y: y + height },
];
