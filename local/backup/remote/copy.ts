import { truncate } from "node:fs/promises";
import { type InValue, LibsqlError, type ResultSet, type Transaction } from "@libsql/client/http";
import Database from "libsql";
import type { DatabaseAddress } from "../../database/address.ts";
import { BackupError } from "../error.ts";
import { COLUMNS, insertOf, MANY_ROWS, onRemote, quoted, SCHEMA, SEQUENCES } from "./client.ts";

/** Rows of one answer at first. */
const PAGE = 500;
/** Below every rowid. */
const NO_ROW = -(2n ** 63n);

/** The server does not give so many rows in one answer. */
class AnswerTooLarge extends Error {}

/**
 * Copies a database that is served over HTTP into an empty file, as it is at one moment: in one read
 * transaction, beside which others go on writing. sqld takes a write lock away after five seconds; of a
 * transaction that only reads it asks no more than that its next statement comes within some seconds. Where
 * one answer would be too long for the server, which ends the transaction, it begins anew with shorter ones.
 */
export async function copyRemote(
  address: DatabaseAddress,
  file: string,
  tell: (line: string) => void,
): Promise<void> {
  for (let rows = PAGE; ; rows = Math.ceil(rows / 2)) {
    try {
      return await copyBy(rows, address, file, tell);
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || rows === 1) throw unreadable(error);
      tell(`${rows} rows are too many for one answer: once more with fewer`);
      await truncate(file);
    }
  }
}

const unreadable = (error: unknown) =>
  error instanceof LibsqlError || error instanceof AnswerTooLarge
    ? new BackupError("database_unreadable", `the database has ended the copy: ${error.message}`)
    : error;

async function copyBy(
  page: number,
  address: DatabaseAddress,
  file: string,
  tell: (line: string) => void,
): Promise<void> {
  const copy = new Database(file);
  try {
    copy.exec("pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off");
    await onRemote(address, async (client) => {
      const moment = await client.transaction("read");
      try {
        await copyAll(moment, copy, page, tell);
      } finally {
        moment.close();
      }
    });
  } finally {
    copy.close();
  }
}

async function copyAll(
  moment: Transaction,
  copy: Database.Database,
  page: number,
  tell: (line: string) => void,
): Promise<void> {
  const schema = (await moment.execute(SCHEMA)).rows.map(({ type, name, sql }) => ({
    isTable: type === "table",
    name: String(name),
    sql: String(sql),
  }));
  const tables = schema.filter(({ isTable }) => isTable);
  for (const { sql } of tables) copy.exec(sql);
  for (const { name } of tables) {
    const rows = await copyTable(moment, copy, name, page);
    if (rows >= MANY_ROWS) tell(`${name}: ${rows} rows`);
  }
  await copySequences(moment, copy);
  // Triggers come last, so that nothing happens twice, and so do indexes: each is built once.
  for (const { isTable, sql } of schema) if (!isTable) copy.exec(sql);
}

async function copyTable(
  moment: Transaction,
  copy: Database.Database,
  name: string,
  most: number,
): Promise<number> {
  const { rows: named } = await moment.execute({ sql: COLUMNS, args: [name] });
  const columns = named.map((row) => quoted(String(row[0])));
  const insert = copy.prepare(insertOf(name, columns));
  const sql = `select rowid, ${columns.join(", ")} from ${quoted(name)} where rowid > ? order by rowid limit ?`;
  let after: InValue = NO_ROW;
  for (let count = 0; ; ) {
    const { rows }: ResultSet = await moment.execute({ sql, args: [after, most] }).catch(orTooLarge);
    copy.transaction(() => {
      for (const row of rows) insert.run(columns.map((_, i) => stored(row[i + 1]!)));
    })();
    count += rows.length;
    if (rows.length < most) return count;
    after = rows.at(-1)![0]!;
  }
}

function orTooLarge(error: unknown): never {
  const isTooLarge = error instanceof LibsqlError && error.message.includes("RESPONSE_TOO_LARGE");
  throw isTooLarge ? new AnswerTooLarge(error.message) : error;
}

const stored = (value: InValue) => (value instanceof ArrayBuffer ? Buffer.from(value) : value);

/** Numbers that were given once are never given again, not even those of rows that are gone. */
async function copySequences(moment: Transaction, copy: Database.Database): Promise<void> {
  const { rows } = await moment.execute(SEQUENCES);
  copy.exec("delete from sqlite_sequence");
  const insert = copy.prepare("insert into sqlite_sequence (name, seq) values (?, ?)");
  for (const { name, seq } of rows) insert.run([name!, seq!]);
}

/** The keys among these of pictures that a database still names. */
export const stillKept = (address: DatabaseAddress, keys: readonly string[]): Promise<string[]> =>
  onRemote(address, async (client) => {
    const sql =
      "select distinct object_key from media_objects where state = 'kept' and object_key in (select value from json_each(?))";
    const { rows } = await client.execute({ sql, args: [JSON.stringify(keys)] });
    return rows.map((row) => String(row[0]));
  });
