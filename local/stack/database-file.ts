import { closeSync, openSync, readSync, statSync } from "node:fs";
import Database from "libsql";
import { logBytes } from "../hrana/write-ahead-log.ts";
import { DamagedFileError, hasContent } from "./files.ts";

/** Bytes of an SQLite file's header (https://www.sqlite.org/fileformat.html#the_database_header). */
const HEADER = 100;
const MAGIC = "SQLite format 3\0";
/** A table of every database that this service has migrated. */
const OURS = "__drizzle_migrations";

const ANEW = "or set SELFSAME_DATA to another folder";
const RESTORE = `Restore it from a backup, ${ANEW}`;
const MOVE = `Move it away, ${ANEW}`;

/**
 * Throws `DamagedFileError` for a database file that is cut off, or something else than a database of this
 * service: SQLite would make its tables in most of them. A file that is missing or empty is a new database.
 */
export function assertDatabaseFile(path: string): void {
  if (!hasContent(path)) return;
  if (statSync(path).isDirectory()) throw new DamagedFileError(path, "is a folder, not a file", MOVE);
  const header = headerOf(path);
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    throw new DamagedFileError(path, `is not a database: it ${contentOf(header)}`, RESTORE);
  }
  assertWhole(path, header);
  const tables = tablesOf(path);
  if (tables.length === 0 || tables.includes(OURS)) return;
  throw new DamagedFileError(path, `is another program's database: it has the table ${tables[0]}`, MOVE);
}

function headerOf(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(HEADER);
    return bytes.subarray(0, readSync(file, bytes, 0, HEADER, 0));
  } finally {
    closeSync(file);
  }
}

function contentOf(header: Buffer): string {
  if (header.every((byte) => byte === 0)) return "begins with zeroes";
  return /^[\t\r\n\x20-\x7e]*$/.test(header.toString("latin1")) ? "is text" : "has other content";
}

/** A checkpoint that was cut off is made again from the log: then the size says nothing. */
function assertWhole(path: string, header: Buffer): void {
  if (header.length < HEADER || logBytes(path) > 0) return;
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  // The count of pages holds if both counters of changes agree.
  const pages = header.readUInt32BE(24) === header.readUInt32BE(92) ? header.readUInt32BE(28) : 0;
  const { size } = statSync(path);
  if (size < pages * pageSize) {
    throw new DamagedFileError(path, `is cut off: it has ${size} of ${pages * pageSize} bytes`, RESTORE);
  }
}

function tablesOf(path: string): string[] {
  try {
    const database = new Database(path, { readonly: true });
    try {
      const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").raw(true).all([]);
      return (rows as [string][]).map(([name]) => name);
    } finally {
      database.close();
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== "SQLITE_NOTADB" && !code?.startsWith("SQLITE_CORRUPT")) throw error;
    throw new DamagedFileError(path, `is a damaged database (${message})`, RESTORE);
  }
}
