import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { livenessResults } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";

/**
 * A perceptual hash as libSQL's one-bit vector: `vector_distance_cos` of two such vectors is their Hamming
 * distance.
 */
export function bitVector(bytes: Uint8Array): SQL<Uint8Array> {
  const signs = Array.from({ length: 8 * bytes.length }, (_, bit) =>
    (bytes[bit >> 3]! >> (bit & 7)) & 1 ? 1 : -1,
  );
  return sql`vector1bit(${`[${signs}]`})`;
}

/** The columns of a check's frames, the first one's first. */
const FRAME_HASHES = ["frameHash1", "frameHash2", "frameHash3", "frameHash4", "frameHash5"] as const;

interface NewLivenessResult
  extends Omit<typeof livenessResults.$inferInsert, keyof Scope | (typeof FRAME_HASHES)[number]> {
  /** Perceptual hashes of its frames' faces, five at most; empty if they are not kept. */
  readonly frameHashes: readonly Uint8Array[];
}

export function insertLivenessResult(
  db: Database,
  { tenantId, mode }: Scope,
  { frameHashes, ...row }: NewLivenessResult,
): Statement {
  const hashes = frameHashes.map((hash, n) => [FRAME_HASHES[n], bitVector(hash)]);
  return db.insert(livenessResults).values({ ...row, ...Object.fromEntries(hashes), tenantId, mode });
}

/** The encrypted template of a result's best selfie frame; undefined if this tenant and mode has none. */
export async function findFrameTemplate(db: Database, scope: Scope, id: string) {
  const [row] = await db
    .select({
      id: livenessResults.id,
      encrypted: livenessResults.frameTemplate,
      version: livenessResults.templateVersion,
    })
    .from(livenessResults)
    .where(and(inScope(livenessResults, scope), eq(livenessResults.id, id)));
  return row;
}

/** What the challenges among these checks asked for, by the checks' ids. */
export async function findActions(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: livenessResults.id, action: livenessResults.action })
    .from(livenessResults)
    .where(and(inScope(livenessResults, scope), inArray(livenessResults.id, ids)));
  return new Map(rows.flatMap(({ id, action }) => (action === null ? [] : [[id, action] as const])));
}

/** The frames to look up. */
export interface FrameQuestion {
  /** Perceptual hashes of their faces, and of their mirror images. */
  readonly frames: readonly { readonly hash: Uint8Array; readonly mirrored: Uint8Array }[];
  readonly customerRef: string | null;
  readonly verificationId: string | null;
  /** Maximum differing bits, by whether the earlier check is the same end user's; `mirrored` for any. */
  readonly limits: Readonly<Record<"verification" | "customer" | "others" | "mirrored", number>>;
}

/**
 * Other end users' checks that one statement compares, in some 10 ms: other statements wait no longer for it.
 */
const PART = 1_000;
/**
 * Maximum parts that are compared, newest first, so that a tenant's volume does not raise the cost of a
 * check.
 */
const PARTS = 10;

/**
 * Which of the frames were sent before in this tenant and mode: by the same end user in any check, by others
 * in the newest 10,000.
 */
export async function findKnownFrames(
  db: Database,
  scope: Scope,
  question: FrameQuestion,
): Promise<boolean[]> {
  const { frames, customerRef } = question;
  let known = frames.map(() => false);
  if (frames.length === 0) return known;
  if (customerRef !== null) {
    const own = sql`${livenessResults.customerRef} = ${customerRef}`;
    known = (await compareFrames(db, scope, question, own)).known;
  }
  let before: string | null = null;
  for (let n = 0; n < PARTS && known.includes(false); n++) {
    const part = await compareWithOthers(db, scope, question, before);
    known = known.map((found, frame) => found || part.known[frame]!);
    if (part.last === null) break;
    before = part.last;
  }
  return known;
}

/**
 * For the batch of a check with frames that no other check is known to have: rolls it back if one with an id
 * of `since` or later has one of them. `isUnmet` recognises the error.
 */
