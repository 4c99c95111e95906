import { ImportError } from "../errors.ts";
import type { Value } from "../graph.ts";
import type { FeatureMap } from "../layers.ts";
import { input, type Rule, type Scope, type TfNode, type Traced } from "./rule.ts";

// Rules for operators that treat each value by itself.

/** The operands are two maps, or a map and one constant for each channel. */
export function arithmetic(op: "Add" | "Mul"): Rule {
  return (scope, node) => {
    const map = scope.map(input(node, 0));
    const other = input(node, 1);
    const operand = scope.isWeight(other) ? perChannel(scope, map, other) : scope.map(other).value;
    return { ...map, value: scope.graph.node(op, [map.value, operand]) };
  };
}

export function elementwise(op: "Relu" | "Sigmoid"): Rule {
  return (scope, node) => {
    const traced = scope.trace(input(node, 0));
    return { ...traced, value: scope.graph.node(op, [traced.value]) };
  };
}

export function prelu(scope: Scope, map: FeatureMap, slope: string): FeatureMap {
  return { ...map, value: scope.graph.node("PRelu", [map.value, perChannel(scope, map, slope)]) };
}

/** A constant with one value for each channel, in the shape that broadcasts over a map. */
function perChannel(scope: Scope, map: FeatureMap, name: string): Value {
  const { data } = scope.weight(name);
  if (data.length !== map.channels) {
    throw new ImportError(
      "unsupported_graph",
      `${name}: ${data.length} values for ${map.channels} channels.`,
    );
  }
  return scope.graph.floats(data, [map.channels, 1, 1]);
}

export function clip(scope: Scope, node: TfNode, bounds: (bound: Value) => Value[]): Traced {
  const traced = scope.trace(input(node, 0));
  const bound = scope.graph.floats(scope.weight(input(node, 1)).data, []);
  return { ...traced, value: scope.graph.node("Clip", [traced.value, ...bounds(bound)]) };
}
