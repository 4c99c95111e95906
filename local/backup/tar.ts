import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";

const BLOCK = 512;
const CHUNK = 1024 * 1024;
/** The largest size that a header's eleven octal digits hold. */
const MAX_OCTAL = 8 ** 11 - 1;

/** One file of an archive. */
export interface Entry {
  readonly name: string;
  readonly size: number;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
}

/** The archive is no whole tar file of ours. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/** Writes a tar file (POSIX ustar) entry by entry. Names have at most 100 bytes. */
export class TarWriter {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Adds a file of exactly `size` bytes. */
  async add(
    name: string,
    size: number,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<Entry> {
    await this.#file.write(header(name, size));
    const hash = createHash("sha256");
    let written = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      await this.#file.write(chunk);
      written += chunk.length;
    }
    if (written !== size) throw new ArchiveError(`${name} changed while it was read`);
    await this.#file.write(Buffer.alloc(padding(size)));
    return { name, size, sha256: hash.digest("hex") };
  }

  /** Ends the archive, and returns once the disk has it. */
  async end(): Promise<void> {
    await this.#file.write(Buffer.alloc(2 * BLOCK));
    await this.#file.sync();
  }
}

/** Reads a tar file. `take` gets each file's content in chunks, which it must read to the end. */
export async function readTar(
  path: string,
  take: (name: string, size: number, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Entry[]> {
  const file = await open(path, "r");
  const entries: Entry[] = [];
  try {
    let at = 0;
    for (;;) {
      const block = await readExactly(file, BLOCK, at);
      if (block.every((byte) => byte === 0)) return entries;
      const { name, size } = parseHeader(block);
      const hash = createHash("sha256");
      await take(name, size, contentOf(file, at + BLOCK, size, hash));
      entries.push({ name, size, sha256: hash.digest("hex") });
      at += BLOCK + size + padding(size);
    }
  } finally {
    await file.close();
  }
}

async function* contentOf(file: FileHandle, at: number, size: number, hash: Hash): AsyncGenerator<Buffer> {
  for (let read = 0; read < size; ) {
    const chunk = await readExactly(file, Math.min(CHUNK, size - read), at + read);
    hash.update(chunk);
    read += chunk.length;
    yield chunk;
  }
}

async function readExactly(file: FileHandle, length: number, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new ArchiveError("the file ends too early");
  return buffer;
}

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 100) throw new ArchiveError(`the name ${name} is too long`);
  block.write(name, 0);
  block.write("0000600\0", 100);
  block.write("0000000\0", 108);
  block.write("0000000\0", 116);
  // GNU's binary form for what eleven octal digits do not hold.
  if (size <= MAX_OCTAL) {
    block.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  } else {
    block.writeUInt8(0x80, 124);
    block.writeUIntBE(size, 130, 6);
  }
  block.write("00000000000\0", 136);
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\0" + "00", 257);
  block.write(`${checksum(block).toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function parseHeader(block: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => block.toString("utf8", from, to).replace(/\0.*$/s, "");
  const sum = Number.parseInt(text(148, 156), 8);
  const blank = Buffer.from(block);
  blank.write("        ", 148);
  if (sum !== checksum(blank) || text(257, 263) !== "ustar") throw new ArchiveError("a header is damaged");
  const size = block[124] === 0x80 ? block.readUIntBE(130, 6) : Number.parseInt(text(124, 136), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new ArchiveError("a header is damaged");
  return { name: text(0, 100), size };
}

const checksum = (block: Buffer) => block.reduce((sum, byte) => sum + byte, 0);
