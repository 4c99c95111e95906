import type { GraphBuilder, Value } from "./graph.ts";

/** A feature map while a graph is built: NCHW, of any batch size. */
export interface FeatureMap {
  readonly value: Value;
  readonly channels: number;
  readonly height: number;
  readonly width: number;
}

/** Zeros around a map before a kernel runs over it: [top, left, bottom, right]. */
export type Padding = readonly [number, number, number, number];

interface Convolution {
  /** [out, in / groups, height, width], row-major. */
  readonly kernel: Float32Array;
  readonly dims: readonly [number, number, number, number];
  readonly bias?: Float32Array;
  readonly stride: number;
  readonly padding: Padding;
  readonly groups?: number;
}

export interface Image {
  readonly height: number;
  readonly width: number;
  /** The model sees (x − mean) / deviation, channel by channel, in its own channel order. */
  readonly mean: readonly [number, number, number];
  readonly deviation: number;
  readonly order: "rgb" | "bgr";
}

/** Every model built here takes `image`: float32 [batch, 3, height, width], RGB 0..255. */
export function image(graph: GraphBuilder, facts: Image): FeatureMap {
  const { height, width, mean, deviation, order } = facts;
  let value = graph.input("image", ["batch", 3, height, width]);
  if (order === "bgr") value = graph.node("Gather", [value, graph.integers([2, 1, 0])], { axis: 1 });
  if (mean.some((level) => level !== 0)) {
    value = graph.node("Sub", [value, graph.floats(mean, [3, 1, 1])]);
  }
  if (deviation !== 1) value = graph.node("Div", [value, graph.floats([deviation], [1])]);
  return { value, channels: 3, height, width };
}

export function convolve(graph: GraphBuilder, map: FeatureMap, conv: Convolution): FeatureMap {
  const [out, , kernelHeight, kernelWidth] = conv.dims;
  const inputs = [map.value, graph.floats(conv.kernel, conv.dims)];
  if (conv.bias) inputs.push(graph.floats(conv.bias, [out]));
  const value = graph.node("Conv", inputs, {
    kernel_shape: [kernelHeight, kernelWidth],
    strides: [conv.stride, conv.stride],
    pads: conv.padding,
    group: conv.groups ?? 1,
  });
  return { value, channels: out, ...windows(map, [kernelHeight, kernelWidth], conv.stride, conv.padding) };
}

/** The greatest value or the mean of each window. */
export function pool(
  graph: GraphBuilder,
  op: "MaxPool" | "AveragePool",
  map: FeatureMap,
  size: number,
  stride: number,
  padding: Padding,
): FeatureMap {
  const value = graph.node(op, [map.value], {
    kernel_shape: [size, size],
    strides: [stride, stride],
    pads: padding,
  });
  const pooled = { ...map, value, ...windows(map, [size, size], stride, padding) };
  return map.channels % BLOCK === 0 ? pooled : eachScaled(graph, pooled, () => 1);
}

/** Channels in a block of ONNX Runtime's layout: it pools others in plain order, and stays in that. */
const BLOCK = 16;

/** Multiplies and shifts each channel. */
export function scale(graph: GraphBuilder, map: FeatureMap, factor: Float32Array, shift: Float32Array) {
  const dims = [map.channels, 1, 1];
  const scaled = graph.node("Mul", [map.value, graph.floats(factor, dims)]);
  return { ...map, value: graph.node("Add", [scaled, graph.floats(shift, dims)]) };
}

/**
 * Zeros at the ends of the channel, height and width axes. A convolution adds them, since Pad would make ONNX
 * Runtime leave its blocked layout, here and in every sum that follows.
 */
export function padEnd(
  graph: GraphBuilder,
  map: FeatureMap,
  channels: number,
  height: number,
  width: number,
): FeatureMap {
  if (channels === 0 && height === 0 && width === 0) return map;
  const padding: Padding = [0, 0, height, width];
  if (channels === 0) return eachScaled(graph, map, () => 1, padding);
  const [from, to] = [map.channels, map.channels + channels];
  const kernel = new Float32Array(to * from);
  for (let channel = 0; channel < from; channel++) kernel[channel * from + channel] = 1;
  return convolve(graph, map, { kernel, dims: [to, from, 1, 1], stride: 1, padding });
}

/** Each channel times a factor, as a convolution, which ONNX Runtime joins with what follows. */
function eachScaled(
  graph: GraphBuilder,
  map: FeatureMap,
  factor: (channel: number) => number,
  padding = NO_PADDING,
): FeatureMap {
  const { channels } = map;
  const kernel = Float32Array.from({ length: channels }, (_, channel) => factor(channel));
  return convolve(graph, map, { kernel, dims: [channels, 1, 1, 1], stride: 1, padding, groups: channels });
}

/**
 * PRelu with a slope for each channel, as x + (1 − slope) · relu(−x): PRelu itself would make ONNX Runtime
 * leave its blocked layout.
 */
export function prelu(graph: GraphBuilder, map: FeatureMap, slopes: Float32Array): FeatureMap {
  const below = relu(
    graph,
    eachScaled(graph, map, () => -1),
  );
  const raised = eachScaled(graph, below, (channel) => 1 - slopes[channel]!);
  return { ...map, value: graph.node("Add", [raised.value, map.value]) };
}

export const relu = (graph: GraphBuilder, map: FeatureMap): FeatureMap => ({
  ...map,
  value: graph.node("Relu", [map.value]),
});

/** Mean over height and width: [batch, channels]. */
export const averageOverMap = (graph: GraphBuilder, map: FeatureMap): Value =>
  graph.node("ReduceMean", [map.value], { axes: [2, 3], keepdims: 0 });

/**
 * TensorFlow's SAME: the fewest zeros for ceil(size / stride) windows; of an odd number, one more at the end.
 */
export function samePadding(map: FeatureMap, kernel: readonly [number, number], stride: number): Padding {
  const total = (size: number, length: number) =>
    Math.max((Math.ceil(size / stride) - 1) * stride + length - size, 0);
  const [rows, columns] = [total(map.height, kernel[0]), total(map.width, kernel[1])];
  return [rows >> 1, columns >> 1, (rows + 1) >> 1, (columns + 1) >> 1];
}

export const NO_PADDING: Padding = [0, 0, 0, 0];

function windows(map: FeatureMap, kernel: readonly [number, number], stride: number, padding: Padding) {
  const [top, left, bottom, right] = padding;
  return {
    height: Math.floor((map.height + top + bottom - kernel[0]) / stride) + 1,
    width: Math.floor((map.width + left + right - kernel[1]) / stride) + 1,
  };
}
