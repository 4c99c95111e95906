import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CHECKS, UNCHECKED } from "#tools/deploy/checks.ts";

const ROOT = join(import.meta.dirname, "../../..");

it("every file of deploy/ is read by a tool that would refuse it, or why not stands where the others are told", () => {
  const told = [...CHECKS.flatMap(({ of }) => of), ...Object.keys(UNCHECKED)];
  const entries = globSync("deploy/**", { cwd: ROOT, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".md"))
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1));
  expect(paths.length).toBeGreaterThan(25);
  const isReported = (path: string) =>
    told.some((at) => (at.endsWith("/") ? path.startsWith(at) : path === at));
  expect(paths.filter((path) => !isReported(path))).toEqual([]);
  // What is told of is there.
  expect(told.filter((at) => !paths.some((path) => path.startsWith(at)))).toEqual([]);
});
