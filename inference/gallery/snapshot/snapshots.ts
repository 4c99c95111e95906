import { setImmediate as turn } from "node:timers/promises";
import type { Gallery } from "../gallery.ts";
import type { GalleryIndex } from "../gallery-index.ts";
import {
  type ForgottenFace,
  GalleryRefusal,
  type Position,
  type SnapshotEvent,
  samePosition,
} from "../messages.ts";
import { type Manifest, SnapshotFiles } from "./files.ts";
import { Seal, type SealId } from "./seal.ts";

/** A snapshot on the disk, as it was last written. */
interface Kept {
  readonly segments: readonly SealId[];
  readonly position: Position | undefined;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
}

/** Segments that are sealed without a pause: a request may wait for that long. */
const AT_ONCE = 8;
/** Milliseconds after which a manifest tells anew when its gallery was used. */
const REFRESH = 10 * 60 * 1_000;
/** Milliseconds for which a disk that refused is left alone. */
const RETRY = 5 * 60 * 1_000;

/**
 * Keeps the disk as the index is: a gallery in memory has a snapshot, and no other gallery has one. A
 * snapshot holds no truth. Its position is read, and what came since is sent, as for a gallery in memory.
 */
export class Snapshots {
  readonly #index: GalleryIndex;
  readonly #files: SnapshotFiles;
  readonly #tell: (event: SnapshotEvent) => void;
  readonly #kept = new Map<string, Kept>();
  /** Galleries that are on the disk and not in memory yet. */
  readonly #manifests = new Map<string, Manifest>();
  readonly #turns = new Map<string, Promise<void>>();
  /** When the disk is tried again. */
  #retryAt = Number.NEGATIVE_INFINITY;

  constructor(index: GalleryIndex, folder: string, secret: Uint8Array, tell: (event: SnapshotEvent) => void) {
    this.#index = index;
    this.#files = new SnapshotFiles(folder, new Seal(secret));
    this.#tell = tell;
  }

  /** Finds what is on the disk. From now on the index says of these galleries that they are being filled. */
  async find(): Promise<void> {
    try {
      for (const folder of this.#files.list()) {
        await this.#findOne(folder).catch((error) => this.#failed(error));
      }
    } catch (error) {
      this.#failed(error);
    }
    this.#index.dropUnused();
  }

  /** Reads all of them back, the one that was asked for last before the others. */
  async restore(): Promise<void> {
    for (let name = this.#index.expected; name !== undefined; name = this.#index.expected) {
      await this.#inTurn(name, this.#restore);
    }
    await this.save();
  }

