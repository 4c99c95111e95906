import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { PackError } from "../errors.ts";

/** What a file must be, and where it goes. */
interface Wanted {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The content from byte `start`, or from 0 where the source cannot do better. */
export type Source = (start: number) => Promise<{ start: number; content: AsyncIterable<Uint8Array> }>;

/**
 * Writes a file whole and proven, or not at all. What arrives goes into `<path>.part`, which nobody reads as a model; it
 * stays when the source breaks off, and the next call goes on from there. Only content with the right hash gets the name.
 * Throws PackError: source_unreachable (may be tried again), source_refused, file_corrupt.
 */
export async function fetchFile(
  wanted: Wanted,
  source: Source,
  onBytes: (done: number) => void,
): Promise<void> {
  const part = `${wanted.path}.part`;
  await mkdir(dirname(part), { recursive: true });
  const begun = await sizeOf(part);
  const resumable = begun < wanted.bytes ? begun : 0;
  const { start, content } = await source(resumable);
  const hash = await receive(part, start, wanted, content, onBytes);
  if (hash === wanted.sha256) return rename(part, wanted.path);
  await rm(part, { force: true });
  // The beginning may have come from elsewhere: it is fetched anew, once.
  if (start > 0) return fetchFile(wanted, source, onBytes);
  throw new PackError(
    "file_corrupt",
    `${wanted.path}: the source's content has another hash than the pack names.`,
  );
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return 0;
      throw error;
    },
  );
}

/** Hash of what the part holds once the source has given all; never more than the wanted bytes are written. */
async function receive(
  part: string,
  start: number,
  wanted: Wanted,
  content: AsyncIterable<Uint8Array>,
  onBytes: (done: number) => void,
): Promise<string> {
  const hash = createHash("sha256");
  if (start > 0) for await (const chunk of createReadStream(part, { end: start - 1 })) hash.update(chunk);
  await using file = await open(part, start > 0 ? "a" : "w");
  let done = start;
  for await (const chunk of broken(wanted, content)) {
    done += chunk.length;
    if (done > wanted.bytes) return "longer";
    hash.update(chunk);
    await file.appendFile(chunk);
    onBytes(done);
  }
  if (done < wanted.bytes) {
    throw new PackError(
      "source_unreachable",
      `${wanted.path}: the source ended at ${done} of ${wanted.bytes} bytes.`,
    );
  }
  await file.sync();
  return hash.digest("hex");
}

/** A stream that breaks is an unreachable source; a disk that is full is not. */
async function* broken(wanted: Wanted, content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    throw new PackError("source_unreachable", `${wanted.path}: the source broke off.`, { cause });
  }
}
