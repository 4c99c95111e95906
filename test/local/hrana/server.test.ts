import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient, type LibsqlError } from "@libsql/client/http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type HranaServer, startHranaServer } from "#local/hrana/server.ts";
import { useFolder } from "../../harness/folder.ts";

/** Longer than any test takes, so that neither limit is met by accident. */
const PATIENT = { idleMs: 60_000, patienceMs: 60_000 };

const folder = useFolder();
let databases = 0;
let file: string;
let server: HranaServer;
let client: Client;

beforeEach(async () => {
  file = join(folder, `${++databases}.db`);
  await open(PATIENT);
  await client.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x)");
});

afterEach(async () => {
  client.close();
  await server.close();
});

async function open(limits: typeof PATIENT): Promise<void> {
  server = await startHranaServer({ file, port: 0, limits });
  client = createClient({ url: server.url });
}

/** Starts the server again with other limits, on the same file. */
async function reopen(limits: Partial<typeof PATIENT>): Promise<void> {
  client.close();
  await server.close();
  await open({ ...PATIENT, ...limits });
}

const count = async () => Number((await client.execute("SELECT count(*) FROM t")).rows[0]?.[0]);
const answerOf = async (response: Response) =>
  (await response.json()) as { baton: string | null; results: unknown[] };
/** The path of an open file of this process; empty if it was closed meanwhile. */
function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return "";
  }
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { method: "POST", body: JSON.stringify(body), headers });

test("a value of every type comes back as it went in", async () => {
  const wide = createClient({ url: server.url, intMode: "bigint" });
  const values = [null, 2n ** 62n, -(2n ** 63n), 1.5, "é𝄞", new Uint8Array([0, 255, 1])];
  for (const value of values) {
    const { rows } = await wide.execute({ sql: "SELECT ? AS v", args: [value] });
    const read = rows[0]?.v;
    expect(read instanceof ArrayBuffer ? new Uint8Array(read) : read).toEqual(value);
  }
  const named = await wide.execute({ sql: "SELECT :a AS a, $b AS b", args: { a: "x", b: 7n } });
  expect(named.rows[0]).toMatchObject({ a: "x", b: 7n });
});

test("a write returns the number of rows that it changed, with RETURNING too; a read returns 0", async () => {
  const inserted = await client.execute("INSERT INTO t (x) VALUES (1), (2), (3)");
  expect(inserted).toMatchObject({ rowsAffected: 3, lastInsertRowid: 3n });
  const updated = await client.execute("UPDATE t SET x = 9 WHERE id < 3 RETURNING id");
  expect(updated.rows.map((row) => row.id)).toEqual([1, 2]);
  expect(updated.rowsAffected).toBe(2);
  expect((await client.execute("SELECT * FROM t")).rowsAffected).toBe(0);
});

test("a batch is one transaction: a failing statement undoes what came before and stops what comes after", async () => {
  const error = await client
    .batch([
      "INSERT INTO t VALUES (1, 'a')",
      "INSERT INTO t VALUES (1, 'b')",
      "INSERT INTO t VALUES (2, 'c')",
    ])
    .catch((caught: LibsqlError) => caught);
  expect(error).toMatchObject({ code: "SQLITE_CONSTRAINT", statementIndex: 1 });
  expect(await count()).toBe(0);
  await client.batch(["INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (2, 'b')"], "write");
  expect(await count()).toBe(2);
});

test("a transaction is seen by others only once it is committed", async () => {
  const transaction = await client.transaction("write");
  await transaction.execute("INSERT INTO t VALUES (1, 'a')");
  expect(await count()).toBe(0);
  await transaction.commit();
  expect(await count()).toBe(1);
});

test("a stream that is left alone expires: its transaction is rolled back and its baton is dead", async () => {
  await reopen({ idleMs: 100 });
  const transaction = await client.transaction("write");
  await transaction.execute("INSERT INTO t VALUES (1, 'a')");
  // Another writer gets the lock as soon as the stream has expired.
  await client.execute("INSERT INTO t VALUES (2, 'b')");
  await expect(transaction.commit()).rejects.toMatchObject({ code: "STREAM_EXPIRED" });
  expect((await client.execute("SELECT id FROM t")).rows.map(({ id }) => id)).toEqual([2]);
});

