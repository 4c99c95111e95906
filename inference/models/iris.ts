import { type Chip, chipToImage, slope } from "../geometry/chip.ts";
import { apply, compose, scaling, type Transform, translation } from "../geometry/transform.ts";
import { planes } from "../imaging/pixels.ts";
import type { Raster } from "../imaging/raster.ts";
import { warp } from "../imaging/warp.ts";
import type { Model } from "../runtime/session.ts";
import type { Landmark } from "./facemesh.ts";

const SIZE = 64;

/** The view of an eye, in distances between its corners. */
const CONTEXT = 2.3;

/**
 * An eye's mesh landmarks in the order of the model's first sixteen points: the lower lid, then the upper
 * lid.
 */
interface Eye {
  /** From the outer corner to the inner one. */
  readonly lower: readonly [number, ...number[]];
  readonly upper: readonly number[];
  /** The model was trained on right eyes: the image of a left eye is mirrored. */
  readonly isMirrored: boolean;
}

const EYES: readonly Eye[] = [
  {
    lower: [33, 7, 163, 144, 145, 153, 154, 155, 133],
    upper: [246, 161, 160, 159, 158, 157, 173],
    isMirrored: false,
  },
  {
    lower: [263, 249, 390, 373, 374, 380, 381, 382, 362],
    upper: [466, 388, 387, 386, 385, 384, 398],
    isMirrored: true,
  },
];

const MIRROR: Transform = compose(translation(SIZE, 0), scaling(-1, 1));

/**
 * MediaPipe Iris (arXiv:2006.11341): moves the landmarks of the eyelids' edges to the positions that an eye
 * model finds in a larger view. The mesh model alone draws most closed eyes half open. Other landmarks and
 * all depths stay.
 */
export async function refineEyes(
  model: Model,
  image: Raster,
  landmarks: readonly Landmark[],
): Promise<Landmark[]> {
  const refined = [...landmarks];
  // Both at once, since a device may run them together.
  const contours = await Promise.all(
    EYES.map((eye) => readContour(model, image, toImageFrom(landmarks, eye))),
  );
  EYES.forEach(({ lower, upper }, eye) => {
    [...lower, ...upper].forEach((index, n) => {
      refined[index] = { ...contours[eye]![n]!, z: landmarks[index]!.z };
    });
  });
  return refined;
}

/** The transform from the model's view of an eye to the image. */
function toImageFrom(landmarks: readonly Landmark[], { lower, isMirrored }: Eye): Transform {
  const [outer, inner] = [landmarks[lower[0]]!, landmarks[lower.at(-1)!]!];
  const [right, left] = isMirrored ? [inner, outer] : [outer, inner];
  const view: Chip = {
    centre: { x: (right.x + left.x) / 2, y: (right.y + left.y) / 2 },
    side: CONTEXT * Math.hypot(left.x - right.x, left.y - right.y),
    turn: slope(right, left),
  };
  const toImage = chipToImage(view, SIZE);
  return isMirrored ? compose(toImage, MIRROR) : toImage;
}

async function readContour(model: Model, image: Raster, toImage: Transform) {
  const chip = warp(image, toImage, SIZE, SIZE);
  const outputs = await model.run({ [model.inputs[0]!]: planes(chip, "rgb") });
  const points = outputs.contour!.data as Float32Array;
  return Array.from({ length: points.length / 3 }, (_, n) =>
    apply(toImage, { x: points[n * 3]!, y: points[n * 3 + 1]! }),
  );
}
