import { createHash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import type { DocumentReading, PageSketch, PlainReading } from "../pipelines/types.ts";

/** A document's reading, and how to add the portrait that was not made with it; without a sketch nothing is to be added. */
export type KeptReading =
  | { readonly reading: DocumentReading; readonly sketch?: undefined }
  | { readonly reading: PlainReading; readonly sketch: PageSketch };

/** Whose upload it is: an opaque key of the caller's tenant, and the file. */
interface Owned {
  readonly tenant: string;
  readonly content: Uint8Array;
}

interface Entry {
  readonly bytes: Uint8Array;
  readonly until: number;
}

/** Milliseconds; entries; bytes of all entries. */
const BOUNDS = { age: 60_000, entries: 256, bytes: 32 * 1024 * 1024 } as const;

/**
 * Readings of the last minute, in memory only: a document whose text and whose signs of forgery are asked for in two calls
 * is read once. A tenant finds its own readings alone, since the time of an answer would tell what others have sent.
 */
export class ReadingMemory {
  readonly #clock: () => number;
  /** The oldest first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #asked = { hit: 0, miss: 0 };

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Lookups by what came of them, since the start; and what is kept now. */
  get totals() {
    return { ...this.#asked, entries: this.#entries.size, bytes: this.#bytes };
  }

  find(owned: Owned): KeptReading | undefined {
    const entry = this.#entries.get(keyOf(owned));
    const found = entry !== undefined && entry.until > this.#clock();
    this.#asked[found ? "hit" : "miss"]++;
    return found ? (deserialize(entry.bytes) as KeptReading) : undefined;
  }

  /** Keeps it for a minute; what is put in its place later, for the rest of that minute. */
  keep(owned: Owned, kept: KeptReading): void {
    this.#sweep();
    const key = keyOf(owned);
    const bytes = serialize(kept);
    const until = this.#entries.get(key)?.until ?? this.#clock() + BOUNDS.age;
    this.#bytes += bytes.length - (this.#entries.get(key)?.bytes.length ?? 0);
    this.#entries.set(key, { bytes, until });
    while (this.#entries.size > BOUNDS.entries || this.#bytes > BOUNDS.bytes) this.#dropOldest();
    this.#arm();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#entries.clear();
    this.#bytes = 0;
  }

  #sweep(): void {
    const now = this.#clock();
    for (const { until } of this.#entries.values()) {
      if (until > now) return;
      this.#dropOldest();
    }
  }

  #dropOldest(): void {
    const [[key, { bytes }]] = this.#entries as unknown as [[string, Entry]];
    this.#entries.delete(key);
    this.#bytes -= bytes.length;
  }

  /** Drops in time what nobody asks for any more, without keeping the process alive for it. */
  #arm(): void {
    if (this.#timer !== undefined || this.#entries.size === 0) return;
    const [{ until }] = this.#entries.values() as unknown as [Entry];
    const wait = Math.max(0, until - this.#clock());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sweep();
      this.#arm();
    }, wait).unref();
  }
}

/** Digests of a file's bytes name it; nothing of it can be had from its key. */
const keyOf = ({ tenant, content }: Owned): string =>
  `${tenant} ${createHash("sha256").update(content).digest("base64")}`;
