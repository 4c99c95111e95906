import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BUNDLED } from "#inference/bundle/bundled.ts";
import type { Task } from "#inference/bundle/manifest.ts";
import { type OpenBundle, openBundle } from "#inference/bundle/open.ts";
import { CPU } from "#inference/runtime/session.ts";
import type { Tensor } from "#inference/runtime/tensors.ts";
import { useFolder } from "../../harness/folder.ts";

/** A few numbers that a changed model, weight or preprocessing would not leave as they are. */
interface Signature {
  readonly dims: readonly number[];
  readonly rootMeanSquare: number;
  /** Sums of the values under fixed signs, over the root of their count: every value and its place count. */
  readonly projections: readonly number[];
}

type Golden = Record<string, { input: readonly number[]; outputs: Record<string, Signature> }>;

/**
 * Largest difference, as a share of the output's root mean square: processors add in different orders. The
 * bundled models made here were compared with TensorFlow.js 4.22 once: on this input no value differed by
 * more than 3e-4 of it.
 */
const TOLERANCE = 2e-3;

const folder = useFolder();
let bundle: OpenBundle;
let golden: Golden;

beforeAll(async () => {
  bundle = await openBundle(folder, CPU);
  golden = JSON.parse(await readFile(join(import.meta.dirname, "golden.json"), "utf8")) as Golden;
});

afterAll(() => bundle?.release());

/** 0..255, slopes and edges that differ by channel. */
const slopes = (x: number, y: number, c: number) => (x * (3 + c) + y * (5 - c) + ((x * y) >> 3)) & 255;

/** -1..1, dark strokes on white that a text model takes for letters. */
const strokes = (x: number, y: number) => {
  const [inLine, column] = [y % 48 >= 8 && y % 48 < 40, x % 24];
  const ink = inLine && (column < 4 || (column < 16 && (y % 48 < 12 || (y + (x >> 5)) % 17 < 4)));
  return ink ? -0.9 : 1;
};

function image(task: Task, dims: readonly number[]): Tensor {
  const value = task.startsWith("text_") ? strokes : slopes;
  const [, channels, height, width] = dims as [number, number, number, number];
  const data = new Float32Array(channels * height * width);
  for (let i = 0; i < data.length; i++) {
    data[i] = value(i % width, Math.floor(i / width) % height, Math.floor(i / width / height));
  }
  return { data, dims };
}

function signature({ data, dims }: Tensor): Signature {
  const sums = [0, 0, 0, 0];
  let [squares, random] = [0, 1];
  for (const value of data as Float32Array) {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    squares += value * value;
    for (let i = 0; i < sums.length; i++) sums[i]! += ((random >>> (28 + i)) & 1) === 1 ? value : -value;
  }
  return {
    dims,
    rootMeanSquare: Math.sqrt(squares / data.length),
    projections: sums.map((sum) => sum / Math.sqrt(data.length)),
  };
}

async function signatures(task: Task, input: readonly number[]): Promise<Record<string, Signature>> {
  const model = bundle.model(task);
  const outputs = await model.run({ [model.inputs[0]!]: image(task, input) });
  return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, signature(value)]));
}

it.each(BUNDLED.map(({ task, name }) => [task, name] as const))(
  "the bundled model for %s (%s) still gives what it gave",
  async (task) => {
    const { input, outputs } = golden[task]!;
    const found = await signatures(task, input);
    expect(Object.keys(found).sort()).toEqual(Object.keys(outputs).sort());
    for (const [name, expected] of Object.entries(outputs)) {
      const { dims, rootMeanSquare, projections } = found[name]!;
      expect(dims).toEqual(expected.dims);
      expect(expected.rootMeanSquare).toBeGreaterThan(0);
      const changes = [
        rootMeanSquare - expected.rootMeanSquare,
        ...projections.map((projection, i) => projection - expected.projections[i]!),
      ];
      const largest = Math.max(...changes.map(Math.abs));
      expect(largest).toBeLessThanOrEqual(TOLERANCE * expected.rootMeanSquare);
    }
  },
);
