import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { sha256 } from "../onnx/cache.ts";
import {
  BundleError,
  type ModelManifest,
  type Origin,
  type PinnedFile,
  type PulledOrigin,
} from "./manifest.ts";

export type FileState = "present" | "absent" | "corrupt";

const require = createRequire(import.meta.url);

/** Pulled files that an image brings, for models folders without them. */
const BROUGHT = join(import.meta.dirname, "../models/brought");

/** The path to which a file is pulled. */
export const pulledPath = (dir: string, { origin }: PinnedFile<PulledOrigin>): string =>
  join(dir, "recommended", origin.file);

/** The path of a pinned file: in this repository, in its package, in the models folder, or in the image. */
export function locate(dir: string, { origin, ...file }: PinnedFile, brought = BROUGHT): string {
  if ("file" in origin) {
    const [own, other] = [pulledPath(dir, { origin, ...file }), join(brought, origin.file)];
    return !existsSync(own) && existsSync(other) ? other : own;
  }
  if ("own" in origin) return join(import.meta.dirname, "..", origin.own);
  return resolve(dirname(require.resolve(origin.entry)), origin.path);
}

/** Every file of a model, in the manifest's order. */
export const filesOf = <From>(model: ModelManifest<From>): readonly PinnedFile<From>[] => [
  ...model.sources,
  ...Object.values(model.files),
];

/**
 * Reads a file and checks its hash. Throws BundleError file_missing or file_corrupt, whose message names the
 * remedy.
 */
export async function readPinned(dir: string, file: PinnedFile): Promise<Uint8Array> {
  const path = locate(dir, file);
  const content = await readOrNull(path);
  const remedy = remedyOf(file.origin);
  if (content === null) throw new BundleError("file_missing", `${path} is missing. Run: ${remedy}`);
  if (sha256(content) !== file.sha256) {
    throw new BundleError(
      "file_corrupt",
      `${path} is not the file that the model bundle names. Run: ${remedy}`,
    );
  }
  return content;
}

function remedyOf(origin: Origin): string {
  if ("file" in origin) return "npm run admin -- models pull";
  return "own" in origin ? `git checkout -- inference/${origin.own}` : "npm ci";
}

/** Whether `readPinned` would succeed, and if not, why. */
export async function stateOf(dir: string, file: PinnedFile): Promise<FileState> {
  const content = await readOrNull(locate(dir, file));
  if (content === null) return "absent";
  return sha256(content) === file.sha256 ? "present" : "corrupt";
}

async function readOrNull(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
