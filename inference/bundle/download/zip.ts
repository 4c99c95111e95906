import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { BundleError } from "../manifest.ts";

/** Records of the ZIP format: their signatures, and the bytes that each has before its names. */
const END = { signature: 0x06054b50, bytes: 22 } as const;
const ENTRY = { signature: 0x02014b50, bytes: 46 } as const;
const LOCAL_BYTES = 30;
/** The record at the end may be followed by a comment of this many bytes. */
const COMMENT_MAX = 0xffff;

interface Entry {
  readonly name: string;
  readonly stored: boolean;
  readonly compressed: number;
  readonly offset: number;
}

/**
 * The content of one file of a ZIP archive, without an external program and with little memory. Does not read
 * archives over 4 GB. Throws BundleError file_corrupt.
 */
export async function unzipped(archive: string, member: string): Promise<Readable> {
  await using file = await open(archive);
  const entry = (await directoryOf(file, archive)).find(({ name }) => name === member);
  if (entry === undefined) throw new BundleError("file_corrupt", `${archive} has no file ${member}.`);
  const local = await read(file, entry.offset, LOCAL_BYTES);
  // The local header's name and extra field may differ in length from the directory's.
  const start = entry.offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  const content = createReadStream(archive, { start, end: start + entry.compressed - 1 });
  // The reader of the content gets an error of either stream.
  return entry.stored ? content : pipeline(content, createInflateRaw(), () => {});
}

async function directoryOf(file: FileHandle, archive: string): Promise<Entry[]> {
  const { size } = await file.stat();
  const tail = await read(file, Math.max(0, size - END.bytes - COMMENT_MAX), END.bytes + COMMENT_MAX);
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END.signature);
  const end = tail.lastIndexOf(signature);
  if (end < 0 || end + END.bytes > tail.length) {
    throw new BundleError("file_corrupt", `${archive} is no ZIP archive.`);
  }
  const directory = await read(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  return entriesOf(directory);
}

function entriesOf(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  while (at + ENTRY.bytes <= directory.length && directory.readUInt32LE(at) === ENTRY.signature) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
    entries.push({
      name: directory.toString("utf8", at + ENTRY.bytes, at + ENTRY.bytes + name!),
      stored: directory.readUInt16LE(at + 10) === 0,
      compressed: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    });
    at += ENTRY.bytes + name! + extra! + comment!;
  }
  return entries;
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
