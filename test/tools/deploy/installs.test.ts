import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { IMPORTS } from "../../architecture/source/tree.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
type Dependencies = Record<string, string>;
const { dependencies: ofAll } = read("package.json") as { dependencies: Dependencies };
const { dependencies: ofInference } = read("inference/package.json") as { dependencies: Dependencies };
const { packages } = read("package-lock.json") as {
  packages: Record<string, { readonly dependencies?: Dependencies }>;
};

/** Paths of the packages that `npm ci --omit=dev -w inference` installs. */
function inferencePackages(): string[] {
  const list = ["ls", "-w", "inference", "--omit=dev", "--all", "--parseable", "--package-lock-only"];
  return execFileSync("npm", list, { cwd: ROOT, encoding: "utf8" }).split("\n");
}

/** The packages that the files below these folders import. */
function imported(...folders: string[]): string[] {
  const names = IMPORTS.filter(({ file }) => folders.some((folder) => file.startsWith(folder)))
    .flatMap(({ target }) => /^(@[\w-]+\/)?[\w.-]+/.exec(target)?.[0] ?? [])
    .filter((name) => /^[@a-z]/.test(name))
    .filter(
      (name) => !/^(capture|vocabulary|edge|inference|local|drizzle|proto|sdk|node|cloudflare)$/.test(name),
    );
  return [...new Set(names)];
}

it("an inference host is installed with what it imports, and with nothing of the edge or the local stack", () => {
  // Installed separately, for galleries on Milvus: `npm run install:milvus`.
  const apart = ["@zilliz/milvus2-sdk-node"];
  expect(imported("inference/").filter((name) => !(name in ofInference))).toEqual(apart);

  const installed = inferencePackages();
  const strangers = /node_modules\/(vitest|vite|workerd|esbuild|miniflare|wrangler|drizzle-kit|better-auth)$/;
  expect(installed).toContain(join(ROOT, "node_modules/onnxruntime-node"));
  expect(installed.filter((path) => strangers.test(path))).toEqual([]);
  // npm links the workspaces there, too: they must add no packages.
  const workspaces = Object.keys(packages).filter((path) => /^sdk\/\w+$/.test(path));
  expect(workspaces.sort()).toEqual(["sdk/client", "sdk/embed", "sdk/server"]);
  expect(workspaces.filter((path) => packages[path]!.dependencies !== undefined)).toEqual([]);
});

it("production is installed with all that the edge, its pages and migrations, and the operator's commands import", () => {
  const wanted = imported("capture/", "edge/", "local/", "drizzle/schema/", "proto/");
  expect(wanted).toEqual(expect.arrayContaining(["esbuild", "hono", "preact"]));
  expect(wanted.filter((name) => !(name in ofAll))).toEqual([]);
});

it("both installations bring their own Node, and the same version of whatever they share", () => {
  expect(ofAll.node).toMatch(/^24\./);
  const shared = Object.keys(ofAll).filter((name) => name in ofInference);
  expect(shared).toContain("node");
  expect(shared.filter((name) => ofAll[name] !== ofInference[name])).toEqual([]);
});
