/** The used part of a package-lock.json entry. */
interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * The paths of the packages that `npm ci --omit=dev -w inference` installs: what an inference host depends
 * on, and all that this depends on. `locked` is `packages` of package-lock.json.
 */
export function inferencePackages(locked: Readonly<Record<string, LockedPackage>>): ReadonlySet<string> {
  const paths = new Set<string>();
  const add = (from: string) => {
    const { dependencies, optionalDependencies } = locked[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = resolve(locked, from, name);
      if (path === undefined || paths.has(path)) continue;
      paths.add(path);
      add(path);
    }
  };
  add("inference");
  return paths;
}

/** The run calls the service as fleet tools do; what this client itself needs an inference host has. */
const CLIENT = "node_modules/@connectrpc/connect-node";

/** The paths of the packages that a run needs: those of an inference host, and its client's. */
export const carriedPackages = (locked: Readonly<Record<string, LockedPackage>>): ReadonlySet<string> =>
  new Set([...inferencePackages(locked), CLIENT]);

/** Where Node finds a package that is imported from this path: in the nearest `node_modules` above it. */
function resolve(
  locked: Readonly<Record<string, LockedPackage>>,
  from: string,
  name: string,
): string | undefined {
  const path = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (path in locked || from === "") return path in locked ? path : undefined;
  const above = from.lastIndexOf("/node_modules/");
  return resolve(locked, above === -1 ? "" : from.slice(0, above), name);
}
