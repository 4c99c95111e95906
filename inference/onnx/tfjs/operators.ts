import { picture } from "../layers.ts";
import { arithmetic, clip, elementwise, prelu } from "./element-rules.ts";
import { input, type Rule } from "./rule.ts";
import { mean, pad, reshape } from "./shape-rules.ts";
import { convolution, depthwise, maxPool } from "./window-rules.ts";

/** The rule for each TensorFlow operator. Maps are NHWC there and NCHW here. */
export const OPERATORS: Readonly<Record<string, Rule>> = {
  Placeholder: (scope) => picture(scope.graph, scope.picture),
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
  Prelu: (scope, node) => prelu(scope, scope.map(input(node, 0)), input(node, 1)),
  Minimum: (scope, node) => clip(scope, node, (bound) => ["", bound]),
  Maximum: (scope, node) => clip(scope, node, (bound) => [bound]),
  Pad: pad,
  Mean: mean,
  Reshape: reshape,
};
