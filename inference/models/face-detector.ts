import { type Box, boundingBox } from "../geometry/boxes.ts";
import { type LetterboxOptions, letterbox } from "../geometry/chip.ts";
import type { Detection } from "../geometry/detections.ts";
import { apply, type Transform } from "../geometry/transform.ts";
import type { Raster } from "../imaging/raster.ts";
import { type QuarterTurns, turn } from "../imaging/turn.ts";
import { warp } from "../imaging/warp.ts";

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

/** How a picture is fitted into a square: its quarter turns clockwise, and the margin around it. */
interface Fitting extends LetterboxOptions {
  readonly quarterTurns: QuarterTurns;
}

/**
 * The whole picture fitted into a square of `size` pixels, black around it, and the map back to the picture.
 */
export async function letterboxed(
  picture: Raster,
  size: number,
  fitting: Fitting,
): Promise<{ square: Raster; toPicture: Transform }> {
  const upright = await uprightSquare(picture, size, fitting.margin ?? 0);
  return { square: turn(upright, fitting.quarterTurns), toPicture: letterbox(picture, size, fitting) };
}

/** Squares of the pictures that are still held, by size and margin. */
const squares = new WeakMap<Raster, Map<string, Promise<Raster>>>();

/** A picture is looked at from four sides, and shrinking a large one takes longer than the net. */
function uprightSquare(picture: Raster, size: number, margin: number): Promise<Raster> {
  const known = squares.get(picture) ?? new Map<string, Promise<Raster>>();
  squares.set(picture, known);
  const key = `${size} ${margin}`;
  const square = known.get(key) ?? warp(picture, letterbox(picture, size, { margin }), size, size);
  known.set(key, square);
  return square;
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
