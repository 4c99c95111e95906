import { ApiError } from "../../core/errors.ts";

/** Time limits of a body, in milliseconds. */
interface BodyTimes {
  /** For all of it, not counting the time in which it is not read. */
  readonly wholeMs: number;
  /** For the next `STEP` bytes. */
  readonly idleMs: number;
  /** Whether the body is abandoned already, after this many milliseconds of reading. */
  isLate?(readingMs: number): boolean;
}

/** A read returns at least this many bytes, so that a sender of small pieces costs no more reads. */
const STEP = 4 * 1024;
const LOOK_MS = 250;
/** Bytes of a body that are read at once. */
export const BLOCK = 64 * 1024;

interface BodyReader {
  /**
   * The next `size` bytes, at most a block; fewer only at the end of the body. They are valid until the next
   * call. Throws 408 `request_timeout` for a body that does not arrive in its time, which is then canceled.
   */
  read(size: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Releases the rest of the body to other readers. */
  releaseLock(): void;
}

/** workerd supports `min`; its types lack it. */
interface ByteReader {
  read(
    view: Uint8Array<ArrayBuffer>,
    options: { readonly min: number },
  ): Promise<{ readonly done: boolean; readonly value?: Uint8Array<ArrayBuffer> }>;
  cancel(): Promise<void>;
  releaseLock(): void;
}

/** Reads a body whose sender may be slow, silent or gone, in blocks of at most this many bytes. */
export function bodyReader(
  body: ReadableStream<Uint8Array>,
  { wholeMs, idleMs, isLate = () => false }: BodyTimes,
  block = BLOCK,
): BodyReader {
  const reader = body.getReader({ mode: "byob" }) as unknown as ByteReader;
  // One buffer for all reads: buffers that await garbage collection would add up.
  let buffer = new ArrayBuffer(block);
  let readingMs = 0;

  async function step(from: number, size: number) {
    const since = Date.now();
    const isOver = () => {
      const ms = Date.now() - since;
      return ms >= idleMs || readingMs + ms >= wholeMs || isLate(readingMs + ms);
    };
    if (isOver()) throw tooSlow();
    let watch: ReturnType<typeof setInterval> | undefined;
    const late = new Promise<never>((_, reject) => {
      watch = setInterval(() => isOver() && reject(tooSlow()), LOOK_MS);
    });
    try {
      const view = new Uint8Array(buffer, from, size);
      return await Promise.race([reader.read(view, { min: Math.min(STEP, size) }), late]);
    } finally {
      clearInterval(watch);
      readingMs += Date.now() - since;
    }
  }

  return {
    async read(size) {
      let filled = 0;
      try {
        for (let isEnd = false; filled < size && !isEnd; ) {
          const { value, done } = await step(filled, size - filled);
          if (value === undefined) throw new TypeError("The body was canceled.");
          buffer = value.buffer;
          filled += value.length;
          isEnd = done;
        }
      } catch (error) {
        // A read that is still pending would keep the body locked.
        await reader.cancel().catch(ignore);
        throw error;
      }
      return new Uint8Array(buffer, 0, filled);
    },
    releaseLock: () => reader.releaseLock(),
  };
}

function tooSlow(): ApiError {
  return new ApiError(
    "request_timeout",
    "The body did not arrive in time: it has 30 s in all, and 10 s for each 4 KiB.",
  );
}

function ignore(): void {}
