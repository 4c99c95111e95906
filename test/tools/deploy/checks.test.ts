import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CHECKS, UNCHECKED } from "#tools/deploy/checks.ts";

const ROOT = join(import.meta.dirname, "../../..");

it("a tool checks every file of deploy/, or UNCHECKED says why not", () => {
  const known = [...CHECKS.flatMap(({ paths }) => paths), ...Object.keys(UNCHECKED)];
  const entries = globSync("deploy/**", { cwd: ROOT, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".md"))
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1));
  expect(files.length).toBeGreaterThan(25);
  const isKnown = (path: string) =>
    known.some((each) => (each.endsWith("/") ? path.startsWith(each) : path === each));
  expect(files.filter((path) => !isKnown(path))).toEqual([]);
  // Every known path exists.
  expect(known.filter((each) => !files.some((path) => path.startsWith(each)))).toEqual([]);
});
