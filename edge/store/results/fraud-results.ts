import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { fraudResults } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";
import { bitVector } from "./liveness-results.ts";

export interface NewFraudResult
  extends Omit<typeof fraudResults.$inferInsert, keyof Scope | "imageFingerprint"> {
  /** Always set: the column's default would mark a row authentic. */
  readonly authenticityMissing: boolean;
  /** Perceptual hash of the image; null when no hash is kept. */
  readonly fingerprint: Uint8Array | null;
}

const toColumns = ({ fingerprint, ...row }: NewFraudResult, { tenantId, mode }: Scope) => ({
  ...row,
  tenantId,
  mode,
  imageFingerprint: fingerprint === null ? null : bitVector(fingerprint),
});

export function insertFraudResult(db: Database, scope: Scope, row: NewFraudResult): Statement {
  return db.insert(fraudResults).values(toColumns(row, scope));
}

/** Inserts several rows in one statement. */
export function insertFraudResults(db: Database, scope: Scope, rows: readonly NewFraudResult[]): Statement {
  return db.insert(fraudResults).values(rows.map((row) => toColumns(row, scope)));
}

/**
 * Another end user's result with a similar image, and the Hamming distance of the two perceptual hashes in
 * bits.
 */
interface NearestImage {
  readonly id: string;
  readonly distance: number;
}

/**
 * Images that one statement compares, in some 15 ms, which is the longest that other statements wait for it.
 */
const PART = 20_000;
/**
 * Maximum parts that are compared, newest first, so that a tenant's volume does not raise the cost of an
 * image.
 */
const PARTS = 10;

/** The image that is compared: its end user, and its perceptual hash. */
interface ComparedImage {
  readonly customerRef: string;
  readonly fingerprint: Uint8Array;
}

/**
 * Id of the end user's first result with a similar image, of at most `within` differing bits, if that image
 * was of no other end user then; null without one.
 */
export async function firstSending(
  db: Database,
  scope: Scope,
  { customerRef, fingerprint }: ComparedImage,
  within: number,
): Promise<string | null> {
  const distance = sql`vector_distance_cos(${fraudResults.imageFingerprint}, ${bitVector(fingerprint)})`;
  const [row] = await db
    // The unary `+` makes SQLite use the index of the end user: others have all of the tenant's results.
    .select({ id: sql<string | null>`min(+${fraudResults.id})` })
    .from(fraudResults)
    .where(
      and(
        inScope(fraudResults, scope),
        eq(fraudResults.customerRef, customerRef),
        sql`+${fraudResults.imageFingerprint} is not null`,
        isNull(fraudResults.duplicateOf),
        sql`${distance} <= ${within}`,
      ),
    );
  return row?.id ?? null;
}

/**
 * The nearest image of other end users among the newest in this tenant and mode, before a result if given;
 * null if there are no other images. Exact: compares every hash, at 0.5 to 1 µs each within a covering index,
 * part by part. No index reduces that: scans of one template share most of their bits, and so most bands of
 * bits.
 */
export async function nearestOfAnothers(
  db: Database,
  scope: Scope,
  { customerRef, fingerprint }: ComparedImage,
  beforeId: string | null = null,
): Promise<NearestImage | null> {
  let nearest: NearestImage | null = null;
  let before: string | null = beforeId;
  for (let n = 0; n < PARTS && nearest?.distance !== 0; n++) {
    const part: ComparedPart = await nearestInPart(db, scope, { customerRef, fingerprint, before });
    if (part.distance !== null && part.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
      nearest = { id: part.id, distance: part.distance };
    }
    if (part.last === null) break;
    before = part.last;
  }
  return nearest;
}

/**
 * For the batch of a result with an image that no other end user is known to have sent: rolls it back if a
 * result with an id of `since` or later shows that one has, by at most `within` differing bits. `isUnmet`
 * recognises the error.
 */
export function onlyIfFirst(
  db: Database,
  scope: Scope,
  { customerRef, fingerprint }: ComparedImage,
  within: number,
  since: string,
): Statement {
  const distance = sql`vector_distance_cos(${fraudResults.imageFingerprint}, ${bitVector(fingerprint)})`;
  const others = and(
    eq(fraudResults.tenantId, scope.tenantId),
    eq(fraudResults.mode, scope.mode),
    isNotNull(fraudResults.imageFingerprint),
    gte(fraudResults.id, since),
    ne(fraudResults.customerRef, customerRef),
    sql`${distance} <= ${within}`,
  );
  return onlyIf(db, sql`not exists (select 1 from ${fraudResults} where ${others})`);
}

interface ComparedPart {
  readonly id: string;
  /** Null if the part holds no other end user's image. */
  readonly distance: number | null;
  /** The oldest id of the part; null for the last part. */
  readonly last: string | null;
}

async function nearestInPart(
  db: Database,
  { tenantId, mode }: Scope,
  { customerRef, fingerprint, before }: ComparedImage & { readonly before: string | null },
): Promise<ComparedPart> {
  const rest = and(
    eq(fraudResults.tenantId, tenantId),
    eq(fraudResults.mode, mode),
    isNotNull(fraudResults.imageFingerprint),
    before === null ? undefined : lt(fraudResults.id, before),
  );
  // A part's oldest row belongs to it, so that every image is read exactly once.
  const last = sql<
    string | null
  >`(select ${fraudResults.id} from ${fraudResults} where ${rest} order by ${fraudResults.id} desc limit 1 offset ${PART - 1})`;
  const distance = sql`vector_distance_cos(${fraudResults.imageFingerprint}, ${bitVector(fingerprint)})`;
  const [part] = await db
    // SQLite takes the bare column from the row with the minimum.
    .select({ id: fraudResults.id, distance: sql<number | null>`min(${distance})`, last })
    .from(fraudResults)
    .where(
      and(rest, ne(fraudResults.customerRef, customerRef), sql`${fraudResults.id} >= coalesce(${last}, '')`),
    );
  return part ?? { id: "", distance: null, last: null };
}

/**
 * Other end users' results with the same images as these results, without erased ones. Only for the
 * dashboard.
 */
export async function findDuplicates(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly customerRef: string | null }[]> {
  const ofScope = inScope(fraudResults, scope);
  const named = db
    .select({ id: fraudResults.duplicateOf })
    .from(fraudResults)
    .where(and(ofScope, inArray(fraudResults.id, ids)));
  return db
    .select({ id: fraudResults.id, customerRef: fraudResults.customerRef })
    .from(fraudResults)
    .where(and(ofScope, inArray(fraudResults.id, named)));
}
