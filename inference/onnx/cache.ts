import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ImportError } from "./errors.ts";
import type { Recipe } from "./recipes.ts";

/**
 * The content of a recipe's ONNX file, which is created first if it is missing or damaged. The file is named
 * by its hash and checked against it every time, so that a stale file is never used. The returned bytes are
 * those that were hashed, so that the file cannot change in between. Throws ImportError result_changed if the
 * hash of the result is not the pinned one.
 */
export async function convertOnce(
  folder: string,
  recipe: Recipe,
  readSources: () => Promise<readonly Uint8Array[]>,
): Promise<Uint8Array> {
  const path = join(folder, `${recipe.name}-${recipe.sha256.slice(0, 16)}.onnx`);
  const kept = await readWhole(path, recipe.sha256);
  if (kept !== null) return kept;
  const made = recipe.make(await readSources());
  const hash = sha256(made);
  if (hash !== recipe.sha256) {
    throw new ImportError("result_changed", `${recipe.name} came out as ${hash}, not ${recipe.sha256}.`);
  }
  await writeAtomically(path, made);
  return made;
}

/** The file's content; null if it is missing or its hash differs. */
async function readWhole(path: string, hash: string): Promise<Uint8Array | null> {
  try {
    const content = await readFile(path);
    return sha256(content) === hash ? content : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
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

/** Hex SHA-256. */
export const sha256 = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
