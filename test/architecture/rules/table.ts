/**
 * For each layer, a file or a folder (with its slash), the files and folders that it may import. A layer may
 * import itself. Paths are relative to the part that the table is about; a leading slash means the project's
 * root.
 */
export type Layers = Readonly<Record<string, readonly string[]>>;

/** A part's table with paths from the project's root. */
export function below(part: string, layers: Layers): Layers {
  const fromRoot = (path: string) => (path.startsWith("/") ? path.slice(1) : part + path);
  return Object.fromEntries(
    Object.entries(layers).map(([layer, allowed]) => [fromRoot(layer), allowed.map(fromRoot)]),
  );
}
