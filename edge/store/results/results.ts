import { and, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { faceMatches, fraudResults, livenessResults, ocrResults } from "../../../drizzle/schema/results.ts";
import { RESULT_KINDS, type ResultKind } from "../../../vocabulary/enumerations.ts";
import { ID_PREFIXES } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";
import { erasedOcr } from "./ocr-results.ts";

/** The table of each kind of result, and the kind's key in `ID_PREFIXES`. */
const KINDS = {
  ocr: { table: ocrResults, idKind: "ocr" },
  fraud: { table: fraudResults, idKind: "fraud" },
  liveness: { table: livenessResults, idKind: "liveness" },
  face: { table: faceMatches, idKind: "faceMatch" },
  signed: { table: ocrResults, idKind: "signed" },
  credential: { table: ocrResults, idKind: "credential" },
} as const satisfies Record<ResultKind, object>;

/** The common columns of all results: the owner, and the answer in the form for a secret key. */
export interface ResultRow {
  readonly id: string;
  readonly kind: ResultKind;
  readonly verificationId: string | null;
  readonly customerRef: string | null;
  readonly createdAt: number;
  /** Empty after an erasure. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A half-open period, from `since` until just before `until`, in milliseconds since the epoch. */
export interface Period {
  readonly since: number;
  readonly until: number;
}

/** The kind of result that an id names, by its prefix. */
export function kindOf(id: string): ResultKind | undefined {
  return RESULT_KINDS.find((kind) => id.startsWith(ID_PREFIXES[KINDS[kind].idKind]));
}

const columnsOf = ({ table }: (typeof KINDS)[ResultKind]) => {
  const { id, verificationId, customerRef, createdAt, body } = table;
  return { id, verificationId, customerRef, createdAt, body };
};

/** Newest first, only results older than the `before` id; restricted to one verification if given. */
export async function listResults(
  db: Database,
  scope: Scope,
  kind: ResultKind,
  page: { limit: number; before: string | null; verificationId?: string },
): Promise<ResultRow[]> {
  const { table } = KINDS[kind];
  const { before, verificationId } = page;
  const prefix = ID_PREFIXES[KINDS[kind].idKind];
  // Two kinds of reading share a table: only ids of the kind's own prefix.
  const older = and(gt(table.id, prefix), lt(table.id, before ?? `${prefix}~`));
  const ofVerification = verificationId === undefined ? undefined : eq(table.verificationId, verificationId);
  const rows = await db
    .select(columnsOf(KINDS[kind]))
    .from(table)
    .where(and(inScope(KINDS[kind].table, scope), older, ofVerification))
    .orderBy(desc(table.id))
    .limit(page.limit);
  return rows.map((row) => ({ ...row, kind }));
}

/** The results with these ids, by id. Ids that this tenant and mode does not have are left out. */
export async function findResults(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, ResultRow>> {
  const lists = await Promise.all(
    RESULT_KINDS.map(async (kind): Promise<ResultRow[]> => {
      const ofKind = ids.filter((id) => kindOf(id) === kind);
      if (ofKind.length === 0) return [];
      const { table } = KINDS[kind];
      const rows = await db
        .select(columnsOf(KINDS[kind]))
        .from(table)
        .where(and(inScope(KINDS[kind].table, scope), inArray(table.id, ofKind)));
      return rows.map((row) => ({ ...row, kind }));
    }),
  );
  return new Map(lists.flat().map((row) => [row.id, row]));
}

/** Whether results of a kind are readings of a document, whose erased rows stay. */
const isReading = (kind: ResultKind) => KINDS[kind].table === ocrResults;

/** The conditions of one result that holds data: an erased OCR result has a row without any. */
const keptOne = (scope: Scope, kind: ResultKind, id: string) =>
  and(
    inScope(KINDS[kind].table, scope),
    eq(KINDS[kind].table.id, id),
    isReading(kind) ? isNull(ocrResults.deletedAt) : undefined,
  );

/** A result that holds data; undefined if this tenant and mode has none of this kind and id. */
export async function findKeptResult(
  db: Database,
  scope: Scope,
  kind: ResultKind,
  id: string,
): Promise<ResultRow | undefined> {
  // Two kinds of reading share a table.
  if (kindOf(id) !== kind) return undefined;
  const [row] = await db
    .select(columnsOf(KINDS[kind]))
    .from(KINDS[kind].table)
    .where(keptOne(scope, kind, id));
  return row && { ...row, kind };
}

/** Rolls its batch back if the result is unknown or erased already; `isUnmet` recognises the error. */
export const ifResultKept = (db: Database, scope: Scope, kind: ResultKind, id: string): Statement =>
  onlyIf(
    db,
    sql`exists ${db
      .select({ id: KINDS[kind].table.id })
      .from(KINDS[kind].table)
      .where(keptOne(scope, kind, id))}`,
  );

/** Erases a result. The row of an OCR result stays, without any data: erasures by retention need it. */
export const eraseResult = (
  db: Database,
  scope: Scope,
  kind: ResultKind,
  id: string,
  now: number,
): Statement =>
  isReading(kind)
    ? db
        .update(ocrResults)
        .set(erasedOcr(now))
        .where(keptOne(scope, kind, id))
    : db.delete(KINDS[kind].table).where(keptOne(scope, kind, id));

type NewFaceMatch = Omit<typeof faceMatches.$inferInsert, keyof Scope>;

export function insertFaceMatch(db: Database, scope: Scope, row: NewFaceMatch): Statement {
  return db.insert(faceMatches).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}
