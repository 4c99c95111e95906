import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** Bytes of a b-tree page's header, by its type (SQLite's file format, 1.6). */
const HEADER_BYTES: ReadonlyMap<number, number> = new Map([
  [0x02, 12],
  [0x05, 12],
  [0x0a, 8],
  [0x0d, 8],
]);
/** The first page of a database begins with the file's header. */
const FILE_HEADER_BYTES = 100;
/**
 * Other pages begin with a page number. A number below this one cannot be mistaken for a b-tree page's type.
 */
export const MOST_PAGES = 0x02_00_00_00;

/**
 * Overwrites the unused space between a b-tree page's cell pointers and its cells with zeros. Returns whether
 * it held data. `secure_delete` overwrites deleted cells, but a page that SQLite rebuilds keeps copies of
 * moved cells in this space, and they outlive the deletion of the cell itself.
 */
export function wipeLeftovers(page: Buffer, number: number): boolean {
  const header = number === 1 ? FILE_HEADER_BYTES : 0;
  const headerBytes = HEADER_BYTES.get(page[header] ?? 0);
  if (headerBytes === undefined) return false;
  const cells = page.readUInt16BE(header + 3);
  const start = header + headerBytes + 2 * cells;
  // 65,536 does not fit into the field, and is written as 0.
  const end = page.readUInt16BE(header + 5) || 65_536;
  if (end > page.length || start >= end) return false;
  const unused = page.subarray(start, end);
  if (unused.every((byte) => byte === 0)) return false;
  unused.fill(0);
  return true;
}

/** Overwrites the unused space of every page of a database file that is not open. */
export function wipeFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    const header = Buffer.alloc(FILE_HEADER_BYTES);
    if (readSync(file, header, 0, FILE_HEADER_BYTES, 0) < FILE_HEADER_BYTES) return;
    const field = header.readUInt16BE(16);
    // 65,536 does not fit into the field, and is written as 1.
    const page = Buffer.alloc(field === 1 ? 65_536 : field);
    for (let number = 1; number < MOST_PAGES; number++) {
      const at = (number - 1) * page.length;
      if (readSync(file, page, 0, page.length, at) < page.length) return;
      if (wipeLeftovers(page, number)) writeSync(file, page, 0, page.length, at);
    }
  } finally {
    closeSync(file);
  }
}
