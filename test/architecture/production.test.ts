import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { IMPORTS } from "./source/tree.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
const { dependencies } = read("package.json") as { dependencies: Record<string, string> };

it("an inference host is installed with what it imports, and with nothing of the edge or the local stack", () => {
  const imported = IMPORTS.filter(({ file }) => file.startsWith("inference/"))
    .map(({ target }) => /^(@[\w-]+\/)?[\w.-]+/.exec(target)![0])
    .filter((name) => /^[@a-z]/.test(name) && !/^(inference|proto|node$)/.test(name));
  expect([...new Set(imported)].filter((name) => !(name in dependencies))).toEqual([]);

  const { packages } = read("package-lock.json") as {
    packages: Record<string, { dev?: boolean; dependencies?: object }>;
  };
  const installed = Object.keys(packages).filter((path) => !packages[path]!.dev);
  const strangers = /node_modules\/(vitest|vite|workerd|esbuild|miniflare|wrangler|drizzle-kit|better-auth)$/;
  expect(installed.filter((path) => strangers.test(path))).toEqual([]);
  // npm links the workspaces there, too: they must bring nothing along.
  const workspaces = Object.keys(packages).filter((path) => /^sdk\/\w+$/.test(path));
  expect(workspaces.sort()).toEqual(["sdk/client", "sdk/server"]);
  expect(workspaces.filter((path) => packages[path]!.dependencies !== undefined)).toEqual([]);
});
