import {
  type ForgottenFace,
  type GalleryAnswer,
  GalleryAway,
  type GalleryRequest,
  type ServerEvent,
  type Totals,
  wipe,
} from "../../gallery/messages.ts";
import type { MilvusSettings } from "../../gallery/milvus/connection.ts";
import { MilvusGalleries } from "../../gallery/milvus/milvus-galleries.ts";
import type { GalleryEngine } from "./engine.ts";

/** The galleries on a Milvus server. That it is away, and back, is told once. */
export class ServedGalleries implements GalleryEngine {
  readonly atOnce = 32;
  readonly isElsewhere = true;
  readonly #galleries: MilvusGalleries;
  readonly #tell: (event: ServerEvent) => void;
  /** Since when the server is away. */
  #awaySince: number | undefined;

  constructor(settings: MilvusSettings, tell: (event: ServerEvent) => void) {
    this.#galleries = new MilvusGalleries(settings, tell);
    this.#tell = tell;
  }

  get totals(): Totals {
    return this.#galleries.totals;
  }

  async answer(request: GalleryRequest): Promise<GalleryAnswer> {
    try {
      return await this.#watched(() => this.#galleries.answer(request));
    } finally {
      wipe(request);
    }
  }

  forget(faces: readonly ForgottenFace[]): Promise<void> {
    return this.#watched(() => this.#galleries.forget(faces));
  }

  async close(): Promise<void> {
    this.#galleries.close();
  }

  async #watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await work();
      if (this.#awaySince !== undefined) {
        this.#tell({ event: "back", seconds: (performance.now() - this.#awaySince) / 1_000 });
        this.#awaySince = undefined;
      }
      return value;
    } catch (error) {
      if (error instanceof GalleryAway && this.#awaySince === undefined) {
        this.#awaySince = performance.now();
        this.#tell({ event: "away", reason: error.message });
      }
      throw error;
    }
  }
}
