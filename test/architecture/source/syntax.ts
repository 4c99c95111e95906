import { parseAst } from "vitest/node";

/** A node of an ESTree with TypeScript's nodes, as returned by Vite's parser. */
export interface SyntaxNode {
  readonly type: string;
  /** Where its text begins and ends in the module's. */
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** The syntax tree of one module. Throws if the text is not TypeScript. */
export function parse(path: string, text: string): SyntaxNode {
  const lang = path.endsWith(".tsx") ? "tsx" : "ts";
  return parseAst(text, { lang, sourceType: "module" }, path) as unknown as SyntaxNode;
}

/** Every node of a tree, parents before their children. */
export function* nodesOf(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesOf(item);
  } else if (isNode(value)) {
    yield value;
    for (const property of Object.values(value)) yield* nodesOf(property);
  }
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
