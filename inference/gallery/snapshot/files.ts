import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { open, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Gallery } from "../gallery.ts";
import { FORMAT } from "../segment.ts";
import { SEAL_ID_BYTES, type Seal, type Sealed, type SealId } from "./seal.ts";

/** What a snapshot is of. The segments' ids bind their content: no older one passes for the latest. */
export interface Manifest {
  readonly gallery: string;
  readonly dimensions: number;
  /** The last change that the snapshot has. */
  readonly seq: number;
  readonly registrationId: string;
  /** Milliseconds since 1970 when somebody last asked for the gallery. */
  readonly usedAt: number;
  /** Ids of the sealed segments, in base64, in their order. */
  readonly segments: readonly string[];
}

const MANIFEST = "manifest";
/** What is called otherwise is not ours, and is never removed. */
const FOLDER = /^[0-9a-f]{32}$/;
const FILE = /^(manifest(\.new)?|[0-9a-f]{56})$/;
const LENGTH_BYTES = 4;
/** Nobody but the service's user reads a folder or a file. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * The files of snapshots: a folder for each gallery, in it a file for each segment and the manifest. A
 * segment is written under a new name; the manifest takes the old one's place at once. So a snapshot is whole
 * at every moment, whenever the process ends.
 */
export class SnapshotFiles {
  readonly #root: string;
  readonly #seal: Seal;

  constructor(root: string, seal: Seal) {
    this.#root = root;
    this.#seal = seal;
  }

  /** The folders of all snapshots. Throws when the root is no folder that can be read. */
  list(): string[] {
    mkdirSync(this.#root, { recursive: true, mode: FOLDER_MODE });
    return readdirSync(this.#root).filter((name) => FOLDER.test(name));
  }

  folderOf(gallery: string): string {
    return this.#seal.nameOf(gallery);
  }

  /** Throws when there is none, or when it was not sealed here for this folder. */
  readManifest(folder: string): Manifest {
    const bytes = readFileSync(join(this.#root, folder, MANIFEST));
    const sealed = { id: bytes.subarray(0, SEAL_ID_BYTES), bytes: bytes.subarray(SEAL_ID_BYTES) };
    return JSON.parse(this.#seal.open(placeOf(folder, MANIFEST), sealed).toString());
  }

  sealManifest(folder: string, manifest: Manifest): Sealed {
    return this.#seal.seal(placeOf(folder, MANIFEST), [Buffer.from(JSON.stringify(manifest))]);
  }

  sealSegment(folder: string, number: number, { ids, rows }: ReturnType<Gallery["saved"]>): Sealed {
    const names = Buffer.from(JSON.stringify(ids));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(names.length);
    return this.#seal.seal(placeOf(folder, number), [length, names, ...rows]);
  }

  /**
   * The rows come as one piece, which the caller overwrites. Throws when they are not what was sealed. A file
   * is read at once: a third of a megabyte takes less time than the turns of an asynchronous reading.
   */
  readSegment(folder: string, number: number, id: SealId): { ids: string[]; rows: Buffer } {
    const bytes = readFileSync(join(this.#root, folder, fileOf(id)));
    const opened = this.#seal.open(placeOf(folder, number), { id, bytes });
    const start = LENGTH_BYTES + opened.readUInt32LE();
    return { ids: JSON.parse(opened.toString("utf8", LENGTH_BYTES, start)), rows: opened.subarray(start) };
  }

  async writeSegment(folder: string, { id, bytes }: Sealed): Promise<void> {
    mkdirSync(join(this.#root, folder), { recursive: true, mode: FOLDER_MODE });
    await writeFile(join(this.#root, folder, fileOf(id)), bytes, { mode: FILE_MODE, flush: true });
  }

  /** Puts the manifest in the old one's place, then removes the files of segments that it does not name. */
  async commit(folder: string, { id, bytes }: Sealed, segments: readonly SealId[]): Promise<void> {
    const path = join(this.#root, folder, MANIFEST);
    mkdirSync(join(this.#root, folder), { recursive: true, mode: FOLDER_MODE });
    await writeFile(`${path}.new`, Buffer.concat([id, bytes]), { mode: FILE_MODE, flush: true });
    await rename(`${path}.new`, path);
    const named = new Set([MANIFEST, ...segments.map(fileOf)]);
    await this.#clear(folder, (file) => !named.has(file));
  }

  /** Removes segments that no manifest names. */
  async discard(folder: string, segments: readonly SealId[]): Promise<void> {
    const named = new Set(segments.map(fileOf));
    await this.#clear(folder, (file) => named.has(file));
  }

  /** The manifest goes first: without it, what is left is no snapshot. */
  async remove(folder: string): Promise<void> {
    await rm(join(this.#root, folder, MANIFEST), { force: true });
    if (!existsSync(join(this.#root, folder))) return;
    await this.#clear(folder, () => true);
    await rmdir(join(this.#root, folder));
    await this.#sync("");
  }

  async #clear(folder: string, isGone: (file: string) => boolean): Promise<void> {
    const path = join(this.#root, folder);
    const files = (await readdir(path)).filter((file) => FILE.test(file) && isGone(file));
    for (const file of files) await rm(join(path, file), { force: true });
    await this.#sync(folder);
  }

  /** A removed file comes back after a power failure, unless its folder was written. */
  async #sync(folder: string): Promise<void> {
    const handle = await open(join(this.#root, folder));
    await handle.sync().finally(() => handle.close());
  }
}

/** What is sealed for one place in one format opens nowhere else. */
const placeOf = (folder: string, part: string | number) => `${FORMAT}/${folder}/${part}`;

const fileOf = (id: SealId) => id.toString("hex");
