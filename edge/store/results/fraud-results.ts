import { and, eq, gt, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { fraudResults } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../scope.ts";
import type { Database, Statement } from "../batch.ts";

export interface NewFraudResult
  extends Omit<typeof fraudResults.$inferInsert, keyof Scope | "imageFingerprint"> {
  /** Perceptual hash of the picture; null when no hash is kept. */
  readonly fingerprint: Uint8Array | null;
}

const toColumns = ({ fingerprint, ...row }: NewFraudResult, { tenantId, mode }: Scope) => ({
  ...row,
  tenantId,
  mode,
  imageFingerprint: fingerprint === null ? null : bitVector(fingerprint),
});

/** libSQL's one-bit vector: `vector_distance_cos` of two such vectors is their Hamming distance. */
function bitVector(bytes: Uint8Array): SQL<Uint8Array> {
  const signs = Array.from({ length: 8 * bytes.length }, (_, bit) =>
    (bytes[bit >> 3]! >> (bit & 7)) & 1 ? 1 : -1,
  );
  return sql`vector1bit(${`[${signs}]`})`;
}

export function insertFraudResult(db: Database, scope: Scope, row: NewFraudResult): Statement {
  return db.insert(fraudResults).values(toColumns(row, scope));
}

/** Inserts several rows in one statement. */
export function insertFraudResults(db: Database, scope: Scope, rows: readonly NewFraudResult[]): Statement {
  return db.insert(fraudResults).values(rows.map((row) => toColumns(row, scope)));
}

/**
 * Another customer's result with a similar picture, and the Hamming distance of the two perceptual hashes in
 * bits.
 */
interface NearestImage {
  readonly id: string;
  readonly distance: number;
}

/** Pictures that one statement compares, in some 15 ms: the others' statements wait no longer. */
const PART = 20_000;

/**
 * The nearest picture of other customers in this tenant and mode; null when there are no other pictures.
 * Exact: compares every hash, at some 0.5 µs each within a covering index, part by part. Bands of the hash
 * would not bound the work: scans of one template share most of its bits.
 */
export async function nearestOfAnothers(
  db: Database,
  scope: Scope,
  { customerRef, fingerprint }: { customerRef: string; fingerprint: Uint8Array },
): Promise<NearestImage | null> {
  let nearest: NearestImage | null = null;
  for (let after: string | null = ""; after !== null && nearest?.distance !== 0; ) {
    const part: ComparedPart = await nearestInPart(db, scope, { customerRef, fingerprint, after });
    if (part.distance !== null && part.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
      nearest = { id: part.id, distance: part.distance };
    }
    after = part.last;
  }
  return nearest;
}

interface ComparedPart {
  readonly id: string;
  /** Null where no other customer's picture is in the part. */
  readonly distance: number | null;
  /** The last id of the part; null for the last part. */
  readonly last: string | null;
}

async function nearestInPart(
  db: Database,
  { tenantId, mode }: Scope,
  { customerRef, fingerprint, after }: { customerRef: string; fingerprint: Uint8Array; after: string },
): Promise<ComparedPart> {
  const rest = and(
    eq(fraudResults.tenantId, tenantId),
    eq(fraudResults.mode, mode),
    isNotNull(fraudResults.imageFingerprint),
    gt(fraudResults.id, after),
  );
  // A part's last row belongs to it: no part reads a picture twice, or leaves one out.
  const last = sql<
    string | null
  >`(select ${fraudResults.id} from ${fraudResults} where ${rest} order by ${fraudResults.id} limit 1 offset ${PART - 1})`;
  const distance = sql`vector_distance_cos(${fraudResults.imageFingerprint}, ${bitVector(fingerprint)})`;
  const [part] = await db
    // SQLite takes the bare column from the row with the minimum.
    .select({ id: fraudResults.id, distance: sql<number | null>`min(${distance})`, last })
    .from(fraudResults)
    .where(
      and(rest, ne(fraudResults.customerRef, customerRef), sql`${fraudResults.id} <= coalesce(${last}, '~')`),
    );
  return part ?? { id: "", distance: null, last: null };
}

/**
 * Other customers' results with the same pictures as these results, without erased ones. Only for the
 * dashboard.
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
