import { ImportError } from "../errors.ts";
import { convolve, type FeatureMap, NO_PADDING, type Padding, pool, samePadding } from "../layers.ts";
import { prelu } from "./element-rules.ts";
import { type AttributeName, decode, input, type Scope, type TfNode, type Traced } from "./rule.ts";
import { kernelFirst, permute } from "./weights.ts";

// Rules for operators that slide a window over a map.

export function convolution(scope: Scope, node: TfNode): Traced {
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
  if (activation === "Prelu") return prelu(scope, convolved, input(node, 3));
  if (activation === "Relu") return { ...convolved, value: scope.graph.node("Relu", [convolved.value]) };
  throw new ImportError("unsupported_graph", `${node.name} fuses ${activation}.`);
}

/** A kernel [h, w, channels, m] becomes [channels·m, 1, h, w] in as many groups as channels. */
export function depthwise(scope: Scope, node: TfNode): Traced {
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

export function maxPool(scope: Scope, node: TfNode): Traced {
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
