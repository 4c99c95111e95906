import { GalleryAway } from "../messages.ts";
import type { Connection } from "./connection.ts";
import { ensureFaces, ensureStates } from "./schema.ts";

/** Milliseconds that a call waits for collections which are made or loaded. That goes on without it. */
const PATIENCE = 5_000;

/** A collection's id, as it becomes known. */
interface Ensuring {
  readonly id: Promise<string>;
  isDone: boolean;
}

/** The collections, made and looked at once, and again after `forget`. All throw `GalleryAway`. */
export class Collections {
  readonly #connection: Connection;
  /** By dimensions; of 0 the states. */
  readonly #ensuring = new Map<number, Ensuring>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Resolves once the states can be asked for. */
  async states(): Promise<void> {
    await this.#ensured(0, () => ensureStates(this.#connection));
  }

  /** The id of the collection with the faces of this many dimensions, once it can be searched. */
  async faces(dimensions: number): Promise<string> {
    await this.states();
    return this.#ensured(dimensions, () => ensureFaces(this.#connection, dimensions));
  }

  /** The next call looks again: something failed, and may have been lost. */
  forget(): void {
    for (const [key, { isDone }] of [...this.#ensuring]) if (isDone) this.#ensuring.delete(key);
  }

  async #ensured(key: number, ensure: () => Promise<string>): Promise<string> {
    const ensuring = this.#ensuring.get(key) ?? { id: ensure(), isDone: false };
    if (!this.#ensuring.has(key)) {
      this.#ensuring.set(key, ensuring);
      const done = () => {
        ensuring.isDone = true;
      };
      ensuring.id.then(done, () => this.#ensuring.delete(key));
    }
    return ensuring.isDone ? ensuring.id : within(PATIENCE, ensuring.id);
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new GalleryAway("a collection is being loaded")), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
