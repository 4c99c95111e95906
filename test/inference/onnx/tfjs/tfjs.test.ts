import { describe, expect, it } from "vitest";
import type { Picture } from "#inference/onnx/layers.ts";
import { importTfjs } from "#inference/onnx/tfjs/tfjs.ts";
import { CPU, openNet } from "#inference/runtime/session.ts";
import { graphModel, type MadeNode, type MadeWeight, numbers, plainPicture, windowed } from "./tfjs-model.ts";

const IMAGE: MadeNode = { name: "image", op: "Placeholder" };

interface Made {
  readonly picture: Picture;
  readonly nodes: readonly MadeNode[];
  readonly weights: readonly MadeWeight[];
  readonly outputs: Record<string, readonly string[]>;
}

function imported({ picture, nodes, weights, outputs }: Made): Uint8Array {
  const { json, bin } = graphModel([IMAGE, ...nodes], weights);
  return importTfjs({ name: "made", picture, outputs }, json, bin);
}

/** Runs a made model on pictures given as NHWC, as TensorFlow would see them. */
async function run(made: Made, nhwc: readonly number[], batch = 1) {
  const { height, width } = made.picture;
  const size = height * width;
  const data = new Float32Array(nhwc.length);
  for (let i = 0; i < nhwc.length; i++) {
    const [n, pixel, c] = [Math.floor(i / (3 * size)), Math.floor(i / 3) % size, i % 3];
    data[(n * 3 + c) * size + pixel] = nhwc[i]!;
  }
  const net = await openNet({ name: "made", bytes: imported(made) }, CPU);
  const results = await net.run({ image: { data, dims: [batch, 3, height, width] } });
  await net.release();
  return results;
}

/**
 * A map leaves the graph through a Reshape to [1, height·width·channels], as TensorFlow.js models have it.
 */
const flat = (from: string, size: number): { nodes: MadeNode[]; weights: MadeWeight[] } => ({
  nodes: [{ name: "flat", op: "Reshape", input: [from, "shape"] }],
  weights: [{ name: "shape", shape: [2], values: [1, size], dtype: "int32" }],
});

interface Filter {
  readonly shape: readonly [height: number, width: number, channels: number, out: number];
  readonly values: readonly number[];
}

/**
 * TensorFlow's definition, on NHWC: output pixel y reads from y·stride − top, SAME puts an odd row or column
 * last.
 */
function slide(
  image: readonly number[],
  [height, width]: readonly [number, number],
  filter: Filter,
  stride: number,
  deep: boolean,
) {
  const [kh, kw, channels, out] = filter.shape;
  const [rows, columns] = [Math.ceil(height / stride), Math.ceil(width / stride)];
  const top = Math.floor(Math.max((rows - 1) * stride + kh - height, 0) / 2);
  const left = Math.floor(Math.max((columns - 1) * stride + kw - width, 0) / 2);
  const at = (y: number, x: number, c: number) =>
    y < 0 || x < 0 || y >= height || x >= width ? 0 : image[(y * width + x) * channels + c]!;
  const result: number[] = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const sums = new Float64Array(deep ? channels * out : out);
      for (let i = 0; i < kh * kw * channels * out; i++) {
        const [q, c] = [i % out, Math.floor(i / out) % channels];
        const [kx, ky] = [Math.floor(i / out / channels) % kw, Math.floor(i / out / channels / kw)];
        const value = filter.values[i]! * at(y * stride + ky - top, x * stride + kx - left, c);
        sums[deep ? c * out + q : q]! += value;
      }
      result.push(...sums);
    }
  }
  return result;
}

const near = (expected: readonly number[]) => expected.map((value) => expect.closeTo(value, 4));

