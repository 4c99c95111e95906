import type { Place } from "../../limits/upload-budget.ts";
import { BLOCK, bodyReader } from "./body-reader.ts";

const KIB = 1024;

/** The largest bodies in bytes (contract §4.1). */
export const LARGEST_BODY = {
  upload: 25 * KIB * KIB,
  json: 64 * KIB,
  /** Room for an event of 256 kB in the signature check's form, percent-encoded. */
  form: KIB * KIB,
  /** A form before sign-in. */
  strangersForm: 16 * KIB,
} as const;

const WHOLE_MS = 30_000;
const IDLE_MS = 10_000;
/** After this time a body that delays others must keep the pace that completes it in time. */
const PACED_MS = 3_000;

/** A body in memory. */
export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Ends the use of its bytes, and frees their memory at once. */
  free(): void;
}

/**
 * Reads a body of at most `largest` bytes; null for a larger one, whose rest is not read. Beyond its first 64
 * KiB a body is read once `place` has reserved its announced length, or `largest` for a chunked one. Throws
 * 408 `request_timeout` for a body that does not arrive, and 503 `service_unavailable` as the place does.
 * Without a place `largest` is at most 64 KiB.
 */
export async function readBody(request: Request, largest: number, place: Place | null): Promise<Body | null> {
  const declared = declaredLength(request);
  if ((declared ?? 0) > largest) return null;
  // One byte more than a chunked body may have shows that it is too large.
  const most = declared ?? largest + 1;
  const content = new ArrayBuffer(0, { maxByteLength: most });
  const body = { bytes: new Uint8Array(content), free: () => void content.transfer(0) };
  if (request.body === null) return body;
  const isLate = (readingMs: number) =>
    readingMs >= PACED_MS && content.byteLength / most < readingMs / WHOLE_MS && place?.isWaitedFor === true;
  const times = { wholeMs: WHOLE_MS, idleMs: IDLE_MS, isLate };
  const reader = bodyReader(request.body, times, Math.min(BLOCK, most));
  try {
    for (let isEnd = false; content.byteLength < most && !isEnd; ) {
      const at = content.byteLength;
      // A sender that stops after a few bytes reserves nothing.
      if (at === BLOCK) await place?.reserve(Math.min(most, largest));
      const size = Math.min(BLOCK, most - at);
      const block = await reader.read(size);
      content.resize(at + block.length);
      body.bytes.set(block, at);
      isEnd = block.length < size;
    }
    if (content.byteLength <= largest) {
      place?.complete(content.byteLength);
      return body;
    }
  } catch (error) {
    body.free();
    throw error;
  } finally {
    reader.releaseLock();
  }
  body.free();
  return null;
}

/** The bytes of a small body, read as `readBody` does. */
export async function readSmall(
  request: Request,
  largest: number,
  place: Place | null = null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const body = await readBody(request, largest, place);
    const bytes = body?.bytes.slice() ?? null;
    body?.free();
    return bytes;
  } finally {
    place?.release();
  }
}

/** The body's announced length, or null. */
function declaredLength(request: Request): number | null {
  const header = request.headers.get("content-length") ?? "";
  return /^\d{1,15}$/.test(header) ? Number(header) : null;
}
