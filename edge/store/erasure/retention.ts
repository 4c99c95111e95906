import { and, gt, gte, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { mediaObjects } from "../../../drizzle/schema/media.ts";
import { tenants } from "../../../drizzle/schema/tenants.ts";
import { MODES } from "../../../vocabulary/enumerations.ts";
import { firstIdAt } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";
import { erasures, SELECTED_KINDS, type SelectedKind } from "./erasures.ts";
import { KEPT, outdated } from "./outdated-rows.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The retention period of a tenant's rows in one mode. */
interface Retention {
  readonly scope: Scope;
  readonly days: number;
}

/** Tenants of one page of the walk. */
const PAGE = 100;

/**
 * For the scheduled sweep only: every tenant with a retention period, once, from a random one on, so that no
 * tenant always comes last. Reads them page by page, as far as the sweep comes.
 */
export async function* eachRetention(db: Database): AsyncGenerator<Retention> {
  const start = await randomTenant(db);
  yield* walk(db, gte(tenants.id, start));
  yield* walk(db, lt(tenants.id, start));
}

async function* walk(db: Database, range: SQL): AsyncGenerator<Retention> {
  for (let after = "", isLast = false; !isLast; ) {
    const rows = await db
      .select({ tenantId: tenants.id, days: tenants.retentionDays })
      .from(tenants)
      .where(and(isNotNull(tenants.retentionDays), range, gt(tenants.id, after)))
      .orderBy(tenants.id)
      .limit(PAGE);
    for (const { tenantId, days } of rows) {
      if (days !== null) yield* MODES.map((mode) => ({ scope: { tenantId, mode }, days }));
    }
    after = rows.at(-1)?.tenantId ?? after;
    isLast = rows.length < PAGE;
  }
}

/** By the number of its row, since ids are close to each other where many tenants came at once. */
async function randomTenant(db: Database): Promise<string> {
  const [row] = await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(sql`rowid >= cast(${Math.random()} * (select max(rowid) from ${tenants}) as integer)`)
    .orderBy(sql`rowid`)
    .limit(1);
  return row?.id ?? "";
}

/** The oldest rows of each kind, in one tenant and mode, whose retention period has passed. */
export interface OutdatedRows {
  readonly retention: Retention;
  /**
   * Milliseconds since the epoch. Rows created at or after this time, and rows of a verification that was
   * open at or after this time, are kept.
   */
  readonly cutoff: number;
  readonly found: Readonly<
    Partial<Record<SelectedKind, { readonly count: number; readonly lastId: string }>>
  >;
  /** Keys of the rows' objects, without duplicates. */
  readonly objectKeys: readonly string[];
}

interface OutdatedRow {
  readonly kind: SelectedKind;
  readonly id: string;
  readonly objectKey: string | null;
}

/** Finds rows whose retention period has passed, at most `limit` of each kind; null when no row qualifies. */
export async function findOutdated(
  db: Database,
  retention: Retention,
  now: number,
  limit: number,
): Promise<OutdatedRows | null> {
  const cutoff = now - retention.days * DAY_MS;
  const rows = await db.all<OutdatedRow>(selectOutdated(retention.scope, cutoff, limit));
  if (rows.length === 0) return null;
  const byKind = Object.entries(Object.groupBy(rows, ({ kind }) => kind));
  return {
    retention,
    cutoff,
    found: Object.fromEntries(
      byKind.map(([kind, ofKind]) => {
        const lastId = ofKind.map(({ id }) => id).reduce((a, b) => (a > b ? a : b));
        return [kind, { count: ofKind.length, lastId }];
      }),
    ),
    objectKeys: [...new Set(rows.map(({ objectKey }) => objectKey).filter((key) => key !== null))],
  };
}

/** The query of `findOutdated`. */
export function selectOutdated(scope: Scope, cutoff: number, limit: number): SQL {
  const parts = SELECTED_KINDS.map((kind) => {
    const { table, idKind } = KEPT[kind];
    const key = kind === "media_objects" ? mediaObjects.objectKey : sql`null`;
    const which = outdated(kind, scope, cutoff, sql`< ${firstIdAt(idKind, cutoff)}`);
    return sql`select * from (select ${kind} as kind, ${table.id} as id, ${key} as "objectKey" from ${table} where ${which} order by ${table.id} limit ${limit})`;
  });
  return sql.join(parts, sql` union all `);
}

/**
 * The statements that erase exactly the rows found. They erase nothing when one of these rows has changed
 * since, or when the tenant has lengthened the retention period. The outdated rows up to the last id found
 * are the rows found.
 */
export function outdatedErasures(
  db: Database,
  { retention, cutoff, found }: OutdatedRows,
  now: number,
): Statement[] {
  const { scope, days } = retention;
  const kinds = SELECTED_KINDS.flatMap((kind) => {
    const ofKind = found[kind];
    if (ofKind === undefined) return [];
    return [{ kind, ...ofKind, which: outdated(kind, scope, cutoff, sql`<= ${ofKind.lastId}`) }];
  });
  const isAsked = sql`exists (select 1 from ${tenants} where ${tenants.id} = ${scope.tenantId} and ${tenants.retentionDays} <= ${days})`;
  const areAsFound = kinds.map(
    ({ kind, count, which }) => sql`(select count(*) from ${KEPT[kind].table} where ${which}) = ${count}`,
  );
  const selection = Object.fromEntries(kinds.map(({ kind, which }) => [kind, which]));
  return [
    onlyIf(db, sql.join([isAsked, ...areAsFound], sql` and `)),
    ...Object.values(erasures(db, scope, selection, now)),
  ];
}
