import { ImportError } from "../errors.ts";
import { GraphBuilder } from "../graph.ts";
import type { FeatureMap, Image } from "../layers.ts";
import { OPERATORS } from "./operators.ts";
import { type Flat, isMap, type Scope, type TfNode, type Traced } from "./rule.ts";
import { readWeights, type Weight, type WeightGroup } from "./weights.ts";

interface GraphModel {
  readonly modelTopology: { readonly node: readonly TfNode[] };
  readonly weightsManifest: readonly WeightGroup[];
}

export interface TfjsFacts {
  readonly name: string;
  readonly image: Image;
  /** By output name: its TensorFlow nodes, which are concatenated along the first axis after the batch. */
  readonly outputs: Readonly<Record<string, readonly string[]>>;
}

/**
 * Turns a TensorFlow.js GraphModel (topology JSON and weights file) into ONNX bytes: `image` in, the named
 * outputs out, any batch size. Only nodes that the outputs need are translated. Throws ImportError for an
 * unknown operator.
 */
export function importTfjs(facts: TfjsFacts, json: Uint8Array, bin: Uint8Array): Uint8Array {
  const model = JSON.parse(new TextDecoder().decode(json)) as GraphModel;
  const scope = new ModelScope(facts, model, readWeights(model.weightsManifest, bin));
  for (const [name, nodes] of Object.entries(facts.outputs)) {
    const parts = nodes.map((node) => scope.flat(node));
    const values = parts.map((part) => part.value);
    const rows = parts.reduce((sum, part) => sum + part.dims[0]!, 0);
    const value = parts.length === 1 ? values[0]! : scope.graph.node("Concat", values, { axis: 1 });
    scope.graph.output(name, value, ["batch", rows, ...parts[0]!.dims.slice(1)]);
  }
  return scope.graph.encode();
}

/** Translates each node once, when it is first needed. */
class ModelScope implements Scope {
  readonly graph: GraphBuilder;
  readonly image: Image;
  readonly #nodes: ReadonlyMap<string, TfNode>;
  readonly #weights: ReadonlyMap<string, Weight>;
  readonly #traced = new Map<string, Traced>();

  constructor(facts: TfjsFacts, model: GraphModel, weights: ReadonlyMap<string, Weight>) {
    this.graph = new GraphBuilder(facts.name);
    this.image = facts.image;
    this.#nodes = new Map(model.modelTopology.node.map((node) => [node.name, node]));
    this.#weights = weights;
  }

  node(name: string): TfNode {
    const node = this.#nodes.get(name);
    if (!node) throw new ImportError("unsupported_graph", `The graph has no node ${name}.`);
    return node;
  }

  trace(name: string): Traced {
    const known = this.#traced.get(name);
    if (known) return known;
    const node = this.node(name);
    const translate = OPERATORS[node.op];
    if (!translate) throw new ImportError("unsupported_graph", `${name}: ${node.op} is not known.`);
    const traced = translate(this, node);
    this.#traced.set(name, traced);
    return traced;
  }

  map(name: string): FeatureMap {
    const traced = this.trace(name);
    if (!isMap(traced)) throw new ImportError("unsupported_graph", `${name} is not a feature map.`);
    return traced;
  }

  flat(name: string): Flat {
    const traced = this.trace(name);
    if (!isMap(traced)) return traced;
    const { value, channels, height, width } = traced;
    if (height * width !== 1) {
      throw new ImportError("unsupported_graph", `${name} is still a feature map.`);
    }
    return { value: this.graph.node("Flatten", [value], { axis: 1 }), dims: [channels] };
  }

  isWeight(name: string): boolean {
    return this.#weights.has(name);
  }

  weight(name: string): Weight {
    const weight = this.#weights.get(name);
    if (!weight) throw new ImportError("unsupported_graph", `${name} is not a constant.`);
    return weight;
  }
}
