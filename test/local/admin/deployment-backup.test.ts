import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createClient } from "@libsql/client/http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealedFor } from "../../../edge/media/kept.ts";
import { column, readingOnly } from "../../../local/backup/read-only.ts";
import { openBucket } from "../../../local/edge/bucket.ts";
import { startHranaServer } from "../../../local/hrana/server.ts";
import { migrateDatabase } from "../../../local/migrate.ts";
import { newSecrets, type StackSecrets } from "../../../local/stack/secrets.ts";
import { memoryVault } from "../../harness/edge/memory-vault.ts";
import { adminCommand } from "../../harness/stack/admin.ts";

type Server = Awaited<ReturnType<typeof startHranaServer>>;

const PICTURE = new Uint8Array([1, 2, 3]);
/** More than one page, and rows of which a page is longer than a small answer. */
const ROWS = 1_200;

let root: string;
let secrets: StackSecrets;
let server: Server;
const servers: Server[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "selfsame-remote-backup-"));
  secrets = await newSecrets();
  server = await newServer("deployment");
  await migrateDatabase(server.url, secrets.DATABASE_AUTH_TOKEN);
  await admin("tenants", "create", "--name", "Acme");
  await keep("anna");
  await keep("berta");
  await fillEvents();
});
afterAll(async () => {
  await Promise.all(servers.map((each) => each.close()));
  await rm(root, { recursive: true, force: true });
});

const fileOf = (name: string) => join(root, `${name}.db`);

async function newServer(name: string): Promise<Server> {
  const made = await startHranaServer({
    file: fileOf(name),
    port: 0,
    authToken: secrets.DATABASE_AUTH_TOKEN,
  });
  servers.push(made);
  return made;
}

/** Runs a command line on the deployment, or on another one that has the same secrets. */
const admin = (...words: string[]) => adminOn({}, ...words);

async function adminOn(other: NodeJS.ProcessEnv, ...words: string[]) {
  const { DATABASE_AUTH_TOKEN, DATA_KEYS, RECEIPT_SIGNING_JWK } = secrets;
  const own = { DATABASE_URL: server.url, EDGE_DATA: join(root, "edge"), SELFSAME_DATA: join(root, "none") };
  const environment = { ...own, DATABASE_AUTH_TOKEN, DATA_KEYS, RECEIPT_SIGNING_JWK, ...other };
  return adminCommand([...words, "--json"], environment);
}

const clientOf = (url: string) => createClient({ url, authToken: secrets.DATABASE_AUTH_TOKEN });

/** Keeps a picture of a person, as the edge does. */
async function keep(person: string) {
  const vault = await memoryVault();
  const bucket = await openBucket(join(root, "edge", "media"));
  const key = `tn_1/md_${person}`;
  await bucket.put(key, await vault.seal({ tenantId: "tn_1" }, sealedFor("portrait", key), PICTURE));
  await bucket.close();
  await clientOf(server.url).execute({
    sql: "insert into media_objects (id, tenant_id, mode, object_key, result_id, customer_ref, kind, media_type, state, created_at) values (?, 'tn_1', 'test', ?, 'ocr_1', ?, 'portrait', 'image/jpeg', 'kept', 1)",
    args: [`md_${person}`, key, person],
  });
}

/** Rows of several pages, values of every type, and a table whose only number is given and gone. */
async function fillEvents() {
  const client = clientOf(server.url);
  await client.batch(
    Array.from({ length: ROWS }, (_, n) => ({
      sql: "insert into usage_reservations (id, tenant_id, mode, month, until) values (?, 'tn_1', 'test', '2026-11', ?)",
      args: [`r_${n}${"x".repeat(200)}`, n % 7 === 0 ? 2n ** 60n + BigInt(n) : n],
    })),
    "write",
  );
  await client.executeMultiple(
    "create table numbered (n integer primary key autoincrement, m); insert into numbered values (7, 1); delete from numbered; create table kinds (a, b real, c blob); insert into kinds values (1, 1, x'00ff'), ('1', 1.5, null), (1.0, 2, x''), (null, -0.5, 'text')",
  );
}

/** Everything of a file: its schema, and each table's rows with the types that they are stored in. */
const contentOf = (file: string) =>
  readingOnly(file, (database) => {
    const all = (sql: string) => database.prepare(sql).raw(true).all([]);
    const tables = column(database, "select name from sqlite_master where type = 'table' order by name");
    const rows = tables.map((table) => {
      const names = column(database, `select name from pragma_table_xinfo('${table}')`);
      const columns = names.flatMap((name) => [`quote("${name}")`, `typeof("${name}")`]);
      return [table, all(`select ${columns.join(", ")} from "${table}" order by 1, 3`)];
    });
    return { schema: all("select type, name, tbl_name, sql from sqlite_master order by 1, 2"), rows };
  });

const pictures = async (edgeData: string) => {
  const bucket = await openBucket(join(edgeData, "media"));
  const found = await Promise.all(["anna", "berta"].map((name) => bucket.get(`tn_1/md_${name}`)));
  await bucket.close();
  return found.map((object) => object !== null);
};

