import { expect, it } from "vitest";
import {
  HUE_REACH,
  HUE_WINDOW,
  LUMA_REACH,
  LUMA_WINDOW,
} from "#inference/forensics/recapture/spectrum-graphs.ts";
import { seededRandom } from "#lab/material/random.ts";
import { forensicNets } from "../nets.ts";

const nets = await forensicNets();

/** Two windows of noise, the second half as strong. */
function noise(size: number): Float32Array {
  const random = seededRandom(11);
  return Float32Array.from({ length: 2 * 3 * size * size }, (_, i) =>
    i < 3 * size * size ? 255 * random() : 64 + 127 * random(),
  );
}

/** One frequency of one window's mixture of colours, term by term: the mean removed, the edges faded. */
function transform(
  image: Float32Array,
  at: number,
  size: number,
  weights: readonly number[],
  u: number,
  v: number,
) {
  const mixed = Float64Array.from({ length: size * size }, (_, i) =>
    weights.reduce((sum, weight, c) => sum + weight * image[(at * 3 + c) * size * size + i]!, 0),
  );
  const mean = mixed.reduce((sum, each) => sum + each, 0) / mixed.length;
  const fade = (x: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (x + 0.5)) / size);
  let [re, im] = [0, 0];
  for (let i = 0; i < mixed.length; i++) {
    const [x, y] = [i % size, Math.floor(i / size)];
    const value = (mixed[i]! - mean) * fade(x) * fade(y);
    const phase = (-2 * Math.PI * (u * x + v * y)) / size;
    re += value * Math.cos(phase);
    im += value * Math.sin(phase);
  }
  return { re, im };
}

it("luma's power is that of its Fourier transform, for each window of a batch", async () => {
  const image = noise(LUMA_WINDOW);
  const feeds = { image: { data: image, dims: [2, 3, LUMA_WINDOW, LUMA_WINDOW] } };
  const { decades } = await nets.luma_spectrum.run(feeds);
  const [rows, columns] = [2 * LUMA_REACH + 1, LUMA_REACH + 1];
  expect(decades!.dims).toEqual([2, rows, columns]);
  for (const [at, u, v] of [
    [0, 0, 3],
    [0, 40, -17],
    [1, 127, 127],
    [1, 7, -127],
  ] as const) {
    const { re, im } = transform(image, at, LUMA_WINDOW, [0.299, 0.587, 0.114], u, v);
    const found = decades!.data[(at * rows + v + LUMA_REACH) * columns + u];
    expect(found).toBeCloseTo(Math.log10(1 + re * re + im * im), 3);
  }
});

it("hue's power is given forth and back, as the mean of neighbouring frequencies", async () => {
  const image = noise(HUE_WINDOW);
  const feeds = { image: { data: image, dims: [2, 3, HUE_WINDOW, HUE_WINDOW] } };
  const spectra = await nets.hue_spectrum.run(feeds);
  const [rows, columns] = [2 * HUE_REACH + 1, HUE_REACH - 1];
  const hue = [
    [1, -0.5, -0.5],
    [0, Math.sqrt(0.75), -Math.sqrt(0.75)],
  ] as const;
  for (const [at, u, v] of [
    [0, 2, -57],
    [1, 33, 12],
  ] as const) {
    for (const [name, sign] of [
      ["forth", 1],
      ["back", -1],
    ] as const) {
      let sum = 0;
      for (let n = 0; n < 9; n++) {
        const [p, q] = [sign * (u - 1 + (n % 3)), sign * (v - 1 + Math.floor(n / 3))];
        const [x, y] = hue.map((weights) => transform(image, at, HUE_WINDOW, weights, p, q));
        sum += (x!.re - y!.im) ** 2 + (x!.im + y!.re) ** 2;
      }
      expect(spectra[name]!.dims).toEqual([2, rows, columns]);
      const found = spectra[name]!.data[(at * rows + v + HUE_REACH) * columns + u - 2];
      expect(Math.abs(Number(found) / (sum / 9) - 1)).toBeLessThan(1e-3);
    }
  }
});
