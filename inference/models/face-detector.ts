import { type Box, boundingBox } from "../geometry/boxes.ts";
import { type LetterboxOptions, letterbox } from "../geometry/chip.ts";
import type { Detection } from "../geometry/detections.ts";
import { apply, type Transform } from "../geometry/transform.ts";
import type { Raster } from "../imaging/raster.ts";
import { type QuarterTurns, turn } from "../imaging/turn.ts";
import { warp } from "../imaging/warp.ts";

/**
 * The view of the mesh model, relative to a detector's box: a square whose side is `context` times the
 * geometric mean of the box's sides, and whose centre lies `down` box heights below the box's.
 */
export interface MeshView {
  readonly context: number;
  readonly down: number;
}

export interface FaceDetector {
  readonly view: MeshView;
  /**
   * Finds faces in an image that is first rotated clockwise by quarter turns. Coordinates are those of the
   * image before the rotation; each detection's points begin with the subject's right eye and left eye. Best
   * first.
   */
  detect(image: Raster, quarterTurns: QuarterTurns): Promise<Detection[]>;
}

/** How an image is fitted into a square: its quarter turns clockwise, and the margin around it. */
interface Fitting extends LetterboxOptions {
  readonly quarterTurns: QuarterTurns;
}

/**
 * The whole image fitted into a square of `size` pixels, black around it, and the map back to the image.
 */
export function letterboxed(
  image: Raster,
  size: number,
  fitting: Fitting,
): { square: Raster; toImage: Transform } {
  const upright = uprightSquare(image, size, fitting.margin ?? 0);
  return { square: turn(upright, fitting.quarterTurns), toImage: letterbox(image, size, fitting) };
}

/** Squares of the images that are still in memory, by size and margin. */
const squares = new WeakMap<Raster, Map<string, Raster>>();

/**
 * Cached, since an image is analysed in four rotations, and shrinking a large one takes longer than the
 * model.
 */
function uprightSquare(image: Raster, size: number, margin: number): Raster {
  const known = squares.get(image) ?? new Map<string, Raster>();
  squares.set(image, known);
  const key = `${size} ${margin}`;
  const square = known.get(key) ?? warp(image, letterbox(image, size, { margin }), size, size);
  known.set(key, square);
  return square;
}

/** The detection as it lies in the image. */
export function inImage({ box, points, score }: Detection, toImage: Transform): Detection {
  return {
    box: boundingBox(corners(box).map((corner) => apply(toImage, corner))),
    points: points.map((point) => apply(toImage, point)),
    score,
  };
}

const corners = ({ x, y, width, height }: Box) => [
  { x, y },
  { x: x + width, y: y + height },
];
