import { and, asc, eq, gt, inArray, isNull, lt, ne, type SQL } from "drizzle-orm";
import { faceTemplates } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../scope.ts";
import type { Database } from "../batch.ts";
import type { RegistrationRow } from "./face-templates.ts";

export type GalleryRow = Pick<
  RegistrationRow,
  "seq" | "registrationId" | "template" | "templateVersion" | "deletedAt"
>;

/** A reader's question about the gallery. */
export interface GalleryQuestion {
  /** The last row that the reader has read; null before the first. */
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
  /** Whether the last row that was read is there. If not, the reader has followed another database. */
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
  const within = and(eq(faceTemplates.tenantId, scope.tenantId), eq(faceTemplates.mode, scope.mode));
  const active = and(within, isNull(deletedAt));
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
  // Two finds and two ranges of indexes, where an "or" or an inequality would read the whole gallery.
  const [changes, last, named, excepted, older, newer] = await db.batch([
    db
      .select({ seq, registrationId, template, templateVersion, deletedAt })
      .from(faceTemplates)
      .where(and(within, gt(seq, after?.seq ?? 0)))
      .orderBy(asc(seq))
      .limit(asked.limit),
    db
      .select({ registrationId })
      .from(faceTemplates)
      .where(and(within, eq(seq, after?.seq ?? 0))),
    activeWith(inArray(registrationId, [...asked.registrationIds])),
    // A reference is never empty.
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
