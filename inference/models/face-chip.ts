import { similarity, type Transform, type Vec2 } from "../geometry/transform.ts";
import { mirror, type PixelTensor, planes } from "../imaging/pixels.ts";
import type { Raster } from "../imaging/raster.ts";
import { warp } from "../imaging/warp.ts";
import type { Net } from "../runtime/session.ts";

/** Where a face's parts lie in the picture: 468 landmarks in MediaPipe's order. */
export type FaceLandmarks = readonly Vec2[];

/** Makes one unit vector of the face that lies at the landmarks. */
export type FaceEmbedder = (picture: Raster, landmarks: FaceLandmarks) => Promise<Float32Array>;

/** What an embedding net reads: a square of `size` pixels, its channels in `order`. */
interface ChipFacts {
  readonly size: number;
  readonly order: "rgb" | "bgr";
}

/**
 * The unit vector of the chip that `toPicture` cuts: the sum of the net's vectors for the chip and for its mirror image,
 * normalised. Faces are nearly symmetric and errors of alignment are not, so that the sum is steadier than either.
 */
export async function embedChip(
  net: Net,
  { size, order }: ChipFacts,
  picture: Raster,
  toPicture: Transform,
): Promise<Float32Array> {
  const chip = await warp(picture, toPicture, size, size);
  const plain = await vectorOf(net, planes(chip, order));
  const mirrored = await vectorOf(net, planes(mirror(chip), order));
  return unit(plain.map((value, n) => value + mirrored[n]!));
}

/** The map to the picture from a chip in which `points` stand where `reference` has them, by least squares. */
export function alignedChip(points: readonly Vec2[], reference: readonly Vec2[]): Transform {
  return similarity(reference, points);
}

/** The vector at length 1. Throws `RangeError` for one that has no direction. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!(length > 0 && Number.isFinite(length))) throw new RangeError("vector has no direction");
  return vector.map((value) => value / length);
}

async function vectorOf(net: Net, image: PixelTensor): Promise<Float32Array> {
  const outputs = await net.run({ [net.inputs[0]!]: image });
  const { data } = outputs[net.outputs[0]!]!;
  if (!(data instanceof Float32Array)) throw new TypeError("an embedding net answers float32");
  return data;
}
