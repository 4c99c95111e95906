import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client/http";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seededRandom } from "#lab/material/random.ts";
import { startHranaServer } from "#local/hrana/server.ts";
import { useFolder } from "../../harness/folder.ts";

const EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)";

const folder = useFolder();
let databases = 0;
let file: string;
let client: Client;
/** Stops the server, if one runs. */
let close: () => Promise<void>;

beforeEach(() => {
  file = join(folder, `${++databases}.db`);
  close = async () => undefined;
});
afterEach(() => close());

async function open(): Promise<void> {
  const server = await startHranaServer({ file, port: 0 });
  const opened = createClient({ url: server.url });
  client = opened;
  close = async () => {
    close = async () => undefined;
    opened.close();
    await server.close();
  };
}

const bytesOf = (path: string) => (existsSync(path) ? readFileSync(path, "latin1") : "");

const TABLE = [
  "CREATE TABLE t (id TEXT PRIMARY KEY, name TEXT, n INT, body TEXT)",
  "CREATE INDEX t_name ON t (name)",
  "CREATE INDEX t_n ON t (n)",
];

/**
 * Statements that write rows and erase them all, so that SQLite splits and merges the pages of the indexes
 * and moves their cells. This seed leaves copies of erased cells where SQLite does all the cleaning.
 */
function* writtenAndErased(rows: number, seed = 11): Generator<string> {
  const random = seededRandom(seed);
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join("");
  const erase = (name: string) =>
    random() < 0.5
      ? `DELETE FROM t WHERE name = '${name}'`
      : `UPDATE t SET name = '', body = null WHERE name = '${name}'`;
  const live: string[] = [];
  const take = () => live.splice(Math.floor(random() * live.length), 1)[0]!;
  for (let i = 0; i < rows; i++) {
    const name = `CANARY${hex(16)}`;
    const padded = (most: number) => name + "-".repeat(random() * most);
    const n = Math.floor(random() * 1e6);
    live.push(name);
    yield `INSERT INTO t VALUES ('${hex(20)}', '${name}', ${n}, '${padded(3_000)}')`;
    yield `UPDATE t SET body = '${padded(200)}' WHERE name = '${name}'`;
    if (i % 3 === 0) yield erase(take());
  }
  while (live.length > 0) yield erase(take());
}

/** Runs the statements in transactions, so that the log gets the intermediate pages. */
async function run(statements: Iterable<string>): Promise<void> {
  const all = [...statements];
  for (let at = 0; at < all.length; at += 100) await client.batch(all.slice(at, at + 100));
}

/** The canaries in the file and its log. */
const canaries = () => new Set((bytesOf(file) + bytesOf(`${file}-wal`)).match(/CANARY[0-9a-f]{16}/g) ?? []);

describe("the database's file and its log", () => {
  it("hold no deleted or overwritten data, once the log was truncated", async () => {
    await open();
    await client.batch(TABLE);
    await client.execute("INSERT INTO t VALUES ('kept', 'kept', 0, 'kept')");
    await run(writtenAndErased(1_000));
    expect(canaries().size).toBeGreaterThan(0);
    const { rows } = await client.execute(EMPTY_LOG);
    expect(rows[0]).toMatchObject({ busy: 0 });
    expect(canaries()).toEqual(new Set());
    expect(bytesOf(`${file}-wal`)).toBe("");
    expect((await client.execute("SELECT name FROM t WHERE name <> ''")).rows).toMatchObject([
      { name: "kept" },
    ]);
    expect((await client.execute("PRAGMA integrity_check")).rows[0]?.[0]).toBe("ok");
  });

  it("would hold it by SQLite's cleaning alone, which leaves copies in pages that were rebuilt", () => {
    const alone = new Database(file);
    for (const setting of ["journal_mode = WAL", "synchronous = OFF", "secure_delete = ON"]) {
      alone.prepare(`PRAGMA ${setting}`).all();
    }
    alone.exec(`${TABLE.join(";")}; BEGIN; ${[...writtenAndErased(1_000)].join(";")}; COMMIT`);
    alone.prepare(EMPTY_LOG).all();
    alone.close();
    expect(canaries().size).toBeGreaterThan(0);
  });

  it("hold nothing of it after a death of the process either: the log is emptied when it starts again", async () => {
    await open();
    await client.batch(TABLE);
    await run(writtenAndErased(300));
    const dead = join(folder, "dead.db");
    for (const part of ["", "-wal"]) copyFileSync(file + part, dead + part);
    await close();
    file = dead;
    expect(canaries().size).toBeGreaterThan(0);
    await open();
    expect(canaries()).toEqual(new Set());
  });

  it("are bounded: a log of 4 MiB is emptied by the write that fills it", async () => {
    await open();
    await client.execute("CREATE TABLE t (x)");
    for (let i = 0; i < 20; i++) await client.execute("INSERT INTO t VALUES (randomblob(1000000))");
    expect(bytesOf(`${file}-wal`).length).toBeLessThan(6_000_000);
  });
});

it("a log that another's transaction still needs is emptied when that has ended", async () => {
  await open();
  await client.execute("CREATE TABLE t (x)");
  const writer = await client.transaction("write");
  await writer.execute("INSERT INTO t VALUES (1)");
  const emptied = client.execute(EMPTY_LOG);
  await writer.commit();
  expect((await emptied).rows[0]).toMatchObject({ busy: 0 });
});

it("a connection is reset after its last user", async () => {
  await open();
  await client.executeMultiple("PRAGMA secure_delete = OFF; PRAGMA wal_autocheckpoint = 1");
  expect((await client.execute("PRAGMA secure_delete")).rows[0]?.[0]).toBe(1);
  expect((await client.execute("PRAGMA wal_autocheckpoint")).rows[0]?.[0]).toBe(0);
});