  /** Writes what has changed, and removes what is in memory no more. */
  async save(): Promise<void> {
    for (const name of new Set([...this.#index.names, ...this.#kept.keys()])) {
      if (performance.now() < this.#retryAt) return;
      await this.#inTurn(name, this.#match).catch((error) => this.#failed(error));
    }
  }

  /**
   * Removes deleted registrations from memory and from the disk. A snapshot that cannot be written without
   * them is removed. Throws when that fails, too.
   */
  async forget(faces: readonly ForgottenFace[]): Promise<void> {
    const forget = () => {
      for (const { gallery, registrationId } of faces) this.#index.forget(gallery, registrationId);
    };
    forget();
    for (const name of new Set(faces.map(({ gallery }) => gallery))) {
      await this.#inTurn(name, async () => {
        await this.#restore(name);
        forget();
        await this.#match(name).catch(async (error) => {
          this.#failed(error);
          await this.#remove(name);
        });
      });
    }
  }

  async #findOne(folder: string): Promise<void> {
    try {
      const manifest = this.#files.readManifest(folder);
      const { gallery, usedAt, seq, registrationId } = manifest;
      const segments = manifest.segments.map((id) => Buffer.from(id, "base64"));
      this.#kept.set(gallery, { segments, position: { seq, registrationId }, usedAt });
      this.#manifests.set(gallery, manifest);
      this.#index.expect(gallery, Math.max(0, Date.now() - usedAt));
    } catch (error) {
      this.#tell({ event: "rejected", reason: reasonOf(error) });
      await this.#files.remove(folder);
    }
  }

  /** Reads back a gallery that is expected. What cannot be used is removed by the next `save`. */
  #restore = async (name: string): Promise<void> => {
    const manifest = this.#manifests.get(name);
    if (manifest === undefined) return;
    this.#manifests.delete(name);
    const since = performance.now();
    const folder = this.#files.folderOf(name);
    const { dimensions, seq, registrationId } = manifest;
    let faces = 0;
    try {
      for (const [number, id] of this.#kept.get(name)!.segments.entries()) {
        const { ids, rows } = this.#files.readSegment(folder, number, id);
        const isTaken = this.#index.restore(name, dimensions, ids, rows);
        rows.fill(0);
        if (!isTaken) return;
        faces += ids.length;
        // Requests that have come meanwhile.
        await turn();
      }
      this.#index.restored(name, { seq, registrationId });
      this.#tell({ event: "restored", faces, seconds: (performance.now() - since) / 1_000 });
    } catch (error) {
      this.#index.restored(name, undefined);
      this.#tell({ event: "rejected", reason: reasonOf(error) });
    }
  };

  /** Makes the disk as memory is. */
  #match = async (name: string): Promise<void> => {
    if (this.#index.isExpected(name)) return;
    const held = this.#index.held(name);
    if (held !== undefined) await this.#write(name, held.gallery);
    else if (this.#kept.has(name)) await this.#remove(name);
  };

  async #write(name: string, gallery: Gallery): Promise<void> {
    const folder = this.#files.folderOf(name);
    const kept = this.#kept.get(name) ?? NOTHING_KEPT;
    if (this.#isWritten(name, gallery, kept)) return;
    this.#kept.set(name, kept);
    const written = new Map<number, SealId>();
    try {
      while (gallery.changed.size > AT_ONCE)
        await this.#files.writeSegment(folder, this.#seal(folder, gallery, written));
      // Until the manifest is sealed nothing else runs, so that it and all segments are of one moment.
      const last = Array.from(gallery.changed, () => this.#seal(folder, gallery, written));
      const now = this.#index.held(name);
      if (now?.gallery !== gallery) return;
      const segments = Array.from(
        { length: gallery.segments },
        (_, n) => written.get(n) ?? kept.segments[n]!,
      );
      const usedAt = Date.now() - now.unusedFor;
      const { dimensions } = gallery;
      const ids = segments.map((id) => id.toString("base64"));
      const manifest = { gallery: name, dimensions, ...now.position, usedAt, segments: ids };
      const sealed = this.#files.sealManifest(folder, manifest);
      for (const segment of last) await this.#files.writeSegment(folder, segment);
      await this.#files.commit(folder, sealed, segments);
      this.#kept.set(name, { segments, position: now.position, usedAt });
    } catch (error) {
      for (const number of written.keys()) gallery.changed.add(number);
      await this.#files.discard(folder, [...written.values()]).catch(() => {});
      throw error;
    }
  }

  #isWritten(name: string, gallery: Gallery, kept: Kept): boolean {
    const { position, unusedFor } = this.#index.held(name)!;
    const isFresh = Date.now() - unusedFor - kept.usedAt < REFRESH;
    return isFresh && gallery.changed.size === 0 && samePosition(kept.position, position);
  }

  /** Seals a segment that has changed. */
  #seal(folder: string, gallery: Gallery, written: Map<number, SealId>) {
    const number = gallery.changed.values().next().value!;
    const sealed = this.#files.sealSegment(folder, number, gallery.saved(number));
    gallery.changed.delete(number);
    written.set(number, sealed.id);
    return sealed;
  }

  async #remove(name: string): Promise<void> {
    this.#manifests.delete(name);
    await this.#files.remove(this.#files.folderOf(name));
    this.#kept.delete(name);
  }

  #failed(error: unknown): void {
    this.#retryAt = performance.now() + RETRY;
    this.#tell({ event: "failed", reason: reasonOf(error) });
  }

  /** What is done with one gallery's files is done one after the other. */
  #inTurn(name: string, work: (name: string) => Promise<void>): Promise<void> {
    const turn = (this.#turns.get(name) ?? Promise.resolve()).then(() => work(name));
    const ended = turn
      .catch(() => {})
      .then(() => {
        if (this.#turns.get(name) === ended) this.#turns.delete(name);
      });
    this.#turns.set(name, ended);
    return turn;
  }
}

const NOTHING_KEPT: Kept = { segments: [], position: undefined, usedAt: Number.NEGATIVE_INFINITY };

/** Of a system error its code, since its message has the path. */
function reasonOf(error: unknown): string {
  if (error instanceof GalleryRefusal) return error.kind;
  const { syscall, code } = error as NodeJS.ErrnoException;
  return syscall === undefined || code === undefined ? "not_sealed_here" : code;
}
