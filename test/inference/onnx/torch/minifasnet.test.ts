import { expect, it } from "vitest";
import { buildMiniFasNet } from "#inference/onnx/torch/minifasnet.ts";
import { CPU, openModel } from "#inference/runtime/session.ts";
import { seededRandom } from "#lab/material/random.ts";
import { type MadeTensor, torchArchive } from "./torch-archive.ts";

const WIDTH = 4;

/** Numbers in -1..1. */
function numbers(count: number, seed: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => 2 * random() - 1);
}

/** Random weights for the whole model, four channels wide, under the names that its makers' file has. */
function weights(squeezed: readonly string[]): MadeTensor[] {
  const made: MadeTensor[] = [];
  const add = (name: string, dims: readonly number[], positive = false) => {
    const count = dims.reduce((product, dim) => product * dim, 1);
    const values = numbers(count, made.length + 1).map((value) => (positive ? 1 + value / 2 : value / 2));
    made.push({ name: `module.${name}`, dims, values });
  };
  const norm = (name: string, width: number) => {
    for (const part of ["weight", "running_var"]) add(`${name}.${part}`, [width], true);
    for (const part of ["bias", "running_mean"]) add(`${name}.${part}`, [width]);
  };
  const conv = (name: string, dims: readonly [number, number, number, number], active = true) => {
    add(`${name}.conv.weight`, dims);
    norm(`${name}.bn`, dims[0]);
    if (active) add(`${name}.prelu.weight`, [dims[0]]);
  };
  const bottleneck = (name: string) => {
    conv(`${name}.conv`, [WIDTH, WIDTH, 1, 1]);
    conv(`${name}.conv_dw`, [WIDTH, 1, 3, 3]);
    conv(`${name}.project`, [WIDTH, WIDTH, 1, 1], false);
    if (!squeezed.includes(name)) return;
    for (const [fc, bn] of [
      ["fc1", "bn1"],
      ["fc2", "bn2"],
    ] as const) {
      add(`${name}.se_module.${fc}.weight`, [WIDTH, WIDTH, 1, 1]);
      norm(`${name}.se_module.${bn}`, WIDTH);
    }
  };
  conv("conv1", [WIDTH, 3, 3, 3]);
  conv("conv2_dw", [WIDTH, 1, 3, 3]);
  for (const [halve, keep, blocks] of [
    ["conv_23", "conv_3", 4],
    ["conv_34", "conv_4", 6],
    ["conv_45", "conv_5", 2],
  ] as const) {
    bottleneck(halve);
    for (let i = 0; i < blocks; i++) bottleneck(`${keep}.model.${i}`);
  }
  conv("conv_6_sep", [WIDTH, WIDTH, 1, 1]);
  conv("conv_6_dw", [WIDTH, 1, 5, 5], false);
  add("linear.weight", [WIDTH, WIDTH]);
  norm("bn", WIDTH);
  add("prob.weight", [3, WIDTH]);
  return made;
}

async function probabilities(
  tensors: readonly MadeTensor[],
  images: readonly Float32Array[],
): Promise<number[]> {
  const bytes = buildMiniFasNet("made", torchArchive(tensors));
  const model = await openModel({ name: "made", bytes }, CPU);
  const data = Float32Array.from(images.flatMap((image) => [...image]));
  const { probabilities } = await model.run({ image: { data, dims: [images.length, 3, 80, 80] } });
  await model.release();
  expect(probabilities!.dims).toEqual([images.length, 3]);
  return [...(probabilities!.data as Float32Array)];
}

const photo = (seed: number) => Float32Array.from(numbers(3 * 80 * 80, seed), (value) => 127 + 127 * value);

it("gives each image of a batch its own probabilities, of sum 1", async () => {
  const tensors = weights(["conv_3.model.3"]);
  const both = await probabilities(tensors, [photo(1), photo(2)]);
  expect(both[0]! + both[1]! + both[2]!).toBeCloseTo(1, 5);
  const second = await probabilities(tensors, [photo(2)]);
  for (const [i, value] of second.entries()) expect(both[3 + i]).toBeCloseTo(value, 5);
});

it("squeezes and excites if the weights say so", async () => {
  const plain = weights([]);
  const gated = weights(["conv_5.model.1"]);
  const gate = gated.filter(({ name }) => name.includes("se_module"));
  // A gate that is open for every channel changes nothing; a closed one removes the block.
  const held = (bias: number) =>
    gate.map((made) => ({
      ...made,
      values: made.values.map(() =>
        made.name.endsWith("bn2.bias") ? bias : made.name.endsWith("bn2.weight") ? 0 : 1,
      ),
    }));
  const without = await probabilities(plain, [photo(3)]);
  const open = await probabilities([...plain, ...held(30)], [photo(3)]);
  const shut = await probabilities([...plain, ...held(-30)], [photo(3)]);
  for (const [i, value] of without.entries()) expect(open[i]).toBeCloseTo(value, 5);
  expect(Math.abs(shut[0]! - without[0]!)).toBeGreaterThan(1e-3);
});

it("feeds the model blue, green, red", async () => {
  const tensors = weights([]);
  const first = tensors.find(({ name }) => name === "module.conv1.conv.weight")!;
  // Only the model's first channel passes: that is blue.
  const blueOnly = {
    ...first,
    values: first.values.map((value, i) => (Math.floor(i / 9) % 3 === 0 ? value : 0)),
  };
  const changed = tensors.map((made) => (made === first ? blueOnly : made));
  const image = photo(4);
  const other = Float32Array.from(image, (value, i) => (i < 2 * 6400 ? 255 - value : value));
  expect(await probabilities(changed, [other])).toEqual(await probabilities(changed, [image]));
});

it("rejects weights of another model", () => {
  const missing = weights([]).filter(({ name }) => name !== "module.conv_4.model.5.project.bn.weight");
  expect(() => buildMiniFasNet("made", torchArchive(missing))).toThrow(
    expect.objectContaining({ code: "unsupported_graph" }),
  );
});
