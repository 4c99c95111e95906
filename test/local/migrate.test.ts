import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { afterEach, describe, expect, it } from "vitest";
import { startHranaServer } from "#local/hrana/server.ts";
import { migrateServing } from "#local/migrate.ts";
import { LARGE_ROWS, pendingWork, workOf } from "#local/migration-cost.ts";
import { useFolder } from "../harness/folder.ts";

const FOLDER = join(import.meta.dirname, "../../drizzle/migrations");
const root = useFolder();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A database with `rows` deliveries, and a folder of migrations that has one more than it: `next`. */
async function database(rows: number, next = "CREATE INDEX `next` ON `deliveries` (`created_at`);") {
  const folder = await mkdtemp(join(root, "database-"));
  const server = await startHranaServer({ file: join(folder, "selfsame.db"), port: 0 });
  closers.push(() => server.close());
  const client = createClient({ url: server.url });
  closers.push(() => client.close());
  const reported: string[] = [];
  const run = (writersStopped: boolean, migrations = FOLDER) =>
    migrateServing(server.url, undefined, {
      writersStopped,
      report: (line) => reported.push(line),
      folder: migrations,
    });
  await run(false);
  await client.execute(
    `insert into deliveries (event_id, endpoint_id, tenant_id, mode, state, created_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) select i, 'we_1', 'tn_1', 'live', 'delivered', 1 from n`,
  );
  const migrations = join(folder, "migrations");
  await cp(FOLDER, migrations, { recursive: true });
  const journal = JSON.parse(await readFile(join(migrations, "meta/_journal.json"), "utf8"));
  const { idx, when, ...newest } = journal.entries.at(-1);
  journal.entries.push({ ...newest, idx: idx + 1, when: when + 1, tag: "9999_next" });
  await writeFile(join(migrations, "meta/_journal.json"), JSON.stringify(journal));
  await writeFile(join(migrations, "9999_next.sql"), next);
  return { client, run, reported, migrations };
}

/** As drizzle rebuilds a table, with one column more. */
const REBUILDS =
  "CREATE TABLE `__new_usage` (`tenant_id` text NOT NULL, `mode` text NOT NULL, `month` text NOT NULL, `used` integer DEFAULT 0 NOT NULL, `noted` text, PRIMARY KEY(`tenant_id`, `mode`, `month`));--> statement-breakpoint\n" +
  'INSERT INTO `__new_usage`("tenant_id", "mode", "month", "used") SELECT "tenant_id", "mode", "month", "used" FROM `usage`;--> statement-breakpoint\n' +
  "DROP TABLE `usage`;--> statement-breakpoint\nALTER TABLE `__new_usage` RENAME TO `usage`;";

describe("a migration that changes every row of a table", () => {
  it.each([
    [
      'CREATE TABLE `__new_a` (x);--> statement-breakpoint\nINSERT INTO `__new_a`("x") SELECT "x" FROM `a`;',
      "copies",
    ],
    ["-- Why.\nUPDATE a SET x = 1;", "copies"],
    ["ALTER TABLE `a` DROP COLUMN `x`;", "copies"],
    ["CREATE UNIQUE INDEX `i` ON `a` (`x`);", "reads"],
    ["ALTER TABLE `a` ADD `y` integer DEFAULT 0 CHECK(`y` < 2);", "reads"],
  ])("is logged for %s", (sql, work) => {
    expect(workOf(sql)).toEqual([{ table: "a", work }]);
  });

  it.each(["ALTER TABLE `a` ADD `y` integer;", "CREATE TABLE `a` (`x` text);", "DROP INDEX `i`;"])(
    "is nothing for %s",
    (sql) => expect(workOf(sql)).toEqual([]),
  );

  it.each([
    [LARGE_ROWS, true],
    [LARGE_ROWS - 1, false],
  ])("is large from 100,000 rows on: %i", async (rows, isLarge) => {
    const { client, migrations } = await database(rows);
    expect(await pendingWork(client, migrations)).toEqual([
      { migration: "9999_next", table: "deliveries", work: "reads", isLarge },
    ]);
  });
});

