import type { Quad } from "../geometry/quad.ts";
import { planes } from "../imaging/pixels.ts";
import type { Raster } from "../imaging/raster.ts";
import { resize } from "../imaging/resize.ts";
import type { Model } from "../runtime/session.ts";

/** DocCornerNet (MobileNetV2): 224 × 224, stretched, RGB with ImageNet's mean and deviation. */
const SIZE = 224;
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];

interface DocumentCorners {
  readonly quad: Quad;
  /** Probability that the image shows a document, 0..1. */
  readonly score: number;
}

/** Finds the corners of the one document in an upright image, in its pixels. */
export async function findCorners(model: Model, raster: Raster): Promise<DocumentCorners> {
  const { data: pixels, dims } = planes(resize(raster, SIZE, SIZE), "rgb");
  const plane = SIZE * SIZE;
  const data = new Float32Array(pixels.length);
  for (let i = 0; i < data.length; i++) {
    const c = Math.floor(i / plane);
    data[i] = (pixels[i]! / 255 - MEAN[c]!) / DEVIATION[c]!;
  }
  const { coords, score } = await model.run({ image: { data, dims } });
  const numbers = coords!.data as Float32Array;
  const corner = (i: number) => ({
    x: numbers[2 * i]! * raster.width,
    y: numbers[2 * i + 1]! * raster.height,
  });
  return { quad: [corner(0), corner(1), corner(2), corner(3)], score: (score!.data as Float32Array)[0]! };
}
