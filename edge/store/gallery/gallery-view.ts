import { and, asc, eq, gt, inArray, isNull, lt, ne, type SQL } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { faceTemplates } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database } from "../batch.ts";
import type { RegistrationRow } from "./face-templates.ts";

export type GalleryRow = Pick<
  RegistrationRow,
  "seq" | "registrationId" | "template" | "templateVersion" | "deletedAt"
>;

/** A query of the gallery by a reader that keeps a copy. */
export interface GalleryQuestion {
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
