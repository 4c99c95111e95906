import { ImportError } from "../errors.ts";
import type { GraphBuilder, Value } from "../graph.ts";
import type { FeatureMap, Image } from "../layers.ts";
import type { Weight } from "./weights.ts";

/** A node of a TensorFlow graph. */
export interface TfNode {
  readonly name: string;
  readonly op: string;
  readonly input?: readonly string[];
  readonly attr?: Readonly<Partial<Record<AttributeName, TfAttribute>>>;
}

export type AttributeName = "strides" | "ksize" | "padding" | "dilations" | "fused_ops" | "keep_dims";

/** Strings are base64, integers decimal strings. */
interface TfAttribute {
  readonly s?: string;
  readonly b?: boolean;
  readonly list?: { readonly s?: readonly string[]; readonly i?: readonly string[] };
}

/** A result other than a feature map: [batch, ...dims], in TensorFlow's order of axes. */
export interface Flat {
  readonly value: Value;
  readonly dims: readonly number[];
}

export type Traced = FeatureMap | Flat;
export const isMap = (traced: Traced): traced is FeatureMap => "channels" in traced;

/** The import as a rule sees it: the graph so far, earlier results by node name, the constants. */
export interface Scope {
  readonly graph: GraphBuilder;
  readonly image: Image;
  node(name: string): TfNode;
  trace(name: string): Traced;
  map(name: string): FeatureMap;
  isWeight(name: string): boolean;
  weight(name: string): Weight;
}

/** Translates one node into ONNX. Throws ImportError unsupported_graph. */
export type Rule = (scope: Scope, node: TfNode) => Traced;

/** The name of a node's input. */
export function input(node: TfNode, index: number): string {
  const name = node.input?.[index];
  if (name === undefined) throw new ImportError("unsupported_graph", `${node.name} has no input ${index}.`);
  return name;
}

/** The text of a string attribute. */
export const decode = (text: string) => Buffer.from(text, "base64").toString();
