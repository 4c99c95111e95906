import { BUNDLED } from "./bundled.ts";
import { type FileState, filesOf, locate, stateOf } from "./files.ts";
import { type ModelManifest, type Task, versionOf } from "./manifest.ts";
import { selectModels } from "./prepare.ts";
import { RECOMMENDED } from "./recommended.ts";

/** A model that this release knows; plain JSON. */
interface ModelListing {
  readonly bundle: "bundled" | "recommended";
  readonly task: Task;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Size of all its files. */
  readonly bytes: number;
  /** All its files are here; their content is not checked. */
  readonly present: boolean;
  /** The bundle that this folder opens uses it. */
  readonly inUse: boolean;
}

/** A file that was checked; plain JSON. */
interface FileCheck {
  readonly bundle: "bundled" | "recommended";
  readonly task: Task;
  readonly path: string;
  readonly sha256: string;
  readonly state: FileState;
}

interface Verification {
  /** No file is corrupt, and every file of the bundled models is present. */
  readonly ok: boolean;
  readonly files: readonly FileCheck[];
}

const BUNDLES = { bundled: BUNDLED, recommended: RECOMMENDED } as const;

const known = (Object.keys(BUNDLES) as (keyof typeof BUNDLES)[]).flatMap((bundle) =>
  BUNDLES[bundle].map((model: ModelManifest) => ({ bundle, model })),
);

/** Every model of both bundles, and which of them the folder's bundle uses. Reads no content. */
export async function listModels(dir: string): Promise<ModelListing[]> {
  const { models, missing } = await selectModels(dir);
  const absent = new Set(missing);
  return known.map(({ bundle, model }) => ({
    bundle,
    task: model.task,
    name: model.name,
    version: versionOf(model),
    licence: model.licence,
    bytes: filesOf(model).reduce((sum, file) => sum + file.bytes, 0),
    present: !filesOf(model).some(({ origin }) => "file" in origin && absent.has(origin.file)),
    inUse: models.includes(model),
  }));
}

/** Reads every file of both bundles and compares its hash. */
export async function verifyModels(dir: string): Promise<Verification> {
  const files: FileCheck[] = [];
  for (const { bundle, model } of known) {
    for (const file of filesOf(model)) {
      const state = await stateOf(dir, file);
      files.push({ bundle, task: model.task, path: locate(dir, file), sha256: file.sha256, state });
    }
  }
  const faults = files.filter(
    ({ bundle, state }) => state === "corrupt" || (state === "absent" && bundle === "bundled"),
  );
  return { ok: faults.length === 0, files };
}
