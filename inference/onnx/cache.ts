import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sha256 } from "./digest.ts";
import { ImportError } from "./errors.ts";
import type { Recipe } from "./recipes.ts";

/**
 * The path of a recipe's ONNX file, which is made first where it is missing or damaged. The file is named by
 * its hash and checked against it every time, so that an old one is never taken for a new one. Throws
 * ImportError result_changed when the result's hash is not the pinned one.
 */
export async function convertOnce(
  folder: string,
  recipe: Recipe,
  sources: readonly Uint8Array[],
): Promise<string> {
  const path = join(folder, `${recipe.name}-${recipe.sha256.slice(0, 16)}.onnx`);
  if (await isWhole(path, recipe.sha256)) return path;
  const made = recipe.make(sources);
  const hash = sha256(made);
  if (hash !== recipe.sha256) {
    throw new ImportError("result_changed", `${recipe.name} came out as ${hash}, not ${recipe.sha256}.`);
  }
  await writeAtomically(path, made);
  return path;
}

async function isWhole(path: string, hash: string): Promise<boolean> {
  try {
    return sha256(await readFile(path)) === hash;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Writes a file whole or not at all, even when several processes write it at once. */
async function writeAtomically(path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await using file = await open(temporary, "wx");
    await file.writeFile(content);
    await file.sync();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
