import { findCuda } from "../runtime/cuda-findings.ts";
import { cudaUnavailable } from "../runtime/cuda-needs.ts";
import { type Model, openModel, type Provider, type SessionOptions } from "../runtime/session.ts";
import { type OperatingPoint, readCalibration } from "./calibration.ts";
import { BundleError, type ModelManifest, type Task, versionOf } from "./manifest.ts";
import { type Progress, prepareFiles, prepareGraph, selectModels } from "./prepare.ts";
import { TEMPLATE_KINDS, templateVersion } from "./templates.ts";

/** One model of an open bundle, as clients see it. */
interface BundleModel {
  readonly task: Task;
  readonly name: string;
  readonly version: string;
  /** Hex SHA-256 of the weights as published. */
  readonly sha256: string;
  /** SPDX identifier. */
  readonly licence: string;
}

/** Where the models run that do not run in this process. */
export interface ModelSource {
  /** Undefined for a model that is to be opened here. */
  model(manifest: ModelManifest): Model | undefined;
  /** Whether they round to TensorFloat-32, which makes other templates. */
  readonly tf32: boolean;
}

const NOWHERE_ELSE: ModelSource = { model: () => undefined, tf32: false };

/** Every model of a bundle, loaded. */
export interface OpenBundle {
  readonly name: string;
  /**
   * The provider of the models, after a fallback; the GPU workers' provider if a GPU worker runs some of
   * them.
   */
  readonly provider: Provider;
  readonly tf32: boolean;
  readonly models: readonly BundleModel[];
  /** Files of the recommended bundle that are not here. */
  readonly missing: readonly string[];
  readonly templateVersion: string;
  /** Loosest first; empty if templates of that version have not been measured. */
  readonly operatingPoints: readonly OperatingPoint[];
  has(task: Task): boolean;
  /** Throws BundleError task_missing when the bundle has no model for the task; so do `info` and `file`. */
  model(task: Task): Model;
  info(task: Task): BundleModel;
  /** The content of a file that goes with a model, such as "dictionary". */
  file(task: Task, name: string): Uint8Array;
  /** Opens a graph of our own with the bundle's session options; it is released with the bundle. */
  open(name: string, graph: Uint8Array): Promise<Model>;
  release(): Promise<void>;
}

interface LoadedModel {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly info: BundleModel;
  readonly model: Model;
}

/**
 * Loads the model bundle of a folder, without the models that run elsewhere. Each file's hash is checked,
 * models are converted to ONNX if needed, and pulled models replace bundled ones. Throws BundleError,
 * ImportError or SessionError, and closes everything then.
 */
export async function openBundle(
  dir: string,
  options: SessionOptions,
  onProgress: (progress: Progress) => void = () => {},
  elsewhere: ModelSource = NOWHERE_ELSE,
): Promise<OpenBundle> {
  const { name, models: manifests, missing } = await selectModels(dir);
  const loaded = new Map<Task, LoadedModel>();
  const opened: Model[] = [];
  const release = async () => {
    for (const { model } of loaded.values()) await model.release();
    for (const model of opened) await model.release();
  };
  const open = async (graph: string, bytes: Uint8Array) => {
    const model = await openModel({ name: graph, bytes }, options);
    opened.push(model);
    return model;
  };
  try {
    for (const manifest of manifests) {
      const files = await prepareFiles(dir, manifest);
      const model = elsewhere.model(manifest) ?? (await openModel(await sourceOf(dir, manifest), options));
      loaded.set(manifest.task, { files, info: describe(manifest), model });
      onProgress({ model: manifest.name, done: loaded.size, total: manifests.length });
    }
    const models = access(loaded);
    if (options.provider === "cuda" && models.provider === "cpu") {
      console.warn(`${cudaUnavailable(await findCuda(options.deviceId))} Running on the CPU instead.`);
    }
    const { tf32 } = elsewhere;
    return { name, missing, tf32, open, release, ...models, ...(await templates(dir, loaded, tf32)) };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Detection has few canvases, and most of its time without an arena goes into fresh pages of memory. */
const sourceOf = async (dir: string, manifest: ModelManifest) => ({
  name: manifest.name,
  bytes: await prepareGraph(dir, manifest),
  keepsMemory: manifest.task === "text_detection",
});

const describe = (manifest: ModelManifest): BundleModel => ({
  task: manifest.task,
  name: manifest.name,
  version: versionOf(manifest),
  sha256: manifest.sources[0].sha256,
  licence: manifest.licence,
});

function access(loaded: ReadonlyMap<Task, LoadedModel>) {
  const get = (task: Task): LoadedModel => {
    const found = loaded.get(task);
    if (!found) throw new BundleError("task_missing", `The model bundle has no model for ${task}.`);
    return found;
  };
  return {
    provider: get("face_detection").model.provider,
    models: [...loaded.values()].map(({ info }) => info),
    has: (task: Task) => loaded.has(task),
    model: (task: Task) => get(task).model,
    info: (task: Task) => get(task).info,
    file(task: Task, name: string) {
      const file = get(task).files.get(name);
      if (!file) throw new BundleError("task_missing", `The model for ${task} has no file ${name}.`);
      return file;
    },
  };
}

async function templates(dir: string, loaded: ReadonlyMap<Task, LoadedModel>, tf32: boolean) {
  const kind = TEMPLATE_KINDS.find(({ models }) => models.every((task) => loaded.has(task)));
  if (!kind)
    throw new BundleError("task_missing", "The model bundle has no model that makes face templates.");
  const versions = new Map([...loaded].map(([task, { info }]) => [task, info.version]));
  const version = templateVersion(kind, versions, tf32);
  const calibration = await readCalibration(dir, version);
  return { templateVersion: version, operatingPoints: calibration?.operatingPoints ?? [] };
}
