import { gzipSync } from "node:zlib";

interface Entry {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
/** As npm's own: tar knows no file without a time, and the build's time would change the bytes. */
const MODIFIED = Date.UTC(1985, 9, 26, 8, 15) / 1_000;

/** A package as npm installs it (ustar, gzip). The same entries give the same bytes on every machine. */
export function tarball(entries: readonly Entry[]): Uint8Array {
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
  const parts = sorted.flatMap(({ path, bytes }) => [header(path, bytes.length), padded(bytes)]);
  const packed = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  // Byte 9 names the system that compressed it; 255 is none.
  packed[9] = 255;
  return packed;
}

function header(path: string, size: number): Buffer {
  const name = `package/${path}`;
  if (Buffer.byteLength(name) > 100) throw new Error(`${path} is too long for a tarball`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at);
  block.write(name, 0);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(MODIFIED, 136, 12);
  // The sum is taken with blanks in its own place.
  block.fill(" ", 148, 156);
  block.write("0", 156);
  block.write("ustar\x0000", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

const padded = (bytes: Uint8Array): Buffer => Buffer.concat([bytes], Math.ceil(bytes.length / BLOCK) * BLOCK);
