import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { listItems } from "../../../drizzle/schema/lists.ts";
import { searchTerms } from "../../../drizzle/schema/search.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import type { ListName } from "../../../vocabulary/own-checks.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";

/** A reading of a document under another end user. */
export interface SeenElsewhere {
  readonly verificationId: string;
  /** The id of the OCR result. */
  readonly resultId: string;
}

/**
 * Readings of a document, by its terms, in verifications of other end users: newest first. One search of the
 * index of terms finds them. `terms` is not empty.
 */
export const selectSeenElsewhere = (
  db: Database,
  scope: Scope,
  { terms, customerRef, limit }: { terms: readonly Uint8Array[]; customerRef: string; limit: number },
) =>
  db
    .select({ verificationId: searchTerms.verificationId, resultId: searchTerms.resultId })
    .from(searchTerms)
    // The unary `+` makes SQLite begin with the terms, and find each verification by its id.
    .innerJoin(
      verifications,
      and(
        eq(verifications.id, searchTerms.verificationId),
        sql`+${verifications.tenantId} = ${scope.tenantId} and +${verifications.mode} = ${scope.mode}`,
        sql`+${verifications.customerRef} not in ('', ${customerRef})`,
      ),
    )
    .where(and(inScope(searchTerms, scope), inArray(searchTerms.term, terms as Uint8Array[])))
    .orderBy(sql`${searchTerms.verificationId} desc`, sql`${searchTerms.resultId} desc`)
    .limit(limit);

/** See `selectSeenElsewhere`. */
export const findSeenElsewhere = (
  db: Database,
  scope: Scope,
  which: Parameters<typeof selectSeenElsewhere>[2],
): Promise<SeenElsewhere[]> => selectSeenElsewhere(db, scope, which);

/**
 * Rolls its batch back if another end user has shown the document meanwhile. `isUnmet` recognises the error.
 */
export const onlyIfUnseen = (
  db: Database,
  scope: Scope,
  which: { terms: readonly Uint8Array[]; customerRef: string },
): Statement => onlyIf(db, sql`not exists ${selectSeenElsewhere(db, scope, { ...which, limit: 1 })}`);

/** The lists that one of the terms is on at `now`. `terms` is not empty. */
export async function findListed(
  db: Database,
  scope: Scope,
  terms: readonly Uint8Array[],
  now: number,
): Promise<ReadonlySet<ListName>> {
  const rows = await db
    .select({ list: listItems.list })
    .from(listItems)
    .where(
      and(
        inScope(listItems, scope),
        inArray(listItems.term, terms as Uint8Array[]),
        or(isNull(listItems.expiresAt), gt(listItems.expiresAt, now)),
      ),
    );
  return new Set(rows.map(({ list }) => list));
}