describe("backup on a deployment", () => {
  it("copies the database over HTTP and the pictures, and brings both back as they were", async () => {
    const file = join(root, "one.backup");
    const made = await admin("backup", "create", file);
    expect(made.answer).toMatchObject({ objects: 2 });
    expect(made.err).toContain("are not in it");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await admin("backup", "verify", file)).answer).toMatchObject({ verified: true, tenants: 1 });

    const target = await newServer("restored");
    const edgeData = join(root, "new-edge");
    const there = { DATABASE_URL: target.url, EDGE_DATA: edgeData };
    const { answer } = await adminOn(there, "backup", "restore", file);
    expect(answer).toMatchObject({ objects: 2, erased_again: 0 });
    expect(contentOf(fileOf("restored"))).toEqual(contentOf(fileOf("deployment")));
    expect(await pictures(edgeData)).toEqual([true, true]);
    expect(await readdir(edgeData)).toEqual(["media"]);
    expect((await adminOn(there, "tenants", "list")).answer.data).toHaveLength(1);
  });

  it("is of one moment, while others write", async () => {
    const client = clientOf(server.url);
    await client.execute("create table written (a integer, b integer)");
    let [count, isWriting] = [0, true];
    const writing = (async () => {
      for (; isWriting; count++) {
        const row = (b: number) => ({ sql: "insert into written values (?, ?)", args: [count, b] });
        await client.batch([row(0), row(1)], "write");
      }
    })();
    while (count < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    const file = join(root, "moment.backup");
    const before = count;
    expect((await admin("backup", "create", file)).code).toBe(0);
    const during = count - before;
    isWriting = false;
    await writing;
    await client.execute("drop table written");
    const target = await newServer("moment");
    const there = { DATABASE_URL: target.url, EDGE_DATA: join(root, "edge-of-moment") };
    expect((await adminOn(there, "backup", "restore", file)).code).toBe(0);
    const { rows } = await clientOf(target.url).execute(
      "select count(*) as n, count(distinct a) as batches from written",
    );
    expect(during).toBeGreaterThan(0);
    expect(Number(rows[0]!.n)).toBe(2 * Number(rows[0]!.batches));
  });

  it("goes on in shorter answers where the server says that one is too long", async () => {
    const proxy = await startShortProxy(server.url, 80_000);
    const file = join(root, "short.backup");
    const { code, err } = await adminOn({ DATABASE_URL: proxy.url }, "backup", "create", file);
    await proxy.close();
    expect([code, code === 0 ? "" : err]).toEqual([0, ""]);
    expect(err).toContain("500 rows are too many for one answer");
    expect(proxy.refused()).toBeGreaterThan(0);
    const target = await newServer("short");
    const there = { DATABASE_URL: target.url, EDGE_DATA: join(root, "short-edge") };
    await adminOn(there, "backup", "restore", file);
    expect(contentOf(fileOf("short"))).toEqual(contentOf(fileOf("deployment")));
  });

  it("is not made of a database whose pictures are not there, unless they are said to be elsewhere", async () => {
    const file = join(root, "without.backup");
    const elsewhere = { EDGE_DATA: join(root, "nobody") };
    expect((await adminOn(elsewhere, "backup", "create", file)).err).toMatch(/object_missing: 2 pictures/);
    const { answer } = await adminOn(elsewhere, "backup", "create", file, "--database-only");
    expect(answer).toMatchObject({ objects: 0 });
    expect((await admin("backup", "verify", file)).answer).toMatchObject({ verified: true, objects: 0 });
  });

  it("takes no place that is taken, and no key that is another's", async () => {
    const file = join(root, "one.backup");
    const refusal = async (other: NodeJS.ProcessEnv, ...more: string[]) =>
      (await adminOn(other, "backup", "restore", file, ...more)).err.split("\n").at(-2)?.split(":")[0];
    const empty = await newServer("empty");
    const there = { DATABASE_URL: empty.url };
    expect(await refusal({ EDGE_DATA: join(root, "free") })).toBe("database_not_empty");
    expect(await refusal(there)).toBe("folder_not_empty");
    const free = { ...there, EDGE_DATA: join(root, "free") };
    expect(await refusal(free, "--force")).toBe("invalid_parameter");
    expect(await refusal({ ...free, DATA_KEYS: (await newSecrets()).DATA_KEYS })).toBe("data_key_missing");
    const { rows } = await clientOf(empty.url).execute("select count(*) as n from sqlite_master");
    expect(Number(rows[0]!.n)).toBe(0);
  });
});

/** A server that gives no answer of more than so many bytes, as sqld does from some megabytes on. */
async function startShortProxy(target: string, most: number) {
  let refused = 0;
  const proxy = createServer(async (request, response) => {
    const { method = "GET", url = "", headers } = request;
    const authorization = headers.authorization ?? "";
    const body = method === "GET" ? undefined : await text(request);
    const answer = await fetch(target + url, {
      method,
      headers: { authorization, "content-type": headers["content-type"] ?? "application/json" },
      ...(body === undefined ? {} : { body }),
    });
    let said = await answer.text();
    if (said.length > most && said.includes('"rows"')) {
      const { results, ...stream } = JSON.parse(said) as { results: unknown[] };
      const error = { message: "Response is too large", code: "RESPONSE_TOO_LARGE" };
      said = JSON.stringify({ ...stream, results: results.map(() => ({ type: "error", error })) });
      refused++;
    }
    response.writeHead(answer.status, { "content-type": "application/json" }).end(said);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    refused: () => refused,
    close: () => new Promise((resolve) => proxy.close(resolve)),
  };
}
