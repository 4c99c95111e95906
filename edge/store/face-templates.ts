import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { faceTemplates } from "../../drizzle/schema/results.ts";
import type { Scope } from "../scope.ts";
import { type Database, isDuplicate, type Statement } from "./batch.ts";

export type RegistrationRow = typeof faceTemplates.$inferSelect;
export type NewRegistration = Pick<
  typeof faceTemplates.$inferInsert,
  "registrationId" | "customerRef" | "template" | "templateVersion" | "quality" | "createdAt"
>;

const within = (scope: Scope) =>
  and(eq(faceTemplates.tenantId, scope.tenantId), eq(faceTemplates.mode, scope.mode));

const activeOf = (scope: Scope, customerRef: string) =>
  and(within(scope), eq(faceTemplates.customerRef, customerRef), isNull(faceTemplates.deletedAt));

/** A new registration; its batch fails, and `isRegistered` tells so, where the customer has an active one. */
export function insertRegistration(db: Database, scope: Scope, row: NewRegistration): Statement {
  return db.insert(faceTemplates).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

/** Whether a batch failed because the customer has an active registration. */
export function isRegistered(error: unknown): boolean {
  return isDuplicate(error, "face_templates");
}

/**
 * Deletes the customer's active registration, if there is one: a row that says so, with a `seq` of its own for whoever
 * follows the table, and the old row emptied of what was biometric. The reference stays, so that deleting again is known
 * to be done.
 */
export function deleteRegistration(
  db: Database,
  scope: Scope,
  customerRef: string,
  now: number,
): [Statement, Statement] {
  const { registrationId, tenantId, mode, templateVersion, createdAt } = faceTemplates;
  return [
    db
      .insert(faceTemplates)
      .select(
        sql`select null, ${registrationId}, ${tenantId}, ${mode}, ${faceTemplates.customerRef}, null, ${templateVersion}, null, ${createdAt}, ${now} from ${faceTemplates} where ${activeOf(scope, customerRef)}`,
      ),
    db
      .update(faceTemplates)
      .set({ template: null, quality: null, deletedAt: now })
      .where(activeOf(scope, customerRef)),
  ];
}

/** The customer's newest row, a deletion's included; undefined when this tenant and mode never had one. */
export async function findRegistration(
  db: Database,
  scope: Scope,
  customerRef: string,
): Promise<RegistrationRow | undefined> {
  const [row] = await db
    .select()
    .from(faceTemplates)
    .where(and(within(scope), eq(faceTemplates.customerRef, customerRef)))
    .orderBy(desc(faceTemplates.seq))
    .limit(1);
  return row;
}

/** Active registrations, newest first, older than the `before` registration. */
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
    .where(and(within(scope), isNull(faceTemplates.deletedAt), ofCustomer, older))
    .orderBy(desc(faceTemplates.seq))
    .limit(page.limit);
}

export type GalleryRow = Pick<
  RegistrationRow,
  "seq" | "registrationId" | "template" | "templateVersion" | "deletedAt"
>;

/** What a reader of the gallery wants to know of it. */
export interface GalleryQuestion {
  /** The last row that it has read; null for none. */
  readonly after: Pick<RegistrationRow, "seq" | "registrationId"> | null;
  readonly limit: number;
  /** Registrations that it believes to be there. */
  readonly registrationIds: readonly string[];
  /** The version that all templates should have, but for those of one customer. */
  readonly version: string;
  readonly exceptRef: string | null;
}

/** A gallery at one moment. */
export interface GalleryView {
  /** Rows after the last one read, by ascending `seq`, deletions included. */
  readonly changes: readonly GalleryRow[];
  /** Whether the last row read is there. If not, what was read is not this database's. */
  readonly known: boolean;
  /** Those of the asked registrations, and of the excepted customer's, that are active. */
  readonly active: readonly Pick<RegistrationRow, "registrationId" | "customerRef" | "templateVersion">[];
  /** Whether a template has another version. */
  readonly mixed: boolean;
}

/** Reads it in one round trip, whatever the gallery's size. */
export async function viewGallery(db: Database, scope: Scope, asked: GalleryQuestion): Promise<GalleryView> {
  const { seq, registrationId, customerRef, template, templateVersion, deletedAt } = faceTemplates;
  const { after, version, exceptRef } = asked;
  const active = and(within(scope), isNull(deletedAt));
  const [changes, last, named, others] = await db.batch([
    db
      .select({ seq, registrationId, template, templateVersion, deletedAt })
      .from(faceTemplates)
      .where(and(within(scope), gt(seq, after?.seq ?? 0)))
      .orderBy(asc(seq))
      .limit(asked.limit),
    db
      .select({ registrationId })
      .from(faceTemplates)
      .where(and(within(scope), eq(seq, after?.seq ?? 0))),
    db
      .select({ registrationId, customerRef, templateVersion })
      .from(faceTemplates)
      .where(
        and(
          active,
          or(
            inArray(registrationId, [...asked.registrationIds]),
            exceptRef === null ? undefined : eq(customerRef, exceptRef),
          ),
        ),
      ),
    db
      .select({ registrationId })
      .from(faceTemplates)
      .where(
        and(
          active,
          // Two ranges of the index, where an inequality would be all of it.
          or(lt(templateVersion, version), gt(templateVersion, version)),
          exceptRef === null ? undefined : ne(customerRef, exceptRef),
        ),
      )
      .limit(1),
  ]);
  return {
    changes,
    known: after === null || last[0]?.registrationId === after.registrationId,
    active: named,
    mixed: others.length > 0,
  };
}
