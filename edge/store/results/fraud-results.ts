import { and, eq, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { fraudResults } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../scope.ts";
import type { Database, Statement } from "../batch.ts";

export interface NewFraudResult
  extends Omit<typeof fraudResults.$inferInsert, keyof Scope | "imageFingerprint"> {
  /** Perceptual hash of the picture; null: no hash is kept. */
  readonly fingerprint: Uint8Array | null;
}

const toColumns = ({ fingerprint, ...row }: NewFraudResult, { tenantId, mode }: Scope) => ({
  ...row,
  tenantId,
  mode,
  imageFingerprint: fingerprint === null ? null : bitVector(fingerprint),
});

/** libSQL's one-bit vector: `vector_distance_cos` of two is their Hamming distance. */
function bitVector(bytes: Uint8Array): SQL<Uint8Array> {
  const signs = Array.from({ length: 8 * bytes.length }, (_, bit) =>
    (bytes[bit >> 3]! >> (bit & 7)) & 1 ? 1 : -1,
  );
  return sql`vector1bit(${`[${signs}]`})`;
}

export function insertFraudResult(db: Database, scope: Scope, row: NewFraudResult): Statement {
  return db.insert(fraudResults).values(toColumns(row, scope));
}

/** Several at once, in one statement. */
export function insertFraudResults(db: Database, scope: Scope, rows: readonly NewFraudResult[]): Statement {
  return db.insert(fraudResults).values(rows.map((row) => toColumns(row, scope)));
}

/**
 * Another customer's result whose picture is like one at hand, and the bits in which their perceptual hashes
 * differ.
 */
interface NearestImage {
  readonly id: string;
  readonly distance: number;
}

/**
 * The nearest of other customers' pictures in this tenant and mode; null where there is none. Exact: it
 * compares every hash, within an index that holds all it needs, at some 0.5 µs each.
 */
export async function nearestOfAnothers(
  db: Database,
  scope: Scope,
  { customerRef, fingerprint }: { customerRef: string; fingerprint: Uint8Array },
): Promise<NearestImage | null> {
  const distance = sql`vector_distance_cos(${fraudResults.imageFingerprint}, ${bitVector(fingerprint)})`;
  const [nearest] = await db
    // SQLite takes a bare column from the row that holds the minimum.
    .select({ id: fraudResults.id, distance: sql<number | null>`min(${distance})` })
    .from(fraudResults)
    .where(
      and(
        eq(fraudResults.tenantId, scope.tenantId),
        eq(fraudResults.mode, scope.mode),
        ne(fraudResults.customerRef, customerRef),
        isNotNull(fraudResults.imageFingerprint),
      ),
    );
  if (nearest === undefined || nearest.distance === null) return null;
  return { id: nearest.id, distance: nearest.distance };
}

/**
 * Other customers' results that show the pictures of these results, without erased ones. For the dashboard
 * alone.
 */
export async function findDuplicates(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly customerRef: string | null }[]> {
  const inScope = and(eq(fraudResults.tenantId, scope.tenantId), eq(fraudResults.mode, scope.mode));
  const named = db
    .select({ id: fraudResults.duplicateOf })
    .from(fraudResults)
    .where(and(inScope, inArray(fraudResults.id, ids)));
  return db
    .select({ id: fraudResults.id, customerRef: fraudResults.customerRef })
    .from(fraudResults)
    .where(and(inScope, inArray(fraudResults.id, named)));
}

export async function findFraudResult(db: Database, scope: Scope, id: string) {
  const [row] = await db
    .select()
    .from(fraudResults)
    .where(
      and(
        eq(fraudResults.tenantId, scope.tenantId),
        eq(fraudResults.mode, scope.mode),
        eq(fraudResults.id, id),
      ),
    );
  return row;
}
