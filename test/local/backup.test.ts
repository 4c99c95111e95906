import { createHash } from "node:crypto";
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openOperatorDatabase } from "#local/admin/database.ts";
import { openBucket } from "#local/edge/bucket.ts";
import { startHranaServer } from "#local/hrana/server.ts";
import { layout, writePrivateJson } from "#local/stack/files.ts";
import { lockFolder } from "#local/stack/lock.ts";
import { loadSecrets, newSecrets, ringOf, saveSecrets } from "#local/stack/secrets.ts";
import { useFolder } from "../harness/folder.ts";
import { adminCommand } from "../harness/stack/admin.ts";
import { keepImage, onFile } from "../harness/stack/stopped.ts";

const root = useFolder();
const folder = join(root, "stack");
const backup = join(root, "one.backup");
/** An empty folder with the stack's secrets, as a new machine gets it. */
let fresh: string;

beforeAll(async () => {
  await loadSecrets(layout(folder).secrets);
  await admin(folder, "tenants", "create", "--name", "Acme");
  await keepImage(folder, "anna");
  await keepImage(folder, "berta");
  expect((await admin(folder, "backup", "create", backup)).err).toContain("secrets.json");
});
beforeEach(async () => {
  fresh = await mkdtemp(join(root, "new-"));
  await copyFile(layout(folder).secrets, layout(fresh).secrets);
});

/** Runs a command line on the stack of a folder. */
const admin = (dataFolder: string, ...words: string[]) =>
  adminCommand([...words, "--json"], { SELFSAME_DATA: dataFolder });

const images = async (dataFolder: string) => {
  const bucket = await openBucket(layout(dataFolder).media);
  const keys = ["tn_1/md_anna", "tn_1/md_berta"];
  const found = await Promise.all(keys.map((key) => bucket.get(key)));
  await bucket.close();
  return found.map((object) => object !== null);
};

describe("a backup", () => {
  it("is one file for its owner alone, without the keys, and with no trace of the making beside it", async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    expect((await readdir(root)).filter((name) => name.startsWith("one.backup"))).toEqual(["one.backup"]);
    const { DATA_KEYS } = await loadSecrets(layout(folder).secrets);
    expect((await readFile(backup)).includes(DATA_KEYS)).toBe(false);
  });

  it("does not replace a file that is there", async () => {
    expect((await admin(folder, "backup", "create", backup)).err).toMatch(/^file_exists: /);
  });

  it("is verified, with its audit logs, rows and images, and names the keys that it needs", async () => {
    const { answer } = await admin(folder, "backup", "verify", backup);
    const { newest } = await ringOf(await loadSecrets(layout(folder).secrets));
    expect(answer).toMatchObject({ verified: true, tenants: 1, objects: 2, data_keys: [newest.id] });
  });

  it("is made while others write: it holds every row from before, and a moment's state", async () => {
    const { secrets, database, stack } = layout(folder);
    const { DATABASE_AUTH_TOKEN: authToken } = await loadSecrets(secrets);
    const server = await startHranaServer({ file: database, port: 0, authToken });
    await writePrivateJson(stack, { database: server.url });
    const client = createClient({ url: server.url, authToken });
    await client.execute("create table written (a integer, b integer)");
    let count = 0;
    let isWriting = true;
    // Two rows for each number, in one batch: a copy of half a batch would show.
    const writing = (async () => {
      while (isWriting) {
        const sql = "insert into written values (?, ?)";
        await client.batch(
          [0, 1].map((b) => ({ sql, args: [count, b] })),
          "write",
        );
        count++;
      }
    })();
    while (count < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = count;
    const file = join(root, "two.backup");
    expect((await admin(folder, "backup", "create", file)).code).toBe(0);
    isWriting = false;
    await writing;
    await client.execute("drop table written");
    client.close();
    await server.close();
    await rm(stack);
    expect((await admin(fresh, "backup", "restore", file)).answer).toMatchObject({
      objects: 2,
      erased_again: 0,
    });
    const [rows] = await onFile(fresh, "select count(*) as n, count(distinct a) as batches from written");
    const { n, batches } = rows![0] as unknown as { n: number; batches: number };
    expect(n).toBe(2 * batches);
    expect(batches).toBeGreaterThanOrEqual(before);
  });

  it("has nothing in unused space, so that what is deleted after its return is out of the file", async () => {
    await admin(fresh, "backup", "restore", backup);
    const name = "CANARY-of-a-backup";
    // Enough rows for a tree of two levels, and the name is in its first leaf.
    const numbers = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 400)";
    await onFile(
      fresh,
      "create table names (id integer primary key, name text)",
      `insert into names ${numbers} select i, iif(i = 9, '${name}', hex(randomblob(99))) from n`,
    );
    const file = join(root, "names.backup");
    expect((await admin(fresh, "backup", "create", file)).code).toBe(0);
    expect((await admin(fresh, "backup", "restore", file, "--force")).code).toBe(0);
    const { database } = layout(fresh);
    await onFile(fresh, "delete from names where id = 9");
    expect((await readFile(database)).includes(name)).toBe(false);
  });

  it("is rejected if the store has lost an image that a row names", async () => {
    const { media } = layout(folder);
    const bucket = await openBucket(media);
    const object = await bucket.get("tn_1/md_anna");
    const content = new Uint8Array(await object!.arrayBuffer());
    await bucket.delete(["tn_1/md_anna"]);
    await bucket.close();
    expect((await admin(folder, "backup", "create", join(root, "lost"))).err).toContain("object_missing: ");
    expect((await readdir(root)).filter((name) => name.startsWith("lost"))).toEqual([]);
    const again = await openBucket(media);
    await again.put("tn_1/md_anna", content);
    await again.close();
  });
});

