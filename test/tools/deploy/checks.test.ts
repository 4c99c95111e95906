import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CHECKS, UNCHECKED } from "#tools/deploy/checks.ts";

const ROOT = join(import.meta.dirname, "../../..");

it("every file of deploy/ is checked by a tool, or is listed with the reason why not", () => {
  const listed = [...CHECKS.flatMap(({ of }) => of), ...Object.keys(UNCHECKED)];
  const entries = globSync("deploy/**", { cwd: ROOT, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".md"))
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1));
  expect(paths.length).toBeGreaterThan(25);
  const isReported = (path: string) =>
    listed.some((at) => (at.endsWith("/") ? path.startsWith(at) : path === at));
  expect(paths.filter((path) => !isReported(path))).toEqual([]);
  // Every listed path exists.
  expect(listed.filter((at) => !paths.some((path) => path.startsWith(at)))).toEqual([]);
});
