import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { mediaObjects } from "../../../drizzle/schema/media.ts";
import type { MediaKind } from "../../../vocabulary/enumerations.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";

export type MediaRow = typeof mediaObjects.$inferSelect;
type NewMediaRow = Omit<typeof mediaObjects.$inferInsert, keyof Scope | "state">;

/** States of a row whose object exists, or may exist. */
const PRESENT = ["pending", "kept"] as const;

/** Written before the objects, so that a crash leaves no unknown object. */
export function insertPending(db: Database, scope: Scope, rows: readonly NewMediaRow[]): Statement {
  const { tenantId, mode } = scope;
  return db
    .insert(mediaObjects)
    .values(rows.map((row) => ({ ...row, tenantId, mode, state: "pending" as const })));
}

/**
 * For the batch that writes the results with these objects. Does nothing if the person was erased meanwhile:
 * the rows then stay pending, and the sweep deletes the objects. Clears the sweep's note.
 */
export function markKept(
  db: Database,
  scope: Scope,
  objectKeys: readonly string[],
  customerRef: string | null,
): Statement {
  return db
    .update(mediaObjects)
    .set({ state: "kept", erasedAt: null })
    .where(
      and(
        inScope(mediaObjects, scope),
        inArray(mediaObjects.objectKey, objectKeys),
        eq(mediaObjects.state, "pending"),
        sql`${mediaObjects.customerRef} is ${customerRef}`,
      ),
    );
}

/** Deletes the rows of deleted objects that no result has ever shown. */
export function forgetPending(db: Database, objectKeys: readonly string[]): Statement {
  return db
    .delete(mediaObjects)
    .where(and(inArray(mediaObjects.objectKey, objectKeys), eq(mediaObjects.state, "pending")));
}

/** A result's object of one kind, pending or kept; not one that is kept only for a review. */
export async function findShown(
  db: Database,
  scope: Scope,
  resultId: string,
  kind: MediaKind,
): Promise<MediaRow | undefined> {
  const { resultId: result, kind: ofKind, state, keptUntil } = mediaObjects;
  const [row] = await db
    .select()
    .from(mediaObjects)
    .where(
      and(
        inScope(mediaObjects, scope),
        eq(result, resultId),
        eq(ofKind, kind),
        inArray(state, PRESENT),
        isNull(keptUntil),
      ),
    );
  return row;
}

/** The rows of the results' images, erased ones included, newest first. */
export async function listMedia(
  db: Database,
  scope: Scope,
  resultIds: readonly string[],
): Promise<MediaRow[]> {
  return db
    .select()
    .from(mediaObjects)
    .where(and(inScope(mediaObjects, scope), inArray(mediaObjects.resultId, resultIds)))
    .orderBy(desc(mediaObjects.id));
}

/** The row of an existing object. Of either mode if no mode is given. */
export async function findObject(
  db: Database,
  { tenantId, mode }: Pick<Scope, "tenantId"> & Partial<Scope>,
  objectKey: string,
): Promise<MediaRow | undefined> {
  const { state } = mediaObjects;
  const [row] = await db
    .select()
    .from(mediaObjects)
    .where(
      and(
        eq(mediaObjects.tenantId, tenantId),
        mode === undefined ? undefined : eq(mediaObjects.mode, mode),
        eq(mediaObjects.objectKey, objectKey),
        inArray(state, PRESENT),
      ),
    )
    .limit(1);
  return row;
}

/**
 * Whether a row is to be erased with its result. A pending row has no result: a running call or the sweep
 * settles it.
 */
const isErasable = sql`${mediaObjects.state} in ('kept', 'erasing')`;

/** A condition on the rows of images. */
export type MediaSelection = SQL;

/** The rows of one result that are not erased yet. */
export const erasableOf = (scope: Scope, resultId: string): MediaSelection =>
  sql`${inScope(mediaObjects, scope)} and ${eq(mediaObjects.resultId, resultId)} and ${isErasable}`;

