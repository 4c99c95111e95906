import type { SyntaxNode } from "./syntax.ts";

/**
 * The names that a module exports, types among them. Throws at `export const { a } = …`, which hides names.
 */
export function exportsOf(program: SyntaxNode): string[] {
  return (program.body as SyntaxNode[]).flatMap((statement) => {
    if (statement.type === "ExportDefaultDeclaration") return ["default"];
    if (statement.type !== "ExportNamedDeclaration") return [];
    const listed = (statement.specifiers as SyntaxNode[]).map(({ exported }) => nameOf(exported));
    return [...listed, ...declaredNames(statement.declaration as SyntaxNode | null)];
  });
}

function declaredNames(declaration: SyntaxNode | null): string[] {
  if (declaration === null) return [];
  if (declaration.type !== "VariableDeclaration") return [nameOf(declaration.id)];
  return (declaration.declarations as SyntaxNode[]).map(({ id }) => nameOf(id));
}

function nameOf(node: unknown): string {
  const { name } = node as { name?: string };
  if (name === undefined) throw new Error("An export that binds a pattern: export its names one by one.");
  return name;
}
