import { nodesOf, type SyntaxNode } from "./syntax.ts";

/** One import or re-export, as it is written. */
export interface ImportLine {
  readonly specifier: string;
  /** The names taken from the module; `*` takes all of them. */
  readonly names: readonly string[];
  /** TypeScript erases the import: no module is loaded at run time. */
  readonly typeOnly: boolean;
}

/**
 * What a module imports: statements, re-exports, `import()` and `import("…").Type`. The last two stand
 * anywhere in a module, so the whole tree is searched where the text has one of them.
 */
export function importsOf(program: SyntaxNode, text: string): ImportLine[] {
  const nodes = text.includes("import(") ? nodesOf(program) : (program.body as SyntaxNode[]);
  return [...nodes].flatMap((node) => READERS[node.type]?.(node) ?? []);
}

const READERS: Record<string, (node: SyntaxNode) => ImportLine[]> = {
  ImportDeclaration: (node) => {
    const specifiers = node.specifiers as SyntaxNode[];
    const erased = specifiers.length > 0 && specifiers.every(isType);
    return [line(node.source, specifiers.map(importedName), isType(node) || erased)];
  },
  ExportAllDeclaration: (node) => [line(node.source, ["*"], isType(node))],
  ExportNamedDeclaration: (node) =>
    node.source ? [line(node.source, (node.specifiers as SyntaxNode[]).map(localName), isType(node))] : [],
  // `import(variable)` names no module that could be checked.
  ImportExpression: (node) => (isLiteral(node.source) ? [line(node.source, ["*"], false)] : []),
  TSImportType: (node) => [line(node.source, [nameOf(node.qualifier) ?? "*"], true)],
};

const line = (source: unknown, names: string[], typeOnly: boolean): ImportLine => ({
  specifier: (source as { value: string }).value,
  names,
  typeOnly,
});

function importedName(specifier: SyntaxNode): string {
  if (specifier.type === "ImportNamespaceSpecifier") return "*";
  return specifier.type === "ImportDefaultSpecifier" ? "default" : nameOf(specifier.imported)!;
}

const localName = (specifier: SyntaxNode) => nameOf(specifier.local)!;
const nameOf = (node: unknown) => (node as { name?: string } | null)?.name;
const isType = (node: SyntaxNode) => node.importKind === "type" || node.exportKind === "type";
const isLiteral = (node: unknown) => typeof (node as { value?: unknown }).value === "string";
