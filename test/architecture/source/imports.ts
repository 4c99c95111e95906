import { nodesOf, type SyntaxNode } from "./syntax.ts";

/** One import or re-export, as written. */
export interface ImportLine {
  readonly specifier: string;
  /** The names taken from the module; `*` takes all of them. */
  readonly names: readonly string[];
  /** Those that are there at run time: types are erased. */
  readonly values: readonly string[];
}

/**
 * A module's imports: statements, re-exports, `import()` and `import("…").Type`. The last two may occur
 * anywhere in a module, so the whole tree is searched if the text has one of them.
 */
export function importsOf(program: SyntaxNode, text: string): ImportLine[] {
  const nodes = text.includes("import(") ? nodesOf(program) : (program.body as SyntaxNode[]);
  return [...nodes].flatMap((node) => READERS[node.type]?.(node) ?? []);
}

const READERS: Record<string, (node: SyntaxNode) => ImportLine[]> = {
  ImportDeclaration: (node) => [line(node, importedName)],
  ExportAllDeclaration: (node) => [wholly(node.source, "*", isType(node))],
  ExportNamedDeclaration: (node) => (node.source ? [line(node, localName)] : []),
  // `import(variable)` names no module that could be checked.
  ImportExpression: (node) => (isLiteral(node.source) ? [wholly(node.source, "*", false)] : []),
  TSImportType: (node) => [wholly(node.source, nameOf(node.qualifier) ?? "*", true)],
};

function line(node: SyntaxNode, nameIn: (specifier: SyntaxNode) => string): ImportLine {
  const specifiers = node.specifiers as SyntaxNode[];
  const values = isType(node) ? [] : specifiers.filter((each) => !isType(each));
  return { specifier: textOf(node.source), names: specifiers.map(nameIn), values: values.map(nameIn) };
}

/** An import that names one thing, or all of a module. */
const wholly = (source: unknown, name: string, isErased: boolean): ImportLine => ({
  specifier: textOf(source),
  names: [name],
  values: isErased ? [] : [name],
});

const textOf = (literal: unknown) => (literal as { value: string }).value;

function importedName(specifier: SyntaxNode): string {
  if (specifier.type === "ImportNamespaceSpecifier") return "*";
  return specifier.type === "ImportDefaultSpecifier" ? "default" : nameOf(specifier.imported)!;
}

const localName = (specifier: SyntaxNode) => nameOf(specifier.local)!;
const nameOf = (node: unknown) => (node as { name?: string } | null)?.name;
const isType = (node: SyntaxNode) => node.importKind === "type" || node.exportKind === "type";
const isLiteral = (node: unknown) => typeof (node as { value?: unknown }).value === "string";