/**
 * The selected images are not served from now on. Their objects must be deleted next: see
 * `edge/operations/commit/erase-media.ts`. A pending row loses its person and stays pending, since its call
 * may yet put the object: the sweep deletes it once no call can.
 */
export const beginErasure = (db: Database, which: SQL, now: number): Statement =>
  db
    .update(mediaObjects)
    .set({
      state: sql`case ${mediaObjects.state} when 'pending' then 'pending' else 'erasing' end`,
      customerRef: sql`case ${mediaObjects.state} when 'pending' then null else ${mediaObjects.customerRef} end`,
      erasedAt: now,
    })
    .where(which);

/**
 * For the scheduled sweep only: begins the erasure of images for reviews that were not made in time, `limit`
 * at most, the longest overdue first.
 */
export const eraseUnreviewed = (db: Database, now: number, limit: number): Statement =>
  beginErasure(
    db,
    sql`${mediaObjects.id} in (select id from media_objects where state = 'kept' and kept_until is not null and kept_until <= ${now} order by kept_until limit ${limit})`,
    now,
  );

/** Keys of the selected rows' objects, without duplicates. */
export const selectObjectKeys = (db: Database, which: SQL) =>
  db.selectDistinct({ key: mediaObjects.objectKey }).from(mediaObjects).where(which);

export async function listObjectKeys(db: Database, which: SQL): Promise<string[]> {
  return (await selectObjectKeys(db, which)).map(({ key }) => key);
}

/** Keys of a verification's objects whose deletion has begun. */
export const listErasing = (db: Database, scope: Scope, verificationId: string): Promise<string[]> => {
  const { verificationId: of, state } = mediaObjects;
  return listObjectKeys(
    db,
    sql`${inScope(mediaObjects, scope)} and ${eq(of, verificationId)} and ${eq(state, "erasing")}`,
  );
};

/** Those of these objects that another result still shows. */
export async function stillShown(db: Database, objectKeys: readonly string[]): Promise<Set<string>> {
  const { objectKey, state } = mediaObjects;
  return new Set(await listObjectKeys(db, sql`${inArray(objectKey, objectKeys)} and ${eq(state, "kept")}`));
}

/** Ends the erasure of objects that are deleted, or that other results still show. */
export const endErasure = (db: Database, objectKeys: readonly string[]): Statement =>
  db
    .update(mediaObjects)
    .set({ state: "erased", customerRef: null })
    .where(and(inArray(mediaObjects.objectKey, objectKeys), eq(mediaObjects.state, "erasing")));

/** For the scheduled sweep only: notes rows that have been pending since before a time, oldest first. */
export const notePending = (db: Database, { before, limit }: Unsettled, now: number): Statement =>
  db
    .update(mediaObjects)
    .set({ erasedAt: now })
    .where(
      sql`${mediaObjects.id} in (select id from media_objects where state in ('pending', 'erasing') and state = 'pending' and created_at < ${before} and erased_at is null order by created_at limit ${limit})`,
    );

/** Equal to the condition of the partial index of such rows. */
const IS_UNSETTLED = sql`${mediaObjects.state} in ('pending', 'erasing')`;

interface Unsettled {
  /** In this state since before this time. */
  readonly before: number;
  /** And noted by `notePending`, or erased with their person, before this one. */
  readonly noted?: number;
  readonly limit: number;
}

/** For the scheduled sweep only: objects of rows in a state, oldest first. */
export async function listUnsettled(
  db: Database,
  state: "pending" | "erasing",
  { before, noted, limit }: Unsettled,
): Promise<string[]> {
  const isNoted = noted === undefined ? undefined : lt(mediaObjects.erasedAt, noted);
  const rows = await db
    .select({ key: mediaObjects.objectKey })
    .from(mediaObjects)
    .where(and(IS_UNSETTLED, eq(mediaObjects.state, state), lt(mediaObjects.createdAt, before), isNoted))
    .orderBy(asc(mediaObjects.createdAt))
    .limit(limit);
  return [...new Set(rows.map(({ key }) => key))];
}
