import { expect, it } from "vitest";
import { LUMA_REACH, LUMA_WINDOW } from "#inference/forensics/recapture/spectrum-graphs.ts";
import { seededRandom } from "#lab/material/random.ts";
import { forensicModels } from "../models.ts";

const models = await forensicModels();

const SIZE = LUMA_WINDOW;
const LUMA = [0.299, 0.587, 0.114];

/** One frequency of one window's luma, term by term: the mean removed, the edges faded. */
function transform(image: Float32Array, at: number, u: number, v: number) {
  const mixed = Float64Array.from({ length: SIZE * SIZE }, (_, i) =>
    LUMA.reduce((sum, weight, c) => sum + weight * image[(at * 3 + c) * SIZE * SIZE + i]!, 0),
  );
  const mean = mixed.reduce((sum, each) => sum + each, 0) / mixed.length;
  const fade = (x: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (x + 0.5)) / SIZE);
  let [re, im] = [0, 0];
  for (let i = 0; i < mixed.length; i++) {
    const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
    const value = (mixed[i]! - mean) * fade(x) * fade(y);
    const phase = (-2 * Math.PI * (u * x + v * y)) / SIZE;
    re += value * Math.cos(phase);
    im += value * Math.sin(phase);
  }
  return { re, im };
}

it("luma's power is that of its Fourier transform, for each window of a batch", async () => {
  const random = seededRandom(11);
  const image = Float32Array.from({ length: 2 * 3 * SIZE * SIZE }, () => 255 * random());
  const feeds = { image: { data: image, dims: [2, 3, SIZE, SIZE] } };
  const { decades } = await models.luma_spectrum.run(feeds);
  const [rows, columns] = [2 * LUMA_REACH + 1, LUMA_REACH + 1];
  expect(decades!.dims).toEqual([2, rows, columns]);
  for (const [at, u, v] of [
    [0, 0, 3],
    [0, 40, -17],
    [1, 127, 127],
    [1, 7, -127],
  ] as const) {
    const { re, im } = transform(image, at, u, v);
    const found = decades!.data[(at * rows + v + LUMA_REACH) * columns + u];
    expect(found).toBeCloseTo(Math.log10(1 + re * re + im * im), 3);
  }
});