export function onlyIfNew(
  db: Database,
  scope: Scope,
  question: FrameQuestion,
  { id, since }: { readonly id: string; readonly since: string },
): Statement {
  const recent = sql`${livenessResults.id} >= ${since} and ${livenessResults.id} <> ${id}`;
  const found = sql.join(
    question.frames.map((_, n) => sql`coalesce(${nearest(n, question)}, 1) > 0`),
    sql` and `,
  );
  return onlyIf(db, sql`(${comparison(scope, question, recent, found)})`);
}

async function compareWithOthers(
  db: Database,
  scope: Scope,
  question: FrameQuestion,
  before: string | null,
): Promise<{ known: boolean[]; last: string | null }> {
  const { id, customerRef, frameHash1 } = livenessResults;
  const older = before === null ? sql`` : sql`and ${id} < ${before}`;
  const rest = sql`${inScope(livenessResults, scope)} and ${frameHash1} is not null ${older}`;
  // A part's oldest check belongs to it, so that every check is read exactly once.
  const last = sql`(select ${id} from ${livenessResults} where ${rest} order by ${id} desc limit 1 offset ${PART - 1})`;
  const part = sql`${older} and ${id} >= coalesce(${last}, '') and ${customerRef} is not ${question.customerRef}`;
  return compareFrames(db, scope, question, sql`true ${part}`, last);
}

/** Which frames are known among the checks that match a condition. */
async function compareFrames(
  db: Database,
  scope: Scope,
  question: FrameQuestion,
  condition: SQL,
  last: SQL = sql`null`,
): Promise<{ known: boolean[]; last: string | null }> {
  const excess = question.frames.map((_, n) => nearest(n, question));
  const selected = sql`json_array(${sql.join(excess, sql`, `)}) as excess, ${last} as last`;
  const [row] = await db.all<{ excess: string; last: string | null }>(
    comparison(scope, question, condition, selected),
  );
  const bits = JSON.parse(row!.excess) as (number | null)[];
  return { known: bits.map((each) => each !== null && each <= 0), last: row!.last };
}

/** The selection from the comparison of the frames with each check that matches a condition. */
function comparison(scope: Scope, { frames }: FrameQuestion, condition: SQL, selected: SQL): SQL {
  const vectors = frames.flatMap(({ hash, mirrored }, n) => [
    sql`${bitVector(hash)} as ${probe(n)}`,
    sql`${bitVector(mirrored)} as ${mirror(n)}`,
  ]);
  return sql`
    with probe as materialized (select ${sql.join(vectors, sql`, `)})
    select ${selected}
    from probe cross join ${livenessResults}
    where ${inScope(livenessResults, scope)} and ${livenessResults.frameHash1} is not null and ${condition}`;
}

/** The least excess of a frame over its limit among the checks; null without a check. */
function nearest(n: number, { customerRef, verificationId, limits }: FrameQuestion): SQL {
  const limit = sql`case when ${livenessResults.verificationId} = ${verificationId} then ${limits.verification}
    when ${livenessResults.customerRef} = ${customerRef} then ${limits.customer} else ${limits.others} end`;
  return sql`min(${excessOf(n, limit, limits.mirrored)})`;
}

/** By how many bits the nearest frame of a check exceeds its limit; 0 or less is the same frame. */
function excessOf(n: number, limit: SQL, mirrored: number): SQL {
  const each = FRAME_HASHES.map((name) => {
    const column = livenessResults[name];
    const distance = (vector: SQL) => sql`vector_distance_cos(${column}, probe.${vector})`;
    const nearer = sql`min(${distance(probe(n))} - ${limit}, ${distance(mirror(n))} - ${mirrored})`;
    return sql`case when ${column} is null then 1024 else ${nearer} end`;
  });
  return sql`min(${sql.join(each, sql`, `)})`;
}

const probe = (n: number) => sql.raw(`hash_${n}`);
const mirror = (n: number) => sql.raw(`mirrored_${n}`);
