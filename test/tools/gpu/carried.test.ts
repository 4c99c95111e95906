import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { expect, it } from "vitest";
import { carriedPackages } from "../../../tools/gpu/carry/packages.ts";
import { PROGRAM } from "../../../tools/gpu/carry/stage.ts";

const ROOT = join(import.meta.dirname, "../../..");
const ENTRIES = ["tools/gpu/run/command.ts", "inference/main.ts"];

/** What a run loads when it starts; what it imports later may draw, with packages of the tests. */
async function loadedAtStart(): Promise<{ files: Set<string>; packages: Set<string> }> {
  const { metafile } = await build({
    entryPoints: ENTRIES,
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outdir: "none",
  });
  const files = new Set<string>();
  const packages = new Set<string>();
  for (const entry of ENTRIES) walk(metafile, entry, files, packages);
  return { files, packages };
}

function walk({ inputs }: Metafile, file: string, files: Set<string>, packages: Set<string>): void {
  if (files.has(file)) return;
  files.add(file);
  for (const { path, kind, external } of inputs[file]!.imports) {
    if (kind === "dynamic-import" || path.startsWith("node:")) continue;
    if (external === true) packages.add(/^(@[^/]+\/)?[^/]+/.exec(path)![0]);
    else walk({ inputs, outputs: {} }, path, files, packages);
  }
}

it("every file and package that a run loads when it starts goes along to the other machine", async () => {
  const { files, packages } = await loadedAtStart();
  expect(files.size).toBeGreaterThan(ENTRIES.length);
  const isCarried = (file: string) => PROGRAM.some((part) => file === part || file.startsWith(`${part}/`));
  const left = [...files].filter((file) => !isCarried(file));
  expect(left).toEqual([]);
  const locked = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).packages;
  const carried = carriedPackages(locked);
  const absent = [...packages].filter(
    (name) => !carried.has(`node_modules/${name}`) && !carried.has(`inference/node_modules/${name}`),
  );
  expect(absent).toEqual([]);
});
