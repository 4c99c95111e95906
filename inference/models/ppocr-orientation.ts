import { flattening, type Quad, quadSize } from "../geometry/quad.ts";
import type { Raster } from "../imaging/raster.ts";
import { warp } from "../imaging/warp.ts";
import type { Model } from "../runtime/session.ts";

/** PaddleOCR's text line direction classifier: 192 × 48, BGR, -1..1; index 1 is "upside down". */
const SIZE = { width: 192, height: 48 } as const;

/** Probability that a line is upside down, 0..1; of a long line, only the beginning counts. */
export async function upsideDown(model: Model, raster: Raster, quad: Quad): Promise<number> {
  const size = quadSize(quad);
  const natural = Math.round((size.width / Math.max(size.height, 1)) * SIZE.height);
  const width = Math.max(1, Math.min(SIZE.width, natural));
  const line = warp(raster, flattening(quad, natural, SIZE.height), width, SIZE.height);
  const plane = SIZE.width * SIZE.height;
  const data = new Float32Array(3 * plane);
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        data[c * plane + y * SIZE.width + x] = line.data[(y * width + x) * 3 + 2 - c]! / 127.5 - 1;
      }
    }
  }
  const outputs = await model.run({ [model.inputs[0]!]: { data, dims: [1, 3, SIZE.height, SIZE.width] } });
  return (outputs[model.outputs[0]!]!.data as Float32Array)[1]!;
}