describe("a convolution with SAME padding", () => {
  it.each([
    { height: 6, width: 6, kernel: 3, stride: 2 },
    { height: 7, width: 4, kernel: 3, stride: 2 },
    { height: 5, width: 8, kernel: 5, stride: 2 },
    { height: 6, width: 5, kernel: 3, stride: 1 },
  ])("keeps TensorFlow's windows: %o", async ({ height, width, kernel, stride }) => {
    const filter: Filter = { shape: [kernel, kernel, 3, 4], values: numbers(kernel * kernel * 12) };
    const image = numbers(height * width * 3, 7);
    const expected = slide(image, [height, width], filter, stride, false);
    const end = flat("conv", expected.length);
    const { out } = await run(
      {
        picture: plainPicture(height, width),
        nodes: [
          { name: "conv", op: "Conv2D", input: ["image", "filter"], attr: windowed("SAME", stride) },
          ...end.nodes,
        ],
        weights: [{ name: "filter", ...filter }, ...end.weights],
        outputs: { out: ["flat"] },
      },
      image,
    );
    expect([...out!.data]).toEqual(near(expected));
  });

  it("runs a depthwise filter over each channel, its multiples side by side", async () => {
    const filter: Filter = { shape: [3, 3, 3, 2], values: numbers(54) };
    const image = numbers(6 * 6 * 3, 3);
    const expected = slide(image, [6, 6], filter, 2, true);
    const end = flat("conv", expected.length);
    const { out } = await run(
      {
        picture: plainPicture(6, 6),
        nodes: [
          {
            name: "conv",
            op: "DepthwiseConv2dNative",
            input: ["image", "filter"],
            attr: windowed("SAME", 2),
          },
          ...end.nodes,
        ],
        weights: [{ name: "filter", ...filter }, ...end.weights],
        outputs: { out: ["flat"] },
      },
      image,
    );
    expect([...out!.data]).toEqual(near(expected));
  });
});

describe("what becomes of a map", () => {
  const image = numbers(2 * 2 * 3, 5).map((value) => value * 10);
  const through = async (nodes: MadeNode[], weights: MadeWeight[], channels: number) => {
    const end = flat(nodes.at(-1)!.name, 4 * channels);
    const made = {
      picture: plainPicture(2, 2),
      nodes: [...nodes, ...end.nodes],
      weights: [...weights, ...end.weights],
      outputs: { out: ["flat"] },
    };
    return [...(await run(made, image)).out!.data];
  };

  it("reshapes in TensorFlow's order, channels last", async () => {
    expect(await through([{ name: "same", op: "Identity", input: ["image"] }], [], 3)).toEqual(near(image));
  });

  it("leaves the batch open where the target of a reshape fixes it to one", async () => {
    const end = flat("image", 12);
    const made = { picture: plainPicture(2, 2), ...end, outputs: { out: ["flat"] } };
    const { out } = await run(made, [...image, ...image], 2);
    expect([out!.dims, [...out!.data]]).toEqual([[2, 12], near([...image, ...image])]);
  });

  it("adds and multiplies constants by channel", async () => {
    const nodes = [
      { name: "scaled", op: "Mul", input: ["image", "factor"] },
      { name: "moved", op: "AddV2", input: ["scaled", "shift"] },
    ];
    const weights = [
      { name: "factor", shape: [3], values: [1, 10, 100] },
      { name: "shift", shape: [3], values: [0.5, 5, 50] },
    ];
    const expected = image.map((value, i) => (value + 0.5) * 10 ** (i % 3));
    const out = (await through(nodes, weights, 3)) as number[];
    expect(out.map((value, i) => value / 10 ** (i % 3))).toEqual(
      near(expected.map((value, i) => value / 10 ** (i % 3))),
    );
  });

  it("bounds ReLU6 on both sides", async () => {
    const nodes = [
      { name: "low", op: "Minimum", input: ["image", "six"] },
      { name: "high", op: "Maximum", input: ["low", "zero"] },
    ];
    const weights = [
      { name: "six", shape: [], values: [6] },
      { name: "zero", shape: [], values: [0] },
    ];
    expect(await through(nodes, weights, 3)).toEqual(
      near(image.map((value) => Math.max(0, Math.min(6, value)))),
    );
  });

  it("takes PReLU's slope by channel", async () => {
    const slopes = [0.1, 0.2, 0.3];
    const weights = [{ name: "slope", shape: [1, 1, 3], values: slopes }];
    const expected = image.map((value, i) => (value < 0 ? value * slopes[i % 3]! : value));
    expect(await through([{ name: "prelu", op: "Prelu", input: ["image", "slope"] }], weights, 3)).toEqual(
      near(expected),
    );
  });

  it("pads channels at their end", async () => {
    const weights = [
      { name: "paddings", shape: [4, 2], values: [0, 0, 0, 0, 0, 0, 0, 2], dtype: "int32" as const },
    ];
    const expected = [0, 1, 2, 3].flatMap((pixel) => [...image.slice(pixel * 3, pixel * 3 + 3), 0, 0]);
    expect(await through([{ name: "pad", op: "Pad", input: ["image", "paddings"] }], weights, 5)).toEqual(
      near(expected),
    );
  });
});

