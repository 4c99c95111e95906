import type { Recipe } from "../onnx/recipes.ts";

/** The purpose of a model. A bundle has at most one model for each. */
export type Task =
  | "face_detection"
  | "face_landmarks"
  | "eye_contours"
  | "face_template_a"
  | "face_template_b"
  | "face_template"
  | "pad_a"
  | "pad_b"
  | "text_detection"
  | "text_orientation"
  | "text_recognition"
  | "mrz_recognition"
  | "document_corners";

/** A file inside an npm package: `path` from the folder of the module that `entry` resolves to. */
export interface PackageOrigin {
  readonly entry: string;
  readonly path: string;
}

/** A file of this repository, by its path from `inference/`. */
export interface OwnOrigin {
  readonly own: string;
}

/** The source of a pinned file. */
export type Origin = PackageOrigin | OwnOrigin | PulledOrigin;

/**
 * A pulled file: from an address, or out of a Python wheel. `url` is null if its publisher offers only
 * another form, so that a pull needs `--from`.
 */
export type PulledOrigin =
  | { readonly file: string; readonly url: string | null }
  | { readonly file: string; readonly wheel: Wheel; readonly member: string };

/** A wheel of the Python Package Index, which pip downloads. */
export interface Wheel {
  /** As pip takes it: `name==version`. */
  readonly requirement: string;
  readonly file: string;
  /** Hex SHA-256 of the file. */
  readonly sha256: string;
  readonly bytes: number;
}

/** A file that is rejected unless its content has this hash. */
export interface PinnedFile<From = Origin> {
  readonly origin: From;
  /** Hex SHA-256 of the content. */
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * A model that a device may run. Its items all have one shape and are independent of each other, since a GPU
 * searches for kernels at each new shape, and a batch mixes the images of strangers.
 */
export interface Placement {
  /** Shape of one item, without the batch. */
  readonly item: readonly number[];
  /** Batch sizes, smallest first and the smallest 1: few, since a GPU keeps memory for each. */
  readonly buckets: readonly number[];
}

/** The placement of a model that takes square images of three channels. */
export const square = (side: number, buckets = [1, 4, 8, 32]): Placement => ({
  item: [3, side, side],
  buckets,
});

/** One model of a bundle. */
export interface ModelManifest<From = Origin> {
  readonly task: Task;
  readonly name: string;
  /** SPDX identifier. */
  readonly licence: string;
  /** Raised whenever the processing of the pixels before the model, or of its outputs, changes a score. */
  readonly processing: number;
  /** The weights, then the recipe's other sources. Without a recipe the first is the ONNX file itself. */
  readonly sources: readonly [PinnedFile<From>, ...PinnedFile<From>[]];
  readonly recipe: Recipe | null;
  /** Files that go with the model, such as the characters of a recogniser's classes. */
  readonly files: Readonly<Record<string, PinnedFile<From>>>;
  /** Null for a model that stays in the workers, because its input changes its shape at each image. */
  readonly placement: Placement | null;
  /** Other tasks whose models are not loaded when this one is. */
  readonly replaces: readonly Task[];
}

/** Changes whenever a score could: from the weights' hash, the recipe's result and the processing. */
export function versionOf(model: ModelManifest): string {
  const made = model.recipe === null ? "" : `-${model.recipe.sha256.slice(0, 8)}`;
  return `${model.sources[0].sha256.slice(0, 12)}${made}.${model.processing}`;
}

export type BundleErrorCode =
  | "file_missing"
  | "file_corrupt"
  | "task_missing"
  | "source_unreachable"
  | "source_refused"
  | "calibration_invalid";

/** Why a model file cannot be used or fetched. The message names the file and, if known, the remedy. */
export class BundleError extends Error {
  override readonly name = "BundleError";
  readonly code: BundleErrorCode;

  constructor(code: BundleErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
