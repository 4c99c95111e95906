import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { BundleError } from "../manifest.ts";

/** A file to fetch: its destination, hash and size. */
interface FetchTarget {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The content from byte `start`, or from 0 if the source cannot start there. */
export type Source = (start: number) => Promise<{ start: number; content: AsyncIterable<Uint8Array> }>;

/**
 * Writes a file whole and checked, or not at all. Content arrives in `<path>.part`, which is never read as a
 * model; it stays when the source breaks off, and the next call resumes it. Only content with the right hash
 * gets the name. Throws BundleError: source_unreachable (a new call may succeed), source_refused,
 * file_corrupt.
 */
export async function fetchFile(
  target: FetchTarget,
  source: Source,
  onBytes: (done: number) => void,
): Promise<void> {
  const part = `${target.path}.part`;
  await mkdir(dirname(part), { recursive: true });
  const begun = await sizeOf(part);
  const resumable = begun < target.bytes ? begun : 0;
  const { start, content } = await source(resumable);
  const hash = await receive(part, start, target, content, onBytes);
  if (hash === target.sha256) return rename(part, target.path);
  await rm(part, { force: true });
  // The resumed part may have come from another source: fetch everything once more.
  if (start > 0) return fetchFile(target, source, onBytes);
  throw new BundleError(
    "file_corrupt",
    `${target.path}: the source's content has another hash than the model bundle names.`,
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

/** Appends the content and returns the hash of the whole part; "longer" for content over the target size. */
async function receive(
  part: string,
  start: number,
  target: FetchTarget,
  content: AsyncIterable<Uint8Array>,
  onBytes: (done: number) => void,
): Promise<string> {
  const hash = createHash("sha256");
  if (start > 0) for await (const chunk of createReadStream(part, { end: start - 1 })) hash.update(chunk);
  await using file = await open(part, start > 0 ? "a" : "w");
  let done = start;
  for await (const chunk of reachable(target, content)) {
    done += chunk.length;
    if (done > target.bytes) return "longer";
    hash.update(chunk);
    await file.appendFile(chunk);
    onBytes(done);
  }
  if (done < target.bytes) {
    throw new BundleError(
      "source_unreachable",
      `${target.path}: the source ended at ${done} of ${target.bytes} bytes.`,
    );
  }
  await file.sync();
  return hash.digest("hex");
}

/**
 * Turns an error of the stream into source_unreachable; other errors, such as a full disk, stay themselves.
 */
async function* reachable(
  target: FetchTarget,
  content: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    throw new BundleError("source_unreachable", `${target.path}: the source broke off.`, { cause });
  }
}
