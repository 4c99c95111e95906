import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLED } from "#inference/bundle/bundled.ts";
import type { ModelManifest } from "#inference/bundle/manifest.ts";
import { RECOMMENDED } from "#inference/bundle/recommended.ts";

const ROOT = join(import.meta.dirname, "..");
export const PAGE = join(ROOT, "THIRD_PARTY.md");

/** The page as it should be now. */
export function currentPage(): string {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  return thirdParty(packages, { bundled: BUNDLED, recommended: RECOMMENDED });
}

/** The used part of a package-lock.json entry. */
interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  /** `npm ci --omit=dev`, by which production is installed, leaves it out. */
  readonly dev?: boolean;
  /** A link to a package of this repository, which the file also lists under its own path. */
  readonly link?: boolean;
}

interface LicensedThing {
  readonly name: string;
  readonly licence: string;
}

/** Obligations of a distributor of the service. */
const NOTES: Readonly<Record<string, string>> = {
  "LGPL-3.0-or-later": "libvips, as sharp links it: ship its notice, and let it be exchanged.",
  "MPL-2.0": "Changes to its files must be published under the same licence; we change none.",
};

/**
 * THIRD_PARTY.md: every package of the lock file and every model of the bundles, by licence. Throws for a
 * package without one. `locked` is `packages` of package-lock.json.
 */
export function thirdParty(
  locked: Readonly<Record<string, LockedPackage>>,
  bundles: Readonly<Record<string, readonly Pick<ModelManifest, "name" | "licence">[]>>,
): string {
  const packages = Object.entries(locked).filter(([path, { link }]) => isForeign(path) && !link);
  const named = (isDev: boolean) => packages.filter(([, { dev = false }]) => dev === isDev).map(licensed);
  const models = Object.entries(bundles).map(([bundle, manifests]) =>
    section(`Models: ${bundle}`, manifests),
  );
  return [
    "# Third-party licences",
    "Made by `npm run generate` out of `package-lock.json` and the manifests of `inference/bundle`; `npm test` fails where it is not current. No licence has been chosen for Selfsame itself.",
    ...models,
    "The publishers' licences of the weights. The packages with the bundled models are listed below. The MRZ reader (`mrz_reader`) is part of Selfsame. PP-OCRv6 is PaddleOCR's, in the form that RapidOCR's wheel distributes.",
    section("Packages in production", named(false)),
    section("Packages for development only", named(true)),
    "",
  ].join("\n\n");
}

/** Packages from npm are in `node_modules`; the repository and its workspaces are not. */
const isForeign = (path: string) => path.includes("node_modules/");

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

if (import.meta.main) writeFileSync(PAGE, currentPage());
