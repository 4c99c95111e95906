import { compose, rotation, scaling, type Transform, translation, type Vec2 } from "./transform.ts";

/** A square of the image that a model receives: its centre, side in pixels, and clockwise turn in radians. */
export interface Chip {
  readonly centre: Vec2;
  readonly side: number;
  readonly turn: number;
}

/** The map from coordinates of the chip, rendered `size` × `size`, to the image's. */
export function chipToImage({ centre, side, turn }: Chip, size: number): Transform {
  const centred = translation(-size / 2, -size / 2);
  const scaled = compose(scaling(side / size), centred);
  return compose(translation(centre.x, centre.y), compose(rotation(turn), scaled));
}

/** The clockwise angle in radians of the line from `left` to `right`, by their positions in the image. */
export const slope = (left: Vec2, right: Vec2): number => Math.atan2(right.y - left.y, right.x - left.x);

/** Clockwise quarter turns of the image, and the share of its longer side left free on each side. */
export interface LetterboxOptions {
  readonly quarterTurns?: number;
  readonly margin?: number;
}

/**
 * The map from a `size` × `size` square, into which the whole image is fitted about its centre, to the
 * image.
 */
export function letterbox(
  image: { readonly width: number; readonly height: number },
  size: number,
  { quarterTurns = 0, margin = 0 }: LetterboxOptions,
): Transform {
  const centre = { x: image.width / 2, y: image.height / 2 };
  const side = Math.max(image.width, image.height) * (1 + 2 * margin);
  return chipToImage({ centre, side, turn: (-quarterTurns * Math.PI) / 2 }, size);
}