test("writers wait for the one that holds the lock, and all get it", async () => {
  const transaction = await client.transaction("write");
  await transaction.execute("INSERT INTO t VALUES (100, 'holder')");
  const done: number[] = [];
  const writers = [1, 2, 3, 4].map(async (n) => {
    await client.batch([{ sql: "INSERT INTO t VALUES (?, 'w')", args: [n] }], "write");
    done.push(n);
  });
  for (let reads = 0; reads < 20; reads++) expect(await count()).toBe(0);
  expect(done).toEqual([]);
  await transaction.commit();
  await Promise.all(writers);
  expect(done).toHaveLength(4);
  expect(await count()).toBe(5);
});

test("a writer that waits for longer than the timeout gets the error that the database is busy", async () => {
  await reopen({ patienceMs: 100 });
  const transaction = await client.transaction("write");
  await transaction.execute("SELECT 1");
  await expect(client.execute("INSERT INTO t VALUES (1, 'a')")).rejects.toMatchObject({
    code: "SQLITE_BUSY",
  });
  await transaction.rollback();
});

test("a baton is good for one use", async () => {
  const open = { type: "execute", stmt: { sql: "SELECT 1" } };
  const { baton } = await answerOf(await post("/v2/pipeline", { requests: [open] }));
  expect((await post("/v3/pipeline", { baton, requests: [open] })).status).toBe(200);
  expect((await post("/v2/pipeline", { baton, requests: [open] })).status).toBe(400);
});

test("a client that asks for protobuf is sent back to JSON, and nonsense is rejected", async () => {
  expect((await fetch(`${server.url}/v3-protobuf`)).status).toBe(404);
  expect((await fetch(`${server.url}/v3`)).status).toBe(200);
  expect((await post("/v2/pipeline", { requests: [{ type: "explode" }] })).status).toBe(400);
  const missing = await post("/v2/pipeline", { requests: [{ type: "execute", stmt: { sql_id: 5 } }] });
  expect((await answerOf(missing)).results[0]).toMatchObject({
    type: "error",
    error: { code: "SQL_NOT_FOUND" },
  });
});

test("a text with a NUL in it is rejected, since libSQL would cut it there", async () => {
  await expect(client.execute({ sql: "INSERT INTO t VALUES (1, ?)", args: ["a\0b"] })).rejects.toThrow();
  expect(await count()).toBe(0);
});

test("a stream finds nothing that an earlier one left: no temporary table, no pragma, no transaction", async () => {
  await client.executeMultiple("PRAGMA foreign_keys = OFF; CREATE TEMP TABLE left_over (x)");
  await client.executeMultiple("BEGIN; INSERT INTO t VALUES (1, 'a')");
  expect((await client.execute("SELECT count(*) FROM temp.sqlite_master")).rows[0]?.[0]).toBe(0);
  expect((await client.execute("PRAGMA foreign_keys")).rows[0]?.[0]).toBe(1);
  expect(await count()).toBe(0);
});

test("an argument that is left out is NULL, whatever it was the last time", async () => {
  const both = { sql: "SELECT ?1 AS a, ?2 AS b", args: [1, 2] };
  expect((await client.execute(both)).rows[0]).toMatchObject({ a: 1, b: 2 });
  expect((await client.execute({ ...both, args: [3] })).rows[0]).toMatchObject({ a: 3, b: null });
});

test("a statement sees the columns that another one has added meanwhile", async () => {
  await client.execute("INSERT INTO t VALUES (1, 'a')");
  expect((await client.execute("SELECT * FROM t")).columns).toEqual(["id", "x"]);
  await client.execute("ALTER TABLE t ADD COLUMN y");
  expect((await client.execute("SELECT * FROM t")).columns).toEqual(["id", "x", "y"]);
});

test("many requests open few files", { skip: process.platform !== "linux" }, async () => {
  const open = () => readdirSync("/proc/self/fd").filter((fd) => linkOf(fd).startsWith(folder)).length;
  const before = open();
  for (let i = 0; i < 300; i++) await client.batch(["INSERT INTO t (x) VALUES (1)"], "write");
  expect(open() - before).toBeLessThan(20);
});

test("with a token set, a request without it is rejected", async () => {
  const guarded = await startHranaServer({ file: join(folder, "y.db"), port: 0, authToken: "s3cret" });
  try {
    expect((await fetch(`${guarded.url}/v2`)).status).toBe(401);
    const good = createClient({ url: guarded.url, authToken: "s3cret" });
    expect((await good.execute("SELECT 1 AS one")).rows[0]?.one).toBe(1);
    const bad = createClient({ url: guarded.url, authToken: "s3creT" });
    await expect(bad.execute("SELECT 1")).rejects.toThrow();
  } finally {
    await guarded.close();
  }
});
