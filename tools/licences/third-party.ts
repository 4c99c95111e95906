import type { ModelManifest } from "../../inference/pack/manifest.ts";

/** The used part of a package-lock.json entry. */
interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  /** `npm ci --omit=dev`, by which an inference host is installed, leaves it out. */
  readonly dev?: boolean;
  /** A link to a package of this repository, which stands in the file under its own path, too. */
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface LicensedThing {
  readonly name: string;
  readonly licence: string;
}

/** Obligations of whoever ships the service. */
const NOTES: Readonly<Record<string, string>> = {
  "LGPL-3.0-or-later": "libvips, as sharp links it: ship its notice, and let it be exchanged.",
  "MPL-2.0": "Changes to its files must be published under the same licence; we change none.",
};

/**
 * THIRD_PARTY.md: every package of the lock file and every net of the packs, by licence. Throws for a package
 * without one. `locked` is `packages` of package-lock.json; `bundled` are the packages that the edge's code
 * imports, which ship in its bundle with all that they depend on.
 */
export function thirdParty(
  locked: Readonly<Record<string, LockedPackage>>,
  packs: Readonly<Record<string, readonly Pick<ModelManifest, "name" | "licence">[]>>,
  bundled: readonly string[],
): string {
  const packages = Object.entries(locked).filter(([path, { link }]) => isForeign(path) && !link);
  const inBundle = closure(locked, bundled);
  const named = (ships: boolean) =>
    packages.filter(([path, { dev }]) => (!dev || inBundle.has(path)) === ships).map(licensed);
  const nets = Object.entries(packs).map(([pack, manifests]) =>
    section(`Nets of the ${pack} pack`, manifests),
  );
  return [
    "# Third-party licences",
    "Made by `npm run licences` out of `package-lock.json` and the manifests of `inference/pack`; `npm test` fails where it is not current. No licence has been chosen for Selfsame itself.",
    ...nets,
    "The makers' licences of the weights. The packages that carry the bundled ones are among those below; the reader of machine readable zones (`mrz_reader`) is ours.",
    section("Packages in production: of an inference host, and in the edge's bundle", named(true)),
    section("Packages for the local stack and for development only", named(false)),
    "",
  ].join("\n\n");
}

/** What npm has fetched lies in `node_modules`; the repository and its workspaces do not. */
const isForeign = (path: string) => path.includes("node_modules/");

/**
 * The paths of these packages and of all that they depend on. Peers are left out: the importer brings its
 * own.
 */
function closure(
  locked: Readonly<Record<string, LockedPackage>>,
  names: readonly string[],
): ReadonlySet<string> {
  const paths = new Set<string>();
  const add = (from: string, name: string) => {
    const path = resolve(locked, from, name);
    if (path === undefined || paths.has(path)) return;
    paths.add(path);
    for (const each of Object.keys(locked[path]?.dependencies ?? {})) add(path, each);
  };
  for (const name of names) add("", name);
  return paths;
}

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

function licensed([path, { version, license }]: [string, LockedPackage]): LicensedThing {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  if (license === undefined) throw new Error(`${name} ${version} names no licence in package-lock.json`);
  return { name: `${name} ${version}`, licence: license };
}

function section(title: string, things: readonly LicensedThing[]): string {
  const byLicence = Map.groupBy(things, ({ licence }) => licence);
  const rows = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, ofIt]) => row(licence, ofIt));
  return [`## ${title}`, ["| licence | what |", "| --- | --- |", ...rows].join("\n")].join("\n\n");
}

function row(licence: string, things: readonly LicensedThing[]): string {
  const names = [...new Set(things.map(({ name }) => name))].sort();
  const note = NOTES[licence] === undefined ? "" : ` *${NOTES[licence]}*`;
  return `| ${licence} | ${names.join(", ")}.${note} |`;
}
