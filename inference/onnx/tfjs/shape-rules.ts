import { ImportError } from "../errors.ts";
import { averageOverMap, padEnd } from "../layers.ts";
import { input, type Scope, type TfNode, type Traced } from "./rule.ts";

// Rules for operators that change a map's shape.

/** Pads with zeros at the ends only. TensorFlow lists pairs by axis, ONNX all beginnings, then all ends. */
export function pad(scope: Scope, node: TfNode): Traced {
  const map = scope.map(input(node, 0));
  const [n0, n1, h0, h1, w0, w1, c0, c1] = scope.weight(input(node, 1)).data as unknown as number[];
  if (n0 || n1 || h0 || w0 || c0) {
    throw new ImportError("unsupported_graph", `${node.name} pads a batch or a beginning.`);
  }
  return padEnd(scope.graph, map, c1!, h1!, w1!);
}

export function mean(scope: Scope, node: TfNode): Traced {
  const map = scope.map(input(node, 0));
  const axes = [...scope.weight(input(node, 1)).data].sort();
  if (axes.join() !== "1,2" || node.attr?.keep_dims?.b) {
    throw new ImportError("unsupported_graph", `${node.name} is not a mean over height and width.`);
  }
  return { value: averageOverMap(scope.graph, map), dims: [map.channels] };
}

/** Orders a map's values as TensorFlow does, then reshapes. A batch of 1 in the target is left open. */
export function reshape(scope: Scope, node: TfNode): Traced {
  const map = scope.map(input(node, 0));
  const dims = [...scope.weight(input(node, 1)).data].slice(1);
  const size = map.channels * map.height * map.width;
  if (dims.reduce((product, dim) => product * dim, 1) !== size) {
    throw new ImportError("unsupported_graph", `${node.name}: ${size} values do not fill [${dims}].`);
  }
  const ordered = scope.graph.node("Transpose", [map.value], { perm: [0, 2, 3, 1] });
  return { value: scope.graph.node("Reshape", [ordered, scope.graph.integers([-1, ...dims])]), dims };
}
