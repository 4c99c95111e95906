import { readFileSync } from "node:fs";
import { join } from "node:path";

interface PackageFile {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The release that runs, and the runtime that it is built with. */
export function readBuild(): { readonly version: string; readonly onnxruntime: string } {
  const file = readFileSync(join(import.meta.dirname, "../package.json"), "utf8");
  const { version, dependencies } = JSON.parse(file) as PackageFile;
  return { version, onnxruntime: dependencies["onnxruntime-node"] ?? "unknown" };
}
