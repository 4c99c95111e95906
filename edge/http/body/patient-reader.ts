import { ApiError } from "../../errors.ts";

/** How long is waited for a body, in milliseconds. */
interface Patience {
  /** For the whole body, without the time in which it was not read. */
  readonly wholeMs: number;
  /** Without a byte. */
  readonly idleMs: number;
}

/** How often a read looks whether somebody has ended it. */
const LOOK_MS = 250;

const USUAL: Patience = { wholeMs: 30_000, idleMs: 10_000 };
/**
 * A body in pieces that are smaller than this on average, after so many of them, is read with pauses. Clients
 * that write line by line send larger ones.
 */
const SMALL_PIECE = 128;
const PIECES_WITHOUT_PAUSE = 64;
const PAUSE_MS = 50;

/** A piece of a body in the buffer that it was asked into. */
interface Piece {
  /** 0 at the end of the body. */
  readonly bytes: number;
  readonly buffer: ArrayBuffer;
}

/** Reads a body whose sender may be slow, silent or gone. */
interface PatientReader {
  /**
   * The next `size` bytes; fewer at the end of the body, and none behind it. Throws 408 `request_timeout`
   * when the body has taken longer than its patience, and the error that ends it. The body is canceled then.
   */
  fill(size: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Leaves the rest of the body to others. */
  releaseLock(): void;
}

/**
 * `endedBy` says why the reading ends, or null: it is asked now and then, since only the request that a body
 * belongs to may end it.
 */
export function patientReader(
  body: ReadableStream<Uint8Array>,
  clock: () => number,
  endedBy: () => Error | null = () => null,
  { wholeMs, idleMs }: Patience = USUAL,
): PatientReader {
  const source = byteReader(body) ?? copyingReader(body);
  let readingMs = 0;
  let pieces = 0;
  let total = 0;

  /** One promise for each piece: racing with one for the whole body would leave a trace of every piece. */
  function pieceInTime(buffer: ArrayBuffer, from: number): Promise<Piece> {
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout>;
      const lookIn = (left: number) => {
        const pause = Math.min(left, LOOK_MS);
        timer = setTimeout(() => {
          const failure = endedBy() ?? (left <= pause ? tooSlow() : null);
          if (failure === null) lookIn(left - pause);
          else reject(failure);
        }, pause);
      };
      lookIn(Math.min(idleMs, wholeMs - readingMs));
      source
        .read(buffer, from)
        .finally(() => clearTimeout(timer))
        .then(resolve, reject);
    });
  }

  async function nextPiece(buffer: ArrayBuffer, from: number): Promise<Piece> {
    const since = clock();
    if (readingMs >= wholeMs) throw tooSlow();
    // A piece costs much the same however small it is.
    if (pieces > PIECES_WITHOUT_PAUSE && total < pieces * SMALL_PIECE) await pause();
    const failure = endedBy();
    if (failure !== null) throw failure;
    const piece = await pieceInTime(buffer, from);
    pieces += 1;
    total += piece.bytes;
    readingMs += clock() - since;
    return piece;
  }

  return {
    async fill(size) {
      let buffer = new ArrayBuffer(size);
      let filled = 0;
      try {
        while (filled < size) {
          const piece = await nextPiece(buffer, filled);
          buffer = piece.buffer;
          if (piece.bytes === 0) break;
          filled += piece.bytes;
        }
      } catch (error) {
        // A read that is still pending would keep the body locked.
        await source.cancel().catch(ignore);
        throw error;
      }
      return new Uint8Array(buffer, 0, filled);
    },
    releaseLock: () => source.releaseLock(),
  };
}

/** Null for a stream that a script has made without such a reader. */
function byteReader(body: ReadableStream<Uint8Array>) {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = body.getReader({ mode: "byob" });
  } catch (error) {
    if (error instanceof TypeError && !body.locked) return null;
    throw error;
  }
  return {
    async read(buffer: ArrayBuffer, from: number): Promise<Piece> {
      const { value } = await reader.read(new Uint8Array(buffer, from));
      if (value === undefined) throw new TypeError("The body was canceled.");
      return { bytes: value.length, buffer: value.buffer as ArrayBuffer };
    },
    cancel: () => reader.cancel(),
    releaseLock: () => reader.releaseLock(),
  };
}

function copyingReader(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  let rest: Uint8Array = new Uint8Array(0);
  return {
    async read(buffer: ArrayBuffer, from: number): Promise<Piece> {
      while (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) return { bytes: 0, buffer };
        rest = value;
      }
      const space = new Uint8Array(buffer, from);
      const taken = rest.subarray(0, space.length);
      rest = rest.subarray(taken.length);
      space.set(taken);
      return { bytes: taken.length, buffer };
    },
    cancel: () => reader.cancel(),
    releaseLock: () => reader.releaseLock(),
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

function tooSlow(): ApiError {
  const message = "The body did not arrive in time: it has 30 s in all, and 10 s without a byte.";
  return new ApiError("request_timeout", message);
}

function ignore(): void {}
