import { access } from "node:fs/promises";
import { join } from "node:path";
import { convertOnce } from "../onnx/cache.ts";
import { BUNDLED } from "./bundled.ts";
import { filesOf, locate, readPinned } from "./files.ts";
import type { ModelManifest } from "./manifest.ts";
import { RECOMMENDED } from "./recommended.ts";

/** `done` of `total` models are ready; `model` is the last one. */
export interface Progress {
  readonly model: string;
  readonly done: number;
  readonly total: number;
}

/** The nets that this machine's pack has. */
interface Selection {
  /** "recommended" when every file of it was pulled, "bundled" when none was, else "recommended-partial". */
  readonly name: "bundled" | "recommended" | "recommended-partial";
  readonly models: readonly ModelManifest[];
  /** Files of the recommended pack that are not here. */
  readonly missing: readonly string[];
}

/**
 * The recommended net of each task whose files are all here, the bundled nets for the rest. Reads no content.
 */
export async function selectModels(dir: string): Promise<Selection> {
  const missing: string[] = [];
  const taken: ModelManifest[] = [];
  for (const model of RECOMMENDED) {
    const absent = await absentFiles(dir, model);
    missing.push(...absent);
    if (absent.length === 0) taken.push(model);
  }
  const covered = new Set(taken.flatMap((model) => [model.task, ...model.replaces]));
  const models = [...BUNDLED.filter(({ task }) => !covered.has(task)), ...taken];
  const name = missing.length === 0 ? "recommended" : taken.length === 0 ? "bundled" : "recommended-partial";
  return { name, models, missing };
}

async function absentFiles(dir: string, model: (typeof RECOMMENDED)[number]): Promise<string[]> {
  const absent: string[] = [];
  for (const file of filesOf(model)) {
    const here = await access(locate(dir, file)).then(
      () => true,
      () => false,
    );
    if (!here) absent.push(file.origin.file);
  }
  return absent;
}

/** A model's ONNX graph and the files that go with it: the very bytes whose hashes were checked. */
interface PreparedModel {
  readonly graph: Uint8Array;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads a model's files, each once, and checks their hashes. Where the model has a recipe, its graph is made
 * in the cache first. Throws PackError or ImportError.
 */
export async function prepareModel(dir: string, model: ModelManifest): Promise<PreparedModel> {
  const files = new Map<string, Uint8Array>();
  for (const [name, file] of Object.entries(model.files)) files.set(name, await readPinned(dir, file));
  const sources = await Promise.all(model.sources.map((file) => readPinned(dir, file)));
  if (model.recipe === null) return { graph: sources[0]!, files };
  return { graph: await convertOnce(join(dir, "converted"), model.recipe, sources), files };
}
