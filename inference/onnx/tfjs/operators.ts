import { ImportError } from "../errors.ts";
import type { Value } from "../graph.ts";
import {
  averageOverMap,
  convolve,
  type FeatureMap,
  image,
  NO_PADDING,
  type Padding,
  padEnd,
  pool,
  prelu,
  samePadding,
} from "../layers.ts";
import {
  type AttributeName,
  decode,
  input,
  type Rule,
  type Scope,
  type TfNode,
  type Traced,
} from "./rule.ts";
import { kernelFirst, permute } from "./weights.ts";

/** The rule for each TensorFlow operator. Maps are NHWC there and NCHW here. */
export const OPERATORS: Readonly<Record<string, Rule>> = {
  Placeholder: (scope) => image(scope.graph, scope.image),
  Identity: (scope, node) => scope.trace(input(node, 0)),
  Conv2D: convolution,
  _FusedConv2D: convolution,
  DepthwiseConv2dNative: depthwise,
  MaxPool: maxPool,
  Add: arithmetic("Add"),
  AddV2: arithmetic("Add"),
  Mul: arithmetic("Mul"),
  Relu: elementwise("Relu"),
  Sigmoid: elementwise("Sigmoid"),
  Prelu: (scope, node) => sloped(scope, scope.map(input(node, 0)), input(node, 1)),
  Minimum: (scope, node) => clip(scope, node, (bound) => ["", bound]),
  Maximum: (scope, node) =>
    isRelu6(scope, node) ? scope.trace(input(node, 0)) : clip(scope, node, (bound) => [bound]),
  Pad: pad,
  Mean: mean,
  Reshape: reshape,
};

// Rules for operators that treat each value by itself.

/** The operands are two maps, or a map and one constant for each channel. */
function arithmetic(op: "Add" | "Mul"): Rule {
  return (scope, node) => {
    const map = scope.map(input(node, 0));
    const other = input(node, 1);
    const operand = scope.isWeight(other) ? perChannel(scope, map, other) : scope.map(other).value;
    return { ...map, value: scope.graph.node(op, [map.value, operand]) };
  };
}

function elementwise(op: "Relu" | "Sigmoid"): Rule {
  return (scope, node) => {
    const traced = scope.trace(input(node, 0));
    return { ...traced, value: scope.graph.node(op, [traced.value]) };
  };
}

const sloped = (scope: Scope, map: FeatureMap, slopes: string): FeatureMap =>
  prelu(scope.graph, map, valuesFor(scope, map, slopes));

/** A constant with one value for each channel, in the shape that broadcasts over a map. */
const perChannel = (scope: Scope, map: FeatureMap, name: string): Value =>
  scope.graph.floats(valuesFor(scope, map, name), [map.channels, 1, 1]);

function valuesFor(scope: Scope, map: FeatureMap, name: string): Float32Array {
  const { data } = scope.weight(name);
  if (data.length !== map.channels) {
    throw new ImportError(
      "unsupported_graph",
      `${name}: ${data.length} values for ${map.channels} channels.`,
    );
  }
  return data;
}

function clip(scope: Scope, node: TfNode, bounds: (bound: Value) => Value[]): Traced {
  const traced = scope.trace(input(node, 0));
  const bound = scope.graph.floats(scope.weight(input(node, 1)).data, []);
  return { ...traced, value: scope.graph.node("Clip", [traced.value, ...bounds(bound)]) };
}

/** Whether a maximum with 0 follows Relu and a minimum, and so changes nothing. */
function isRelu6(scope: Scope, node: TfNode): boolean {
  const minimum = scope.node(input(node, 0));
  const bounds = scope.weight(input(node, 1)).data;
  return (
    minimum.op === "Minimum" && scope.node(input(minimum, 0)).op === "Relu" && bounds.every((b) => b === 0)
  );
}

// Rules for operators that slide a window over a map.

