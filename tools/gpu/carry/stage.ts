import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { BUNDLED } from "../../../inference/pack/bundled.ts";
import { filesOf, locate } from "../../../inference/pack/files.ts";
import { carriedPackages } from "./packages.ts";

/** What a run needs of this repository. */
export const PROGRAM = ["inference", "proto/gen", "tools", "test/harness", "test/material", "package.json"];

/** Parts of packages that are of no use to a run: other machines' libraries, and Node's own package. */
const LEFT_OUT = [/^node_modules\/node\//, /\/onnxruntime-node\/bin\/napi-v6\/(?!linux$|linux\/x64)[^/]/];

/** Copies the program, what an inference host installs and Node into an empty folder. */
export function stage(root: string, into: string): void {
  const tracked = execFileSync("git", ["ls-files", "-z", "--", ...PROGRAM], { cwd: root, encoding: "utf8" });
  for (const path of tracked.split("\0").filter((path) => path !== "")) {
    cpSync(join(root, path), join(into, path));
  }
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  for (const path of carriedPackages(packages)) {
    // The lock file names the packages of every platform.
    if (existsSync(join(root, path))) copyPackage(root, path, into);
  }
  cpSync(process.execPath, join(into, "bin/node"), { dereference: true });
}

function copyPackage(root: string, path: string, into: string): void {
  const models = [...modelFiles(root)].filter((file) => file.startsWith(`${path}/`));
  // A package of models brings demos and programs of its own by the dozen of megabytes.
  const isWanted = (file: string) =>
    models.length === 0 || models.includes(file) || file.endsWith("package.json");
  const filter = (source: string) => {
    const file = relative(root, source);
    const inner = file.slice(path.length);
    if (inner.startsWith("/node_modules") || LEFT_OUT.some((pattern) => pattern.test(file))) return false;
    return !/\.\w+$/.test(inner) || isWanted(file);
  };
  cpSync(join(root, path), join(into, path), { recursive: true, filter });
}

/** Files of packages that the bundled pack reads, and the modules by which it finds them. */
function modelFiles(root: string): Set<string> {
  const require = createRequire(join(root, "package.json"));
  const pinned = BUNDLED.flatMap(filesOf);
  const entries = pinned.flatMap(({ origin }) => ("entry" in origin ? require.resolve(origin.entry) : []));
  return new Set([...pinned.map((file) => locate("", file)), ...entries].map((file) => relative(root, file)));
}
