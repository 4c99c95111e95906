import { and, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { fraudResults } from "../../drizzle/schema/results.ts";
import type { Scope } from "../scope.ts";
import type { Database, Statement } from "./batch.ts";

export interface NewFraudResult
  extends Omit<typeof fraudResults.$inferInsert, keyof Scope | "imageFingerprint"> {
  /** Perceptual hash of the picture; null keeps none. */
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
 * Whether another customer of this tenant and mode has sent a picture whose perceptual hash differs in at most `bits`
 * bits. Exact: it compares every hash, within an index that holds all it needs, at some 0.5 µs each.
 */
export async function isKnownFromAnother(
  db: Database,
  scope: Scope,
  { customerRef, fingerprint, bits }: { customerRef: string; fingerprint: Uint8Array; bits: number },
): Promise<boolean> {
  const distance = sql`vector_distance_cos(${fraudResults.imageFingerprint}, ${bitVector(fingerprint)})`;
  const rows = await db
    .select({ one: sql`1` })
    .from(fraudResults)
    .where(
      and(
        eq(fraudResults.tenantId, scope.tenantId),
        eq(fraudResults.mode, scope.mode),
        ne(fraudResults.customerRef, customerRef),
        isNotNull(fraudResults.imageFingerprint),
        sql`${distance} <= ${bits}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
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
