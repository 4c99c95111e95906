import { ImportError } from "./errors.ts";
import { attribute, floatOf, GraphEdit, type GraphNode } from "./graph-edit.ts";

/** Each of the two layers doubles the sides: each pixel becomes four, by weights of their own. */
const SIDE = 2;
const FOUR = SIDE ** 2;

/** ONNX's own value for a normalisation that names none. */
const EPSILON = 1e-5;

const HEAD = "ConvTranspose Add BatchNormalization Relu ConvTranspose Add Sigmoid".split(" ");

/**
 * A DB detector of PaddleOCR's whose last two layers, transposed convolutions, compute the same as
 * convolutions of 1 × 1: a channel for each of the pixels that one becomes, which are laid out at the end.
 * ONNX Runtime has fast code for these alone. Throws ImportError unsupported_graph for another head.
 */
export function withSubpixelHead(model: Uint8Array): Uint8Array {
  const graph = new GraphEdit(model);
  const from = graph.nodes.findIndex(({ op }) => op === HEAD[0]);
  const head = graph.nodes.slice(from, from + HEAD.length);
  if (HEAD.some((op, i) => head[i]?.op !== op)) {
    throw new ImportError("unsupported_graph", `a text detector whose head is not ${HEAD.join(", ")}`);
  }
  const [first, , , relu, , , map] = head as [GraphNode, ...GraphNode[]];
  const step = (
    op: string,
    inputs: readonly string[],
    attributes: readonly Uint8Array[] = [],
  ): GraphNode => ({
    ...{ op, inputs, attributes },
    output: `${map!.output}_${op}_${inputs[0]}`,
  });
  const quarter = step("Conv", [first.inputs[0]!, ...firstWeights(graph, head)]);
  const rectified = step(relu!.op, [quarter.output]);
  const sixteenth = step("Conv", [rectified.output, ...secondWeights(graph, head)]);
  const likely = step(map!.op, [sixteenth.output]);
  const laidOut = step("DepthToSpace", [likely.output], [attribute("blocksize", "integer", FOUR)]);
  graph.replace(head, [quarter, rectified, sixteenth, likely, { ...laidOut, output: map!.output }]);
  return graph.encode();
}

/** Weights and bias [4 · channels, …] of the first layer, with the shift and the normalisation after it. */
function firstWeights(graph: GraphEdit, [layer, sum, norm]: readonly GraphNode[]): [string, string] {
  const { dims, data } = graph.floats(layer!.inputs[1])!;
  const [from, to] = dims as [number, number];
  const [scale, shift, mean, variance] = norm!.inputs.slice(1).map((name) => graph.floats(name)!.data);
  const bias = graph.floats(sum!.inputs[1])!.data;
  const epsilon = floatOf(norm!, "epsilon") ?? EPSILON;
  const factor = scale!.map((value, c) => value / Math.sqrt(variance![c]! + epsilon));
  const weights = Float32Array.from({ length: FOUR * to * from }, (_, i) => {
    const [row, input] = [Math.floor(i / from), i % from];
    const [place, c] = [Math.floor(row / to), row % to];
    return data[(input * to + c) * FOUR + place]! * factor[c]!;
  });
  const biases = Float32Array.from({ length: FOUR * to }, (_, row) => {
    const c = row % to;
    return (bias[c]! - mean![c]!) * factor[c]! + shift![c]!;
  });
  return named(graph, layer!, weights, biases, from);
}

/** Weights and bias of the second: 16 pixels, row by row, each from the channels of its own quarter. */
function secondWeights(graph: GraphEdit, [, , , , layer, sum]: readonly GraphNode[]): [string, string] {
  const { dims, data } = graph.floats(layer!.inputs[1])!;
  const channels = dims[0]!;
  const weights = new Float32Array(FOUR * FOUR * FOUR * channels);
  for (let pixel = 0; pixel < FOUR * FOUR; pixel++) {
    const [y, x] = [Math.floor(pixel / FOUR), pixel % FOUR];
    const quarter = Math.floor(y / SIDE) * SIDE + Math.floor(x / SIDE);
    const place = (y % SIDE) * SIDE + (x % SIDE);
    for (let c = 0; c < channels; c++) {
      weights[(pixel * FOUR + quarter) * channels + c] = data[c * FOUR + place]!;
    }
  }
  const bias = new Float32Array(FOUR * FOUR).fill(graph.scalar(sum!.inputs[1])!);
  return named(graph, layer!, weights, bias, FOUR * channels);
}

/** The names of a layer's new constants. */
function named(
  graph: GraphEdit,
  { output }: GraphNode,
  weights: Float32Array,
  bias: Float32Array,
  from: number,
): [string, string] {
  return [
    graph.setFloats(`${output}_weights`, { dims: [bias.length, from, 1, 1], data: weights }),
    graph.setFloats(`${output}_bias`, { dims: [bias.length], data: bias }),
  ];
}
