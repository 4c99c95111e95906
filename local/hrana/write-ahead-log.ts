import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SALT = { from: 8, to: 16 } as const;

/** Bytes of the write-ahead log of a database file; 0 if there is none. */
export function logBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Numbers of the pages in the write-ahead log of a database file (SQLite's file format, 4): the pages that
 * were changed since the log was last emptied.
 */
export function loggedPages(file: string): Set<number> {
  const pages = new Set<number>();
  if (logBytes(file) < HEADER_BYTES) return pages;
  const log = openSync(`${file}-wal`, "r");
  try {
    const { size } = fstatSync(log);
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(log, header, 0, HEADER_BYTES, 0);
    const pageBytes = header.readUInt32BE(8);
    const salt = header.subarray(16, 24);
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    const frameBytes = FRAME_HEADER_BYTES + pageBytes;
    for (let at = HEADER_BYTES; at + frameBytes <= size; at += frameBytes) {
      readSync(log, frame, 0, FRAME_HEADER_BYTES, at);
      // The frames of an earlier use of the file have another salt.
      if (frame.subarray(SALT.from, SALT.to).equals(salt)) pages.add(frame.readUInt32BE(0));
    }
    return pages;
  } finally {
    closeSync(log);
  }
}
