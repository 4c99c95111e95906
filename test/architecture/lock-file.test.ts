import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Entry {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const entries = Object.entries<Entry>(read("package-lock.json").packages);

/** The packages that npm fetches: no workspaces and no links to them. */
const fetched = entries.filter(([path, { link }]) => path.includes("node_modules/") && link !== true);
const nameOf = (path: string) => path.split("node_modules/").at(-1)!;

it("installs no package whose content the lock file does not pin by its SHA-512 (H4)", () => {
  const loose = fetched.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
  expect(fetched.length).toBeGreaterThan(100);
  expect(loose.map(([path]) => path)).toEqual([]);
});

it("names each package that has an install script, and says whether it may run (H4)", () => {
  const scripted = fetched.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const named: Record<string, unknown> = read("package.json").allowScripts;
  expect(Object.keys(named).sort()).toEqual([...new Set(scripted.map(([path]) => nameOf(path)))].sort());
  expect(Object.values(named).filter((may) => typeof may !== "boolean")).toEqual([]);
});
