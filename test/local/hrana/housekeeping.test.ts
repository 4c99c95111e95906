import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client/http";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HranaServer, startHranaServer } from "../../../local/hrana/server.ts";

const EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)";

let folder: string;
let file: string;
let server: HranaServer;
let client: Client;
const said: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-housekeeping-"));
  file = join(folder, "x.db");
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true });
});

async function open(): Promise<void> {
  said.length = 0;
  server = await startHranaServer({ file, port: 0, say: (event) => said.push(event) });
  client = createClient({ url: server.url });
}

async function close(): Promise<void> {
  client.close();
  await server.close();
}

const canary = () => `CANARY${randomBytes(12).toString("hex")}`;
const bytesOf = (path: string) => (existsSync(path) ? readFileSync(path, "latin1") : "");
/** Whether these texts are in the database's file or its log. */
const found = (texts: readonly string[]) => {
  const bytes = bytesOf(file) + bytesOf(`${file}-wal`);
  return texts.filter((text) => bytes.includes(text));
};

/**
 * Rows whose indexes SQLite splits and merges all the time, so that it moves their cells from page to page.
 */
async function churn(rows: number): Promise<string[]> {
  await client.batch([
    "CREATE TABLE IF NOT EXISTS t (id TEXT PRIMARY KEY, name TEXT, body TEXT)",
    "CREATE INDEX IF NOT EXISTS t_name ON t (name)",
  ]);
  const names = Array.from({ length: rows }, canary);
  for (let at = 0; at < rows; at += 50) {
    await client.batch(
      names.slice(at, at + 50).flatMap((name) => {
        const id = randomBytes(8).toString("hex");
        const padded = name + "-".repeat(Number.parseInt(id.slice(0, 3), 16) % 2_000);
        return [
          { sql: "INSERT INTO t VALUES (?, ?, ?)", args: [id, name, padded] },
          { sql: "UPDATE t SET body = ? WHERE id = ?", args: [name, id] },
        ];
      }),
    );
  }
  return names;
}

async function erase(names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += 50) {
    await client.batch(
      names.slice(at, at + 50).map((name, i) => ({
        sql:
          i % 2 === 0 ? "DELETE FROM t WHERE name = ?" : "UPDATE t SET name = '', body = null WHERE name = ?",
        args: [name],
      })),
    );
  }
}

describe("the database's file and its log", () => {
  it("hold nothing of what was deleted or overwritten, once the log was emptied", async () => {
    await open();
    const names = await churn(3_000);
    const gone = names.filter((_, i) => i % 3 !== 0);
    await erase(gone);
    expect(found(gone)).not.toEqual([]);
    const { rows } = await client.execute(EMPTY_LOG);
    expect(rows[0]).toMatchObject({ busy: 0 });
    expect(found(gone)).toEqual([]);
    expect(bytesOf(`${file}-wal`)).toBe("");
    const { rows: kept } = await client.execute("SELECT count(*) AS n FROM t WHERE name <> ''");
    expect(kept[0]?.n).toBe(1_000);
    expect((await client.execute("PRAGMA integrity_check")).rows[0]?.[0]).toBe("ok");
  });

  it("hold nothing of it after a death of the process either: the log is emptied when it starts again", async () => {
    await open();
    const names = await churn(500);
    await erase(names);
    const dead = join(folder, "dead.db");
    for (const part of ["", "-wal"]) copyFileSync(file + part, dead + part);
    await close();
    file = dead;
    expect(found(names)).not.toEqual([]);
    await open();
    expect(found(names)).toEqual([]);
    expect(said).toEqual([]);
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

it("a connection is cleaned of what its last user set", async () => {
  await open();
  await client.execute("PRAGMA secure_delete = OFF");
  const { rows } = await client.execute("PRAGMA secure_delete");
  expect(rows[0]?.[0]).toBe(1);
});

it("a database from before is written anew, once: its free pages hold what was deleted", async () => {
  const old = new Database(file);
  old.exec("CREATE TABLE t (x TEXT)");
  const names = Array.from({ length: 500 }, canary);
  for (const name of names) old.prepare("INSERT INTO t VALUES (?)").run(name.repeat(5));
  old.exec("DELETE FROM t");
  old.close();
  expect(found(names)).not.toEqual([]);
  await open();
  expect(found(names)).toEqual([]);
  expect(said).toEqual(["rewriting_once", "rewritten"]);
  await close();
  await open();
  expect(said).toEqual([]);
});
