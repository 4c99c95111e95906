import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@libsql/client";

/** Rows of a table from which on it counts as large. SQLite copies or reads 100,000 in some 0.5 s. */
export const LARGE_ROWS = 100_000;

/** The work of a migration on every row of an existing table, while it holds the write lock. */
type Work = "copies" | "reads";

/** The work of a migration on one table, most expensive first: a copy rewrites every row. */
interface TableWork {
  readonly table: string;
  readonly work: Work;
}

const NAME = '[`"]?(\\w+)[`"]?';
/** Statements that touch each row of a table, and their work. */
const STATEMENTS: readonly (readonly [pattern: RegExp, work: Work])[] = [
  // drizzle rebuilds a table under another name and copies the rows.
  [new RegExp(`^insert into ${NAME}[\\s\\S]*? from ${NAME}`, "i"), "copies"],
  [new RegExp(`^alter table ${NAME} drop column`, "i"), "copies"],
  [new RegExp(`^update ${NAME} set`, "i"), "copies"],
  // SQLite checks the constraint for each existing row.
  [new RegExp(`^alter table ${NAME} add [\\s\\S]*\\bcheck\\b`, "i"), "reads"],
  [new RegExp(`^create (?:unique )?index ${NAME} on ${NAME}`, "i"), "reads"],
];

/** The tables whose every row a migration's text copies or reads. */
export function workOf(sql: string): TableWork[] {
  const works = new Map<string, Work>();
  for (const part of sql.split("--> statement-breakpoint")) {
    const statement = part.replace(/^\s*--.*$/gm, "").trim();
    for (const [pattern, work] of STATEMENTS) {
      const table = pattern.exec(statement)?.slice(1).at(-1);
      if (table !== undefined && works.get(table) !== "copies") works.set(table, work);
    }
  }
  return [...works].map(([table, work]) => ({ table, work }));
}

/** The work of a pending migration on a table with its rows, counted up to `LARGE_ROWS`. */
export interface PendingWork extends TableWork {
  readonly migration: string;
  readonly isLarge: boolean;
}

/** The work of a database's missing migrations on its tables: none for an empty database. */
export async function pendingWork(client: Client, folder: string): Promise<PendingWork[]> {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { when: number; tag: string }[];
  };
  const applied = await lastApplied(client);
  const works: PendingWork[] = [];
  for (const { when, tag } of journal.entries) {
    if (when <= applied) continue;
    for (const work of workOf(readFileSync(join(folder, `${tag}.sql`), "utf8"))) {
      if (!(await hasTable(client, work.table))) continue;
      works.push({ ...work, migration: tag, isLarge: await isLarge(client, work.table) });
    }
  }
  return works;
}

async function lastApplied(client: Client): Promise<number> {
  if (!(await hasTable(client, "__drizzle_migrations"))) return 0;
  const { rows } = await client.execute("select max(created_at) as last from __drizzle_migrations");
  return Number(rows[0]?.last ?? 0);
}

/** How many migrations the database has. */
export async function countApplied(client: Client): Promise<number> {
  if (!(await hasTable(client, "__drizzle_migrations"))) return 0;
  const { rows } = await client.execute("select count(*) as n from __drizzle_migrations");
  return Number(rows[0]?.n ?? 0);
}

async function isLarge(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.execute(
    `select count(*) as n from (select 1 from "${table}" limit ${LARGE_ROWS})`,
  );
  return Number(rows[0]?.n) >= LARGE_ROWS;
}

async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.execute({
    sql: "select 1 from sqlite_master where type = 'table' and name = ?",
    args: [name],
  });
  return rows.length > 0;
}
