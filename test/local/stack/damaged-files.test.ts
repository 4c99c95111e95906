import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { assertDatabaseFile } from "#local/stack/database-file.ts";
import { ensureFirstTenant } from "#local/stack/first-tenant.ts";
import { loadSecrets } from "#local/stack/secrets.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-damaged-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const REMEDY =
  "Put your own copy of it back: backups do not hold it. Without it the personal data in selfsame.db cannot be read; to begin again, set SELFSAME_DATA to another folder.";

it.each([
  ["{bad", "is not valid JSON. Line 1, column 2: a name must be in double quotes"],
  ["{}", "lacks DATA_KEYS"],
  ["[]", "lacks an object"],
])("a damaged file of secrets is named, with its fault: %s", async (content, fault) => {
  const path = join(folder, "secrets.json");
  await writeFile(path, content);
  await expect(loadSecrets(path)).rejects.toMatchObject({
    code: "file_damaged",
    message: `${path} ${fault}. ${REMEDY}`,
  });
});

it("secrets that are missing beside a database are not made a second time", async () => {
  const other = await mkdtemp(join(folder, "lost-"));
  await writeFile(join(other, "selfsame.db"), databaseWith("__drizzle_migrations"));
  const path = join(other, "secrets.json");
  await expect(loadSecrets(path)).rejects.toThrow(`${path} is missing, but selfsame.db needs it. ${REMEDY}`);
  expect(existsSync(path)).toBe(false);
});

it("a damaged file of the first tenant is named, with what follows if it is moved away", async () => {
  const path = join(folder, "first-tenant.json");
  await writeFile(path, "{}");
  await expect(ensureFirstTenant(path, {} as never)).rejects.toThrow(
    `${path} lacks tenant_id. Backups do not hold it. Move it away: the next start creates another tenant`,
  );
});

/** The bytes of a database with one table, of more than one page. */
function databaseWith(table: string): Buffer {
  const database = new Database(":memory:");
  database.exec(`CREATE TABLE ${table} (a); INSERT INTO ${table} VALUES (randomblob(20000))`);
  const path = join(folder, `${randomUUID()}.db`);
  database.prepare("VACUUM INTO ?").run([path]);
  database.close();
  return readFileSync(path);
}

const FILES: readonly (readonly [kind: string, content: () => string | Buffer, fault: string | RegExp])[] = [
  ["text", () => "hello\n", "is not a database: it is text. Restore it from a backup, or set SELFSAME_DATA"],
  ["zeroes", () => Buffer.alloc(8192), "is not a database: it begins with zeroes. Restore"],
  [
    "an image",
    () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    "is not a database: it has other content. Restore",
  ],
  [
    "the half of a database",
    () => databaseWith("__drizzle_migrations").subarray(0, 8192),
    /is cut off: it has 8192 of \d+ bytes\. Restore/,
  ],
  [
    "a database with a broken first page",
    () => databaseWith("__drizzle_migrations").fill(0xff, 100, 4096),
    /is a damaged database \(.+\)\. Restore/,
  ],
  [
    "the database of another program",
    () => databaseWith("songs"),
    "is another program's database: it has the table songs. Move it away, or set SELFSAME_DATA",
  ],
];

it.each(FILES)(
  "a database file that is %s is named before anything is written to it",
  async (_, content, fault) => {
    const path = join(folder, "selfsame.db");
    await writeFile(path, content());
    expect(() => assertDatabaseFile(path)).toThrow(fault);
    expect(() => assertDatabaseFile(path)).toThrow(path);
  },
);

it("a database file that is missing, empty or the service's own is accepted, and a folder is not", async () => {
  const path = join(folder, "own.db");
  expect(() => assertDatabaseFile(path)).not.toThrow();
  await writeFile(path, "");
  expect(() => assertDatabaseFile(path)).not.toThrow();
  await writeFile(path, databaseWith("__drizzle_migrations"));
  expect(() => assertDatabaseFile(path)).not.toThrow();
  await mkdir(join(folder, "folder.db"));
  expect(() => assertDatabaseFile(join(folder, "folder.db"))).toThrow("is a folder, not a file");
});