describe("the picture's way in", () => {
  const mean = (outputs: Made["outputs"], picture: Picture): Made => ({
    picture,
    nodes: [{ name: "mean", op: "Mean", input: ["image", "axes"], attr: { keep_dims: { b: false } } }],
    weights: [{ name: "axes", shape: [2], values: [1, 2], dtype: "int32" }],
    outputs,
  });

  it("subtracts the mean and divides in the net's own order of channels", async () => {
    const picture: Picture = { height: 1, width: 1, mean: [1, 2, 3], deviation: 2, order: "bgr" };
    const { out } = await run(mean({ out: ["mean"] }, picture), [10, 20, 30]);
    expect([...out!.data]).toEqual([(30 - 1) / 2, (20 - 2) / 2, (10 - 3) / 2]);
  });

  it("leaves the batch open, and each picture's result its own", async () => {
    const made = mean({ out: ["mean"] }, plainPicture(1, 2));
    const { out } = await run(made, [1, 2, 3, 5, 6, 7, 10, 20, 30, 30, 40, 50], 2);
    expect(out).toEqual({ data: Float32Array.of(3, 4, 5, 20, 30, 40), dims: [2, 3] });
  });

  it("takes a map of one pixel for an output as it is", async () => {
    const nodes = [{ name: "x", op: "Relu", input: ["image"] }];
    const made = { picture: plainPicture(1, 1), nodes, weights: [], outputs: { out: ["x"] } };
    expect((await run(made, [1, -2, 3])).out).toEqual({ data: Float32Array.of(1, 0, 3), dims: [1, 3] });
  });

  it("joins the parts of an output in the order that was asked for", async () => {
    const made = mean({ out: ["mean", "mean"] }, plainPicture(1, 1));
    expect((await run(made, [1, 2, 3])).out).toEqual({
      data: Float32Array.of(1, 2, 3, 1, 2, 3),
      dims: [1, 6],
    });
  });
});

describe("what cannot be said in ONNX", () => {
  const attempt = (nodes: MadeNode[], weights: MadeWeight[] = []) =>
    imported({ picture: plainPicture(2, 2), nodes, weights, outputs: { out: [nodes.at(-1)!.name] } });

  it.each([
    ["an operator without a rule", [{ name: "x", op: "FFT", input: ["image"] }], /x: FFT is not known/],
    ["a map as an output", [{ name: "x", op: "Relu", input: ["image"] }], /x is still a feature map/],
    ["a node that is not there", [{ name: "x", op: "Relu", input: ["gone"] }], /no node gone/],
    [
      "a fused activation without a rule",
      [
        {
          name: "x",
          op: "_FusedConv2D",
          input: ["image", "f", "b"],
          attr: windowed("SAME", 1, ["BiasAdd", "Elu"]),
        },
      ],
      /fuses Elu/,
    ],
  ])("refuses %s, as unsupported_graph", (_, nodes, message) => {
    const weights = [
      { name: "f", shape: [1, 1, 3, 1], values: [1, 1, 1] },
      { name: "b", shape: [1], values: [0] },
    ];
    expect(() => attempt(nodes, weights)).toThrow(message);
    expect(() => attempt(nodes, weights)).toThrow(expect.objectContaining({ code: "unsupported_graph" }));
  });

  it("refuses weights that are shorter or longer than the manifest says", () => {
    const { json, bin } = graphModel([IMAGE], [{ name: "w", shape: [2], values: [1, 2] }]);
    const facts = { name: "made", picture: plainPicture(1, 1), outputs: {} };
    const refused = expect.objectContaining({ code: "source_unreadable" });
    expect(() => importTfjs(facts, json, bin.subarray(0, 7))).toThrow(refused);
    expect(() => importTfjs(facts, json, Buffer.concat([bin, bin]))).toThrow(refused);
  });
});
