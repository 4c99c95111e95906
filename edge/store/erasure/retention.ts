import { and, type Column, gt, gte, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { mediaObjects } from "../../../drizzle/schema/media.ts";
import { faceMatches, fraudResults, livenessResults, ocrResults } from "../../../drizzle/schema/results.ts";
import { tenants } from "../../../drizzle/schema/tenants.ts";
import { verificationRevisions, verifications } from "../../../drizzle/schema/verifications.ts";
import { events } from "../../../drizzle/schema/webhooks.ts";
import { MODES } from "../../../vocabulary/enumerations.ts";
import { DAY_MS } from "../../core/clock.ts";
import { firstIdAt, ID_PREFIXES } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";
import { erasures, hasOpenStatus, SELECTED_KINDS, type SelectedKind } from "./erasures.ts";

const RESULTS = [ocrResults, livenessResults, fraudResults, faceMatches] as const;
type ResultTable = (typeof RESULTS)[number];

interface RetentionRule {
  readonly table: ResultTable | typeof mediaObjects | typeof events | typeof verifications;
  readonly idKind: keyof typeof ID_PREFIXES;
  /** Whether a row is not erased yet. Equal to the condition of the partial index of such rows. */
  readonly isKept: SQL;
  /** Columns and subqueries; at most one of them holds the id of the row's verification. */
  readonly verificationIds: readonly (Column | SQL)[];
}

const deleted = (table: ResultTable, idKind: RetentionRule["idKind"]): RetentionRule => ({
  table,
  idKind,
  isKept: sql`true`,
  verificationIds: [table.verificationId],
});

/** The table and the retention rule of each kind of row. */
export const KEPT: Readonly<Record<SelectedKind, RetentionRule>> = {
  ocr_results: { ...deleted(ocrResults, "ocr"), isKept: sql`${ocrResults.deletedAt} is null` },
  signed_results: { ...deleted(ocrResults, "signed"), isKept: sql`${ocrResults.deletedAt} is null` },
  credential_results: { ...deleted(ocrResults, "credential"), isKept: sql`${ocrResults.deletedAt} is null` },
  liveness_results: deleted(livenessResults, "liveness"),
  fraud_results: deleted(fraudResults, "fraud"),
  face_matches: deleted(faceMatches, "faceMatch"),
  media_objects: {
    table: mediaObjects,
    idKind: "media",
    isKept: sql`${mediaObjects.state} = 'kept'`,
    verificationIds: [mediaObjects.verificationId],
  },
  events: {
    table: events,
    idKind: "event",
    isKept: sql`${events.body} is not null`,
    verificationIds: [
      events.subjectId,
      ...RESULTS.map(
        (table) =>
          sql`(select ${table.verificationId} from ${table} where ${table.id} = ${events.subjectId})`,
      ),
    ],
  },
  verifications: {
    table: verifications,
    idKind: "verification",
    isKept: sql`${verifications.customerRef} <> ''`,
    verificationIds: [verifications.id],
  },
};

/**
 * Condition for outdated rows of a kind: not erased yet, with an id that satisfies `upTo` (ids begin with the
 * time), and not part of a verification that is open or has changed since `cutoff`. A decision, a review, a
 * cancelation and an expiry are changes.
 */
export function outdated(kind: SelectedKind, { tenantId, mode }: Scope, cutoff: number, upTo: SQL): SQL {
  const { table, idKind, isKept, verificationIds } = KEPT[kind];
  return sql`${table.tenantId} = ${tenantId} and ${table.mode} = ${mode} and ${table.id} > ${ID_PREFIXES[idKind]} and ${table.id} ${upTo} and ${isKept} and not exists (select 1 from ${verifications} ${sql.identifier("v")} where ${verification.id} in (${sql.join([...verificationIds], sql`, `)}) and not ${isOver(cutoff)})`;
}

const verification = alias(verifications, "v");

/** Rows of an erased verification are outdated, whenever the verification was erased. */
const isOver = (cutoff: number) =>
  sql`(${verification.customerRef} = '' or (not ${hasOpenStatus(verification.status)} and ${lastChange} < ${cutoff}))`;

/** A verification without a recorded change is kept: null is no reason to erase. */
const lastChange = sql`coalesce((select ${verificationRevisions.at} from ${verificationRevisions} where ${verificationRevisions.verificationId} = ${verification.id} and ${verificationRevisions.revision} = ${verification.revision}), 9e15)`;

/** The retention period of a tenant's rows in one mode. */
export interface Retention {
  readonly scope: Scope;
  readonly days: number;
}

/** Tenants of one page of the walk. */
const PAGE = 100;

/** The settings that name a retention period: of results and verifications, and of registered faces. */
type RetentionSetting = typeof tenants.retentionDays | typeof tenants.registrationDays;

/**
 * For the scheduled sweep only: every tenant with a retention period, once, starting at a random one, so that
 * no tenant always comes last. Reads page by page, as far as the sweep gets.
 */
export async function* eachRetention(
  db: Database,
  setting: RetentionSetting = tenants.retentionDays,
): AsyncGenerator<Retention> {
  const start = await randomTenant(db);
  yield* walk(db, setting, gte(tenants.id, start));
  yield* walk(db, setting, lt(tenants.id, start));
}

async function* walk(db: Database, setting: RetentionSetting, range: SQL): AsyncGenerator<Retention> {
  for (let after = "", isLast = false; !isLast; ) {
    const rows = await db
      .select({ tenantId: tenants.id, days: setting })
      .from(tenants)
      .where(and(isNotNull(setting), range, gt(tenants.id, after)))
      .orderBy(tenants.id)
      .limit(PAGE);
    for (const { tenantId, days } of rows) {
      if (days !== null) yield* MODES.map((mode) => ({ scope: { tenantId, mode }, days }));
    }
    after = rows.at(-1)?.tenantId ?? after;
    isLast = rows.length < PAGE;
  }
}

/** By row number, since ids are close to each other if many tenants signed up at once. */
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
 * The statements that erase exactly the rows found. They erase nothing if one of these rows has changed
 * since, or if the tenant has lengthened the retention period. The outdated rows up to the last id found are
 * the rows found.
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
