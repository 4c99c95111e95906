const CHUNK_BYTES = 64 * 1024;

/** Reads a body piece by piece. */
export interface ChunkReader {
  /** Null at the end. */
  read(): Promise<Uint8Array | null>;
  /** Leaves the rest of the body to others. */
  releaseLock(): void;
}

/**
 * A reader that asks for 64 KiB at a time: workerd's usual reader gives 4 KiB, and the cost of each read adds
 * up to most of an upload's processor time. A stream that a script has made may offer no such reader; its
 * chunks are read as they come.
 */
export function chunkReader(body: ReadableStream<Uint8Array>): ChunkReader {
  const bytes = byteReader(body);
  if (bytes !== null) {
    return {
      read: async () => filled(await bytes.read(new Uint8Array(CHUNK_BYTES))),
      releaseLock: () => bytes.releaseLock(),
    };
  }
  const plain = body.getReader();
  return {
    read: async () => (await plain.read()).value ?? null,
    releaseLock: () => plain.releaseLock(),
  };
}

function byteReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch (error) {
    if (error instanceof TypeError && !body.locked) return null;
    throw error;
  }
}

/** A piece holds no more memory than it fills, however small the client's pieces are. */
function filled({
  done,
  value,
}: Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>): Uint8Array | null {
  if (done || value === undefined) return null;
  return value.length < CHUNK_BYTES / 2 ? value.slice() : value;
}
