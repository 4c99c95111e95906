import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client/http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { OVERWRITES_NATIVE_MEMORY } from "../../inference/processes/freed-memory.ts";
import { searchMemory } from "../../tools/stress/erasure/memory.ts";
import { ofText } from "../../tools/stress/erasure/search.ts";

const ROWS = 200;
/** A text that this process holds in parts only. */
const CANARY = ["CANARY", crypto.randomUUID()].join("-");

let folder: string;
let child: ChildProcess;
let client: Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-freed-"));
  child = fork(join(import.meta.dirname, "erasing-database.ts"), [join(folder, "x.db")], {
    env: { ...process.env, ...OVERWRITES_NATIVE_MEMORY },
  });
  const [url] = await once(child, "message");
  client = createClient({ url: String(url) });
});
afterEach(async () => {
  client.close();
  child.kill("SIGKILL");
  await rm(folder, { recursive: true });
});

const found = () => searchMemory(child.pid!, new Map([["the text", ofText(CANARY)]]));

it("what is erased from the database leaves the memory of its process", async () => {
  await client.execute("CREATE TABLE t (id INT PRIMARY KEY, body TEXT)");
  for (let id = 0; id < ROWS; id++) {
    await client.execute({ sql: "INSERT INTO t VALUES (?, ?)", args: [id, `${CANARY} ${id}`.repeat(9)] });
  }
  await client.execute({ sql: "SELECT * FROM t WHERE body > ?", args: [CANARY] });
  expect(await found()).not.toEqual([]);
  await client.execute("DELETE FROM t");
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  await expect.poll(found, { timeout: 30_000, interval: 500 }).toEqual([]);
}, 60_000);
