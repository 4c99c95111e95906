import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Wheel } from "../manifest.ts";
import type { Source } from "./fetch-file.ts";
import { checkFile, downloadWheel } from "./pip.ts";
import { unzipped } from "./zip.ts";

/** Wheels for one pull: each is downloaded and checked once, and deleted at the end. */
export class Wheels implements AsyncDisposable {
  readonly #given: string | undefined;
  readonly #onDownload: (wheel: Wheel) => void;
  readonly #paths = new Map<string, Promise<string>>();
  #folder: string | undefined;

  /** `given` is a wheel that is here already. */
  constructor(given: string | undefined, onDownload: (wheel: Wheel) => void) {
    this.#given = given;
    this.#onDownload = onDownload;
  }

  /** A file of a wheel. The source throws BundleError source_unreachable or file_corrupt. */
  source(wheel: Wheel, member: string): Source {
    return async () => ({ start: 0, content: await unzipped(await this.#pathOf(wheel), member) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true });
  }

  /** A second file of a wheel that could not be had fails like the first. */
  #pathOf(wheel: Wheel): Promise<string> {
    const path = this.#paths.get(wheel.file) ?? this.#bring(wheel);
    this.#paths.set(wheel.file, path);
    return path;
  }

  async #bring(wheel: Wheel): Promise<string> {
    let path = this.#given;
    if (path === undefined) {
      this.#onDownload(wheel);
      this.#folder ??= await mkdtemp(join(tmpdir(), "selfsame-wheel-"));
      path = await downloadWheel(wheel, this.#folder);
    }
    await checkFile(path, wheel.sha256);
    return path;
  }
}