it("an empty database is told of the number of its migrations alone", async () => {
  const { reported } = await database(0);
  expect(reported).toEqual([expect.stringMatching(/^\d+ migrations applied: the schema is the newest$/)]);
});

it("applies a later migration to a database with data, and keeps every row", async () => {
  const { client, run, reported, migrations } = await database(0, REBUILDS);
  await client.execute(
    "insert into usage (tenant_id, mode, month, used) values ('tn_1', 'live', '2026-11', 7)",
  );
  await run(false, migrations);
  expect(reported.slice(1)).toEqual([
    "9999_next: copies usage",
    "1 migrations applied: the schema is the newest",
  ]);
  expect((await client.execute("select used, noted from usage")).rows).toMatchObject([
    { used: 7, noted: null },
  ]);
});

it("refuses to migrate a large table while others may write, and changes nothing", async () => {
  const { client, run, reported, migrations } = await database(
    LARGE_ROWS,
    "UPDATE `deliveries` SET `attempts` = 1;",
  );
  const applied = async () =>
    (await client.execute("select count(*) as n from __drizzle_migrations")).rows[0]?.n;
  const before = await applied();
  await expect(run(false, migrations)).rejects.toThrow(
    /^needs_writers_stopped: 9999_next copies deliveries, .*--writers-stopped/,
  );
  expect(await applied()).toBe(before);
  expect(reported.at(-1)).toBe("9999_next: copies deliveries, 100000 rows or more");
  await run(true, migrations);
  expect(await applied()).toBe(Number(before) + 1);
});

/** A database before the first migration whose text includes `word`, and a function that applies the rest. */
async function databaseBefore(word: string) {
  const folder = await mkdtemp(join(root, "before-"));
  const server = await startHranaServer({ file: join(folder, "selfsame.db"), port: 0 });
  closers.push(() => server.close());
  const client = createClient({ url: server.url });
  closers.push(() => client.close());
  const migrate = (from: string) =>
    migrateServing(server.url, undefined, { writersStopped: false, report: () => undefined, folder: from });
  const older = join(folder, "older");
  await cp(FOLDER, older, { recursive: true });
  const path = join(older, "meta/_journal.json");
  const journal = JSON.parse(await readFile(path, "utf8")) as { entries: { tag: string }[] };
  const texts = await Promise.all(
    journal.entries.map(({ tag }) => readFile(join(older, `${tag}.sql`), "utf8")),
  );
  const next = texts.findIndex((text) => text.includes(word));
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, next) }));
  await migrate(older);
  return { client, migrateOn: () => migrate(FOLDER) };
}

it("a reviewer's note from before proposals keeps its row, as the note of revision 0", async () => {
  const { client, migrateOn } = await databaseBefore("__new_review_notes");
  await client.execute("insert into review_notes values ('vf_1', 'tn_1', 'live', 'usr_1', 7, x'2a')");
  await migrateOn();
  const { rows } = await client.execute(
    "select verification_id, revision, author, at, hex(note) as note from review_notes",
  );
  expect(rows).toMatchObject([{ verification_id: "vf_1", revision: 0, author: "usr_1", at: 7, note: "2A" }]);
});

it("what a call measured becomes the inputs of its revision, and older inputs of calls end", async () => {
  const { client, migrateOn } = await databaseBefore("DROP TABLE `measurements`");
  const revision = (n: number, change: string, inputs: string) =>
    client.execute({
      sql: "insert into verification_revisions (verification_id, revision, tenant_id, mode, at, change, inputs) values ('vf_1', ?, 'tn_1', 'live', 9, ?, ?)",
      args: [n, change, inputs],
    });
  await revision(2, "step_result", '{"results":[]}');
  await revision(3, "step_result", '{"results":[]}');
  await revision(4, "checked", '{"check":"overdue"}');
  await client.execute(
    `insert into measurements values ('vf_1', 2, 'tn_1', 'live', 7, 'digest', '{"failed":["ocr"]}')`,
  );
  await migrateOn();
  const { rows } = await client.execute("select inputs from verification_revisions order by revision");
  expect(rows.map(({ inputs }) => JSON.parse(String(inputs)))).toEqual([
    { at: 7, capture: "digest", measured: { failed: ["ocr"] } },
    null,
    { check: "overdue" },
  ]);
});
