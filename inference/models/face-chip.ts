import { similarity, type Transform, type Vec2 } from "../geometry/transform.ts";
import { mirror, type PixelTensor, planes } from "../imaging/pixels.ts";
import type { Raster } from "../imaging/raster.ts";
import { warp } from "../imaging/warp.ts";
import type { Model } from "../runtime/session.ts";

/** The 468 landmarks of a face in MediaPipe's order, in the image's pixels. */
export type FaceLandmarks = readonly Vec2[];

/** Makes one unit vector of the face that lies at the landmarks. */
export type FaceEmbedder = (image: Raster, landmarks: FaceLandmarks) => Promise<Float32Array>;

/** The input of an embedding model: a square of `size` pixels, its channels in `order`. */
interface ChipFacts {
  readonly size: number;
  readonly order: "rgb" | "bgr";
}

/**
 * The unit vector of the chip that `toImage` cuts: the normalised sum of the model's vectors for the chip and
 * for its mirror image. Faces are nearly symmetric and alignment errors are not, so that the sum varies less
 * than either.
 */
export async function embedChip(
  model: Model,
  { size, order }: ChipFacts,
  image: Raster,
  toImage: Transform,
): Promise<Float32Array> {
  const chip = warp(image, toImage, size, size);
  // Both at once, since a device may run them together.
  const [plain, mirrored] = await Promise.all(
    [chip, mirror(chip)].map((view) => vectorOf(model, planes(view, order))),
  );
  return unit(plain!.map((value, n) => value + mirrored![n]!));
}

/** The map to the image from a chip that has `points` at the positions of `reference`, by least squares. */
export function alignedChip(points: readonly Vec2[], reference: readonly Vec2[]): Transform {
  return similarity(reference, points);
}

/** The vector scaled to length 1. Throws `RangeError` for a vector without a direction. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!(length > 0 && Number.isFinite(length))) throw new RangeError("vector has no direction");
  return vector.map((value) => value / length);
}

async function vectorOf(model: Model, image: PixelTensor): Promise<Float32Array> {
  const outputs = await model.run({ [model.inputs[0]!]: image });
  const { data } = outputs[model.outputs[0]!]!;
  if (!(data instanceof Float32Array)) throw new TypeError("an embedding model answers float32");
  return data;
}
