import { createHash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import type { DocumentReading, PageSketch, PlainReading } from "../pipelines/types.ts";

/** A document's reading. With a sketch of its page it lacks the portrait, which the sketch allows to add. */
export type KeptReading =
  | { readonly reading: DocumentReading; readonly sketch?: undefined }
  | { readonly reading: PlainReading; readonly sketch: PageSketch };

/** An upload and its owner. */
interface ReadingKey {
  /** Opaque. */
  readonly tenant: string;
  readonly content: Uint8Array;
}

interface Entry {
  readonly bytes: Uint8Array;
  readonly until: number;
}

/** Age in milliseconds; number of entries; bytes of all entries. */
const BOUNDS = { age: 60_000, entries: 256, bytes: 32 * 1024 * 1024 } as const;

/**
 * Readings of the last minute, in memory only, so that two calls, one for the text and one for signs of
 * forgery, read a document once. A tenant finds its own readings alone: otherwise the time of an answer would
 * tell what others sent.
 */
export class ReadingMemory {
  readonly #clock: () => number;
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #asked = { hit: 0, miss: 0 };

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Hits and misses since the start, and the size of the memory now. */
  get totals() {
    return { ...this.#asked, entries: this.#entries.size, bytes: this.#bytes };
  }

  find(upload: ReadingKey): KeptReading | undefined {
    const entry = this.#entries.get(keyOf(upload));
    const found = entry !== undefined && entry.until > this.#clock();
    this.#asked[found ? "hit" : "miss"]++;
    return found ? (deserialize(entry.bytes) as KeptReading) : undefined;
  }

  /** Keeps a reading for a minute. A later one in its place stays for the rest of that minute. */
  keep(upload: ReadingKey, kept: KeptReading): void {
    this.#sweep();
    const key = keyOf(upload);
    const bytes = serialize(kept);
    const until = this.#entries.get(key)?.until ?? this.#clock() + BOUNDS.age;
    const earlier = this.#entries.get(key);
    this.#bytes += bytes.length - (earlier?.bytes.length ?? 0);
    earlier?.bytes.fill(0);
    this.#entries.set(key, { bytes, until });
    while (this.#entries.size > BOUNDS.entries || this.#bytes > BOUNDS.bytes) this.#dropOldest();
    this.#arm();
  }

  /** Drops a tenant's readings at once. */
  forget(tenant: string): void {
    for (const key of [...this.#entries.keys()]) if (key.startsWith(prefixOf(tenant))) this.#drop(key);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const key of [...this.#entries.keys()]) this.#drop(key);
  }

  #sweep(): void {
    const now = this.#clock();
    for (const { until } of this.#entries.values()) {
      if (until > now) return;
      this.#dropOldest();
    }
  }

  #dropOldest(): void {
    const [key] = this.#entries.keys() as unknown as [string];
    this.#drop(key);
  }

  /** Overwrites the entry's bytes, which would else stay in memory until it is used again. */
  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes.length;
    entry.bytes.fill(0);
  }

  /** Drops entries when they are due; the timer does not keep the process alive. */
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

/** The key has the file's digest, so that it tells nothing of the content. */
const keyOf = ({ tenant, content }: ReadingKey): string =>
  `${prefixOf(tenant)}${createHash("sha256").update(content).digest("base64")}`;

/** A JSON text has one end: no tenant's prefix begins another's. */
const prefixOf = (tenant: string): string => JSON.stringify(tenant);
