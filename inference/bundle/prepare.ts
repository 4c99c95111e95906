import { access } from "node:fs/promises";
import { join } from "node:path";
import { convertOnce } from "../onnx/cache.ts";
import { withPixelInput } from "../onnx/pixel-input.ts";
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

/** The models that this machine's bundle has. */
interface Selection {
  /** "recommended" if all of its files were pulled, "bundled" if none were, else "recommended-partial". */
  readonly name: "bundled" | "recommended" | "recommended-partial";
  readonly models: readonly ModelManifest[];
  /** Files of the recommended bundle that are not here. */
  readonly missing: readonly string[];
}

/**
 * The recommended model of each task whose files are all here, the bundled models for the rest. Reads no
 * content.
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

/** The files that go with a model: the very bytes whose hashes were checked. Throws BundleError. */
export async function prepareFiles(dir: string, model: ModelManifest) {
  const files = new Map<string, Uint8Array>();
  for (const [name, file] of Object.entries(model.files)) files.set(name, await readPinned(dir, file));
  return files;
}

/**
 * A model's ONNX graph with a checked hash. If the model has a recipe, the graph is created in the cache
 * first, and its sources are read only for that. Throws BundleError or ImportError.
 */
export async function prepareGraph(dir: string, model: ModelManifest): Promise<Uint8Array> {
  const readSources = () => Promise.all(model.sources.map((file) => readPinned(dir, file)));
  if (model.recipe === null) return (await readSources())[0]!;
  return convertOnce(join(dir, "converted"), model.recipe, readSources);
}

/** The graph of a model that takes pixels, with an input of bytes. Throws BundleError or ImportError. */
export async function preparePixelGraph(dir: string, model: ModelManifest): Promise<Uint8Array> {
  return withPixelInput(await prepareGraph(dir, model));
}
