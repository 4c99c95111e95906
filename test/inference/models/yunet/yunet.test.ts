import { expect, it } from "vitest";
import { yunet } from "#inference/models/yunet.ts";
import type { Tensor } from "#inference/runtime/tensors.ts";
import { scriptedModel } from "#test/harness/inference/scripted-model.ts";

const SIDE = 640;
const image = { width: 1280, height: 640, data: new Uint8Array(1280 * 640 * 3).fill(90) };

/** The model's answer for no face, with one cell of one grid filled in. */
function answer(stride: number, row: number, column: number, score: number): Record<string, Tensor> {
  const outputs: Record<string, Tensor> = {};
  for (const step of [8, 16, 32]) {
    const cells = (SIDE / step) ** 2;
    for (const [name, width] of [
      ["cls", 1],
      ["obj", 1],
      ["bbox", 4],
      ["kps", 10],
    ] as const) {
      outputs[`${name}_${step}`] = { data: new Float32Array(cells * width), dims: [1, cells, width] };
    }
  }
  const cell = row * (SIDE / stride) + column;
  const put = (name: string, values: readonly number[]) =>
    (outputs[`${name}_${stride}`]!.data as Float32Array).set(values, cell * values.length);
  put("cls", [score]);
  put("obj", [score]);
  put("bbox", [0.5, 0.25, Math.log(4), Math.log(5)]);
  put("kps", [0, 0, 1, 0, 0.5, 0.5, 0, 1, 1, 1]);
  return outputs;
}

it("YuNet's boxes and points are offsets from a cell's corner in strides, sizes logarithms, in the image's pixels", async () => {
  const model = scriptedModel(answer(16, 20, 12, 0.9));
  const [face, ...none] = await yunet(model).detect(image, 0);
  // A square of 640 holds the image at half its size, with 160 rows of black above it.
  expect(none).toEqual([]);
  expect(face!.score).toBeCloseTo(0.9, 5);
  expect(face!.box.x).toBeCloseTo(2 * (12.5 * 16 - 32), 3);
  expect(face!.box.y).toBeCloseTo(2 * (20.25 * 16 - 40 - 160), 3);
  expect(face!.box.width).toBeCloseTo(2 * 64, 3);
  expect(face!.box.height).toBeCloseTo(2 * 80, 3);
  expect(face!.points[1]!.x - face!.points[0]!.x).toBeCloseTo(32, 3);
  expect(face!.points[0]!.y).toBeCloseTo(2 * (20 * 16 - 160), 3);
});

it("YuNet is fed blue, green and red planes of the whole image on black", async () => {
  const model = scriptedModel(answer(8, 0, 0, 0));
  const red = { ...image, data: image.data.map((_, n) => (n % 3 === 0 ? 200 : 10)) };
  expect(await yunet(model).detect(red, 0)).toEqual([]);
  const { data, dims } = model.fed[0]!;
  expect(dims).toEqual([1, 3, SIDE, SIDE]);
  const at = (channel: number, row: number) => data[channel * SIDE * SIDE + row * SIDE + 320];
  expect([at(0, 320), at(2, 320), at(2, 20)]).toEqual([10, 200, 0]);
});

it("YuNet's score is the root of class times object score, and under 0.7 is no face", async () => {
  expect(await yunet(scriptedModel(answer(32, 5, 5, 0.69))).detect(image, 0)).toEqual([]);
  expect(await yunet(scriptedModel(answer(32, 5, 5, 0.71))).detect(image, 0)).toHaveLength(1);
});