function convolution(scope: Scope, node: TfNode): Traced {
  const map = scope.map(input(node, 0));
  const filter = kernelFirst(scope.weight(input(node, 1)));
  const fused = (node.attr?.fused_ops?.list?.s ?? []).map(decode);
  const [biasAdd, activation, ...more] = fused;
  if ((biasAdd !== undefined && biasAdd !== "BiasAdd") || more.length > 0) {
    throw new ImportError("unsupported_graph", `${node.name} fuses ${fused.join(", ")}.`);
  }
  const convolved = convolve(scope.graph, map, {
    ...filter,
    ...(biasAdd && { bias: scope.weight(input(node, 2)).data }),
    ...sliding(node, map, [filter.dims[2], filter.dims[3]]),
  });
  if (activation === undefined) return convolved;
  if (activation === "Prelu") return sloped(scope, convolved, input(node, 3));
  if (activation === "Relu") return { ...convolved, value: scope.graph.node("Relu", [convolved.value]) };
  throw new ImportError("unsupported_graph", `${node.name} fuses ${activation}.`);
}

/** A kernel [h, w, channels, m] becomes [channels·m, 1, h, w] in as many groups as channels. */
function depthwise(scope: Scope, node: TfNode): Traced {
  const map = scope.map(input(node, 0));
  const { shape, data } = scope.weight(input(node, 1));
  const [height, width, channels, multiplier] = shape as [number, number, number, number];
  return convolve(scope.graph, map, {
    kernel: permute(data, [height, width, channels, multiplier], [2, 3, 0, 1]),
    dims: [channels * multiplier, 1, height, width],
    groups: channels,
    ...sliding(node, map, [height, width]),
  });
}

function maxPool(scope: Scope, node: TfNode): Traced {
  const map = scope.map(input(node, 0));
  const size = square(node, "ksize");
  const { stride, padding } = sliding(node, map, [size, size]);
  return pool(scope.graph, "MaxPool", map, size, stride, padding);
}

function sliding(node: TfNode, map: FeatureMap, kernel: readonly [number, number]) {
  const stride = square(node, "strides");
  const scheme = decode(node.attr?.padding?.s ?? "");
  const dilated = node.attr?.dilations?.list?.i?.some((rate) => rate !== "1") ?? false;
  if (dilated || (scheme !== "SAME" && scheme !== "VALID")) {
    throw new ImportError("unsupported_graph", `${node.name}: padding "${scheme}", dilated ${dilated}.`);
  }
  const padding: Padding = scheme === "SAME" ? samePadding(map, kernel, stride) : NO_PADDING;
  return { stride, padding };
}

/** The one size n of a list [1, n, n, 1]. */
function square(node: TfNode, attribute: AttributeName): number {
  const [batch, height, width, channels] = node.attr?.[attribute]?.list?.i?.map(Number) ?? [];
  if (height === undefined || height !== width || batch !== 1 || channels !== 1) {
    throw new ImportError("unsupported_graph", `${node.name}: ${attribute} is not [1, n, n, 1].`);
  }
  return height;
}

// Rules for operators that change a map's shape.

/** Pads with zeros at the ends only. TensorFlow lists pairs by axis; ONNX lists all starts, then all ends. */
function pad(scope: Scope, node: TfNode): Traced {
  const map = scope.map(input(node, 0));
  const [n0, n1, h0, h1, w0, w1, c0, c1] = scope.weight(input(node, 1)).data as unknown as number[];
  if (n0 || n1 || h0 || w0 || c0) {
    throw new ImportError("unsupported_graph", `${node.name} pads a batch or a beginning.`);
  }
  return padEnd(scope.graph, map, c1!, h1!, w1!);
}

function mean(scope: Scope, node: TfNode): Traced {
  const map = scope.map(input(node, 0));
  const axes = [...scope.weight(input(node, 1)).data].sort();
  if (axes.join() !== "1,2" || node.attr?.keep_dims?.b) {
    throw new ImportError("unsupported_graph", `${node.name} is not a mean over height and width.`);
  }
  return { value: averageOverMap(scope.graph, map), dims: [map.channels] };
}

/** Orders a map's values as TensorFlow does, then reshapes. A batch of 1 in the target is left open. */
function reshape(scope: Scope, node: TfNode): Traced {
  const map = scope.map(input(node, 0));
  const dims = [...scope.weight(input(node, 1)).data].slice(1);
  const size = map.channels * map.height * map.width;
  if (dims.reduce((product, dim) => product * dim, 1) !== size) {
    throw new ImportError("unsupported_graph", `${node.name}: ${size} values do not fill [${dims}].`);
  }
  const ordered = scope.graph.node("Transpose", [map.value], { perm: [0, 2, 3, 1] });
  return { value: scope.graph.node("Reshape", [ordered, scope.graph.integers([-1, ...dims])]), dims };
}
