import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { faceTemplates } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, isDuplicate, onlyIf, type Statement } from "../batch.ts";

export type RegistrationRow = typeof faceTemplates.$inferSelect;
type NewRegistration = Pick<
  typeof faceTemplates.$inferInsert,
  | "registrationId"
  | "customerRef"
  | "template"
  | "templateVersion"
  | "quality"
  | "createdAt"
  | "origin"
  | "portraitHash"
>;

/** The columns of a deleted registration: no biometric data. */
export const ERASED_FACE = { template: null, quality: null, portraitHash: null } as const;

const activeOf = (scope: Scope, customerRef: string) =>
  and(
    inScope(faceTemplates, scope),
    eq(faceTemplates.customerRef, customerRef),
    isNull(faceTemplates.deletedAt),
  );

/**
 * A new registration. Its batch fails if the end user has an active one; `isRegistered` recognises the error.
 */
export function insertRegistration(db: Database, scope: Scope, row: NewRegistration): Statement {
  return db.insert(faceTemplates).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

/** Whether a batch failed because the end user has an active registration. */
export function isRegistered(error: unknown): boolean {
  return isDuplicate(error, "face_templates");
}

/** Deletes the end user's active registration, if any: see `deleteRegistrations`. */
export const deleteRegistration = (
  db: Database,
  scope: Scope,
  customerRef: string,
  now: number,
): [Statement, Statement] => deleteRegistrations(db, activeOf(scope, customerRef)!, now);

/**
 * Deletes active registrations. Each old row loses its biometric data, and a new row records the deletion
 * under a `seq` of its own for readers that follow the table. The reference stays, so that a repeated
 * deletion succeeds.
 */
export function deleteRegistrations(db: Database, which: SQL, now: number): [Statement, Statement] {
  const { registrationId, tenantId, mode, templateVersion, createdAt, origin } = faceTemplates;
  return [
    db
      .insert(faceTemplates)
      .select(
        sql`select null, ${registrationId}, ${tenantId}, ${mode}, ${faceTemplates.customerRef}, null, ${templateVersion}, null, ${createdAt}, ${now}, ${origin}, null from ${faceTemplates} where ${which}`,
      ),
    db
      .update(faceTemplates)
      .set({ ...ERASED_FACE, deletedAt: now })
      .where(which),
  ];
}

/**
 * Rolls its batch back unless this is the end user's active registration, or, for null, unless there is no
 * active one. `isUnmet` recognises the error.
 */
export function ifActive(
  db: Database,
  scope: Scope,
  customerRef: string,
  registrationId: string | null,
): Statement {
  const active = sql`(select ${faceTemplates.registrationId} from ${faceTemplates} where ${activeOf(scope, customerRef)})`;
  return onlyIf(db, sql`${active} is ${registrationId}`);
}

/**
 * Rolls its batch back if another end user's face was registered after the row `seq`, and still is. `isUnmet`
 * recognises the error.
 */
export function onlyIfNoneSince(db: Database, scope: Scope, seq: number, exceptRef: string): Statement {
  const newer = and(
    inScope(faceTemplates, scope),
    gt(faceTemplates.seq, seq),
    isNull(faceTemplates.deletedAt),
    ne(faceTemplates.customerRef, exceptRef),
  );
  return onlyIf(db, sql`not exists (select 1 from ${faceTemplates} where ${newer})`);
}

/** Whether this tenant and mode has an active registration of this id. */
export async function isActiveRegistration(db: Database, scope: Scope, id: string): Promise<boolean> {
  const { registrationId, deletedAt } = faceTemplates;
  const [row] = await db
    .select({ registrationId })
    .from(faceTemplates)
    .where(and(inScope(faceTemplates, scope), eq(registrationId, id), isNull(deletedAt)))
    .limit(1);
  return row !== undefined;
}

/** Whether a row is an active registration. */
export function isActive(row: RegistrationRow | undefined): row is RegistrationRow {
  return row?.deletedAt === null;
}

/**
 * The end user's newest row, which may record a deletion; undefined if this tenant and mode never had one.
 */
export async function findRegistration(
  db: Database,
  scope: Scope,
  customerRef: string,
): Promise<RegistrationRow | undefined> {
  const [row] = await db
    .select()
    .from(faceTemplates)
    .where(and(inScope(faceTemplates, scope), eq(faceTemplates.customerRef, customerRef)))
    .orderBy(desc(faceTemplates.seq))
    .limit(1);
  return row;
}

/** Every registration that this tenant and mode ever had under the reference, deleted ones included. */
export async function listCustomersFaces(
  db: Database,
  scope: Scope,
  customerRef: string,
): Promise<Pick<RegistrationRow, "registrationId" | "templateVersion">[]> {
  const { registrationId, templateVersion } = faceTemplates;
  const rows = await db
    .select({ registrationId, templateVersion })
    .from(faceTemplates)
    .where(and(inScope(faceTemplates, scope), eq(faceTemplates.customerRef, customerRef)));
  // For a DISTINCT of its own, SQLite would read the whole gallery in the order of the registrations.
  return [...new Map(rows.map((row) => [`${row.registrationId} ${row.templateVersion}`, row])).values()];
}

/** Active registrations, newest first; only those older than the `before` registration. */
export async function listRegistrations(
  db: Database,
  scope: Scope,
  page: { limit: number; before: string | null; customerRef: string | undefined },
): Promise<RegistrationRow[]> {
  const older =
    page.before === null
      ? undefined
      : sql`${faceTemplates.seq} < (select min(cursor.seq) from ${faceTemplates} cursor where cursor.registration_id = ${page.before} and cursor.tenant_id = ${scope.tenantId} and cursor.mode = ${scope.mode})`;
  const ofCustomer =
    page.customerRef === undefined ? undefined : eq(faceTemplates.customerRef, page.customerRef);
  return db
    .select()
    .from(faceTemplates)
    .where(and(inScope(faceTemplates, scope), isNull(faceTemplates.deletedAt), ofCustomer, older))
    .orderBy(desc(faceTemplates.seq))
    .limit(page.limit);
}

export type GalleryRow = Pick<
  RegistrationRow,
  "seq" | "registrationId" | "template" | "templateVersion" | "deletedAt"
>;

/** A query of the gallery by a reader that keeps a copy. */
interface GalleryQuestion {
  /** The last row that the reader has read; null for a reader that has read no row. */
  readonly after: Pick<RegistrationRow, "seq" | "registrationId"> | null;
  readonly limit: number;
  /** Registrations in the reader's copy whose existence is to be checked. */
  readonly registrationIds: readonly string[];
  /** The expected version of all templates, except those of the customer `exceptRef`. */
  readonly version: string;
  readonly exceptRef: string | null;
}

/** The state of a gallery at one moment. */
export interface GalleryView {
  /** Rows after the last row read, by ascending `seq`, deletions included. */
  readonly changes: readonly GalleryRow[];
  /** Whether the last row read exists. If not, the reader has followed another database. */
  readonly known: boolean;
  /** The active registrations among those of the query and those of the excepted customer. */
  readonly active: readonly Pick<RegistrationRow, "registrationId" | "customerRef" | "templateVersion">[];
  /** Whether some active template has another version than the expected one. */
  readonly mixed: boolean;
}

/** Reads the gallery in one round trip, whatever its size. */
export async function viewGallery(
  db: Database,
  scope: Scope,
  question: GalleryQuestion,
): Promise<GalleryView> {
  const { seq, registrationId, customerRef, template, templateVersion, deletedAt } = faceTemplates;
  const { after, version, exceptRef } = question;
  const ofScope = inScope(faceTemplates, scope);
  const active = and(ofScope, isNull(deletedAt));
  const activeWith = (condition: SQL) =>
    db
      .select({ registrationId, customerRef, templateVersion })
      .from(faceTemplates)
      .where(and(active, condition));
  const anyWith = (range: SQL) =>
    db
      .select({ registrationId })
      .from(faceTemplates)
      .where(and(active, range, exceptRef === null ? undefined : ne(customerRef, exceptRef)))
      .limit(1);
  // Two lookups and two index ranges: an "or" or an inequality would read the whole gallery.
  const [changes, last, named, excepted, older, newer] = await db.batch([
    db
      .select({ seq, registrationId, template, templateVersion, deletedAt })
      .from(faceTemplates)
      .where(and(ofScope, gt(seq, after?.seq ?? 0)))
      .orderBy(asc(seq))
      .limit(question.limit),
    db
      .select({ registrationId })
      .from(faceTemplates)
      .where(and(ofScope, eq(seq, after?.seq ?? 0))),
    activeWith(inArray(registrationId, [...question.registrationIds])),
    // A stored reference is never empty, so "" finds no row.
    activeWith(eq(customerRef, exceptRef ?? "")),
    anyWith(lt(templateVersion, version)),
    anyWith(gt(templateVersion, version)),
  ]);
  return {
    changes,
    known: after === null || last[0]?.registrationId === after.registrationId,
    active: [...named, ...excepted],
    mixed: older.length + newer.length > 0,
  };
}
