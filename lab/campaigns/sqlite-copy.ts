import { copyFileSync, existsSync, rmSync } from "node:fs";
import Database from "libsql";

/** Reads a copy of a database's files, which another process has open, or none. */
export function readCopy<Row>(file: string, query: string): Row[] {
  const copy = `${file}.copy`;
  for (const part of ["", "-wal"]) if (existsSync(file + part)) copyFileSync(file + part, copy + part);
  const database = new Database(copy);
  try {
    return database.prepare(query).all() as Row[];
  } finally {
    database.close();
    for (const part of ["", "-wal", "-shm"]) rmSync(copy + part, { force: true });
  }
}
