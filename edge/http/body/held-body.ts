import type { Sender } from "../../limits/bodies/admission.ts";
import type { BodyRoom } from "../../limits/bodies/room.ts";
import { patientReader } from "./patient-reader.ts";

/** A body grows by as much as it has, between these bounds: an idle one costs little. */
const FIRST_BLOCK = 4 * 1024;
const LARGEST_BLOCK = 64 * 1024;

/** A room for bodies, and in whose name one takes its place there. */
export interface Admission {
  readonly room: BodyRoom;
  readonly sender: Sender;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** A body that is read into a room. */
export interface HeldBody {
  /** The next block of the body; null at the end. */
  read(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Ends the reading, and leaves the rest of the body to others. What was read is held until `release`. */
  end(): void;
  /** Gives the room back. */
  release(): void;
}

/**
 * Reads a request's body, block by block, as the room allows, until it has more than `largest` bytes. Throws
 * 408 `request_timeout` for a body that does not arrive, and 503 `service_unavailable` for one that finds no
 * room or no place.
 */
export function holdBody(request: Request, { room, sender, clock }: Admission, largest: number): HeldBody {
  const declared = declaredLength(request);
  // Without a place the body stays unlocked, for `drainRefused`.
  const hold = room.enter(sender, declared);
  const reader = request.body === null ? null : patientReader(request.body, clock, () => hold.failure);
  let received = 0;
  return {
    async read() {
      if (reader === null) return null;
      const left = Math.max(0, Math.min(declared ?? largest + 1, largest + 1) - received);
      const size = Math.min(LARGEST_BLOCK, Math.max(FIRST_BLOCK, received), left);
      // The end is looked for behind the last byte, which takes no room.
      if (size > 0) await hold.grow(received + size);
      const block = await reader.fill(Math.max(1, size));
      received += block.length;
      return block.length === 0 ? null : block;
    },
    end() {
      hold.complete(received);
      reader?.releaseLock();
    },
    release: hold.release,
  };
}

/** The body's length as its sender announces it; null where it does not. */
export function declaredLength(request: Request): number | null {
  const told = request.headers.get("content-length") ?? "";
  return /^\d{1,15}$/.test(told) ? Number(told) : null;
}

/**
 * Reads a whole body of at most `largest` bytes, and gives its room back: for bodies that are small beside
 * what is made of them. Null for a larger one, of which the rest is left.
 */
export async function readWhole(
  request: Request,
  admission: Admission,
  largest: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if ((declaredLength(request) ?? 0) > largest) return null;
  const body = holdBody(request, admission, largest);
  const blocks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let block = await body.read(); block !== null; block = await body.read()) {
      length += block.length;
      if (length > largest) return null;
      blocks.push(block);
    }
    return concatenated(blocks, length);
  } finally {
    body.end();
    body.release();
  }
}

function concatenated(blocks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const block of blocks) {
    whole.set(block, at);
    at += block.length;
  }
  return whole;
}