describe("a restore", () => {
  beforeEach(async () => {
    expect((await admin(fresh, "backup", "restore", backup)).code).toBe(0);
  });

  it("brings rows and images back, for their owner alone", async () => {
    expect((await admin(fresh, "tenants", "list")).answer.data).toMatchObject([{ name: "Acme" }]);
    expect(await images(fresh)).toEqual([true, true]);
    expect((await stat(layout(fresh).database)).mode & 0o777).toBe(0o600);
    expect((await readdir(fresh)).filter((name) => name.startsWith("backup-"))).toEqual([]);
  });

  it("replaces nothing without the flag; with it, moves the old files aside", async () => {
    expect((await admin(fresh, "backup", "restore", backup)).err).toMatch(/^folder_not_empty: /);
    const { answer } = await admin(fresh, "backup", "restore", backup, "--force");
    expect(await readdir(answer.replaced)).toEqual(expect.arrayContaining(["media", "selfsame.db"]));
    expect((await admin(fresh, "tenants", "list")).answer.data).toHaveLength(1);
  });

  it("is rejected while a stack runs on the folder", async () => {
    const unlock = await lockFolder(fresh);
    expect((await admin(fresh, "backup", "restore", backup, "--force")).err).toMatch(/^stack_running: /);
    await unlock();
  });

  it("repeats the erasures in the folder's audit log, and reports people who may be restored", async () => {
    const digest = createHash("sha256").update("anna").digest("hex");
    await onFile(
      fresh,
      `insert into audit_entries (tenant_id, n, at, mode, actor, action, target, after, previous_hash, hash) values ('tn_1', 1, ${Date.now()}, 'test', 'key_1', 'customer.erase', 'rcpt_1', '{"customer_ref_sha256":"${digest}"}', '', '')`,
    );
    const restored = await admin(fresh, "backup", "restore", backup, "--force");
    expect(restored.answer).toMatchObject({ erased_again: 1 });
    expect(restored.err).toContain("POST /v1/customers/erase");
    expect(await images(fresh)).toEqual([false, true]);
    const [rows] = await onFile(fresh, "select customer_ref, state from media_objects order by id");
    expect(rows).toMatchObject([
      { customer_ref: null, state: "erased" },
      { customer_ref: "berta", state: "kept" },
    ]);
  });
});

describe("the operator's commands on a stack that does not run", () => {
  it("turn the master key and drop the old one, which old backups still need", async () => {
    await admin(fresh, "backup", "restore", backup);
    const [old] = (await admin(fresh, "data-keys", "list")).answer.data;
    expect(old).toMatchObject({ id: expect.stringMatching(/^dk_[0-9a-f]{16}$/), state: "encrypts" });
    const rotated = await admin(fresh, "data-keys", "rotate");
    expect(rotated.err).toMatch(/2 keys are wrapped by dk_/);
    expect(rotated.answer.data).toMatchObject([
      { id: old.id, state: "may_be_dropped" },
      { state: "encrypts" },
    ]);
    expect((await admin(fresh, "data-keys", "drop")).answer).toMatchObject({ dropped: [old.id] });
    expect((await admin(fresh, "data-keys", "list")).answer.data).toMatchObject([{ state: "encrypts" }]);
    expect(await images(fresh)).toEqual([true, true]);
    expect((await admin(fresh, "backup", "verify", backup)).err).toMatch(/^data_key_missing: /);
  });

  it("reject a database whose keys are wrapped by a key which secrets.json lacks, and name it", async () => {
    await admin(fresh, "backup", "restore", backup);
    await saveSecrets(layout(fresh).secrets, await newSecrets());
    const { newest } = await ringOf(await loadSecrets(layout(folder).secrets));
    const { err } = await admin(fresh, "tenants", "list");
    expect(err).toMatch(/^data_key_missing: /);
    expect(err).toContain(newest.id);
  });

  it("ask for the database's token while they serve the file: no other local user reads it", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const database = await openOperatorDatabase(fresh);
    const { origin } = new URL((fetched.mock.lastCall![0] as Request).url);
    fetched.mockRestore();
    const response = await fetch(`${origin}/v2/pipeline`, { method: "POST", body: '{"requests":[]}' });
    expect(response.status).toBe(401);
    await database.close();
  });
});
