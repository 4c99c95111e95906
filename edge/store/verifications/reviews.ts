import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { userSessions } from "../../../drizzle/schema/dashboard.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import type { DocumentType } from "../../../vocabulary/document-types.ts";
import type { Scope } from "../../core/scope.ts";
import type { Verification } from "../../verification/types.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";
import { AWAITS_REVIEW, besideInQueue, QUEUE_ORDER } from "./history.ts";
import { toVerification } from "./stored-verification.ts";

/** A reviewer's lease of a review. */
export interface Claim {
  /** The person: see `Proposal.by`. */
  readonly by: string;
  /** The dashboard session that the lease ends with; null for an API call. */
  readonly session: string | null;
  /** When the lease ends, in milliseconds since the epoch. */
  readonly until: number;
}

/** A verification that awaits a review. */
export interface ReviewRow {
  readonly verification: Verification;
  /** The lease that holds at the time of the read; null without one. */
  readonly claim: Claim | null;
  /** The type of the document that counts, as recognised or else as declared; null without a document. */
  readonly documentType: DocumentType | null;
  /** The language in which the person consented, or else that of the link; null if unknown. */
  readonly locale: string | null;
}

/** The filter of the review queue. An undefined property filters nothing. */
export interface ReviewFilter {
  /** A code of `decision_reasons`. */
  readonly reason?: string | undefined;
  /** Only reviews that have waited since then or longer, in milliseconds since the epoch. */
  readonly completedBy?: number | undefined;
  readonly documentType?: DocumentType | undefined;
  /** A language, such as `pt`, or a language with its region. */
  readonly locale?: string | undefined;
  /** Only reviews that this person may take: not claimed by another person, and not proposed by this one. */
  readonly openTo?: string | undefined;
}

const { claimedBy, claimedSession, claimedUntil } = verifications;

/** Whether a lease holds: it is not over, and its session has not been ended by a sign-out. */
const isClaimed = (now: number): SQL =>
  sql`(${claimedUntil} > ${now} and (${claimedSession} is null or exists (select 1 from ${userSessions} where ${userSessions.id} = ${claimedSession})))`;

/** Whether no other person has claimed the review. */
const isOpenTo = (by: string, now: number): SQL =>
  sql`(${claimedBy} is null or ${claimedBy} = ${by} or not ${isClaimed(now)})`;

// The document step is a policy's first or second. As raw text: drizzle leaves the tables out of the columns
// in a selected expression. The unary `+` makes SQLite find the result by its id.
const DOCUMENT_TYPE = sql.raw(
  "(select coalesce(json_extract(r.body, '$.detected_document_type'), json_extract(r.body, '$.document_type')) from ocr_results r where r.id = coalesce(json_extract(verifications.steps, '$[0].parts.ocr.evidence.resultId'), json_extract(verifications.steps, '$[1].parts.ocr.evidence.resultId')) and +r.tenant_id = verifications.tenant_id and +r.mode = verifications.mode)",
) as SQL<DocumentType | null>;

const LOCALE = sql<
  string | null
>`coalesce(json_extract(${verifications.consent}, '$.locale'), json_extract(${verifications.capture}, '$.locale'))`;

/** Reviews, in the queue's order; only those behind the `after` id. */
export async function listReviews(
  db: Database,
  scope: Scope,
  { limit, after, now }: { limit: number; after: string | null; now: number },
  filter: ReviewFilter = {},
): Promise<ReviewRow[]> {
  const { reason, completedBy, documentType, locale, openTo } = filter;
  const rows = await db
    .select({
      row: verifications,
      isClaimed: sql<number>`${isClaimed(now)}`,
      documentType: DOCUMENT_TYPE,
      locale: LOCALE,
    })
    .from(verifications)
    .where(
      and(
        inScope(verifications, scope),
        AWAITS_REVIEW,
        after === null ? undefined : besideInQueue(scope, "behind", after),
        reason === undefined
          ? undefined
          : sql`instr(${verifications.decisionReasons}, ${`"code":"${reason}"`}) > 0`,
        completedBy === undefined ? undefined : lte(verifications.completedAt, completedBy),
        documentType === undefined ? undefined : sql`${DOCUMENT_TYPE} = ${documentType}`,
        locale === undefined ? undefined : sql`(${LOCALE} = ${locale} or ${LOCALE} like ${`${locale}-%`})`,
        openTo === undefined
          ? undefined
          : and(
              isOpenTo(openTo, now),
              sql`coalesce(json_extract(${verifications.proposal}, '$.by'), '') <> ${openTo}`,
            ),
      ),
    )
    .orderBy(...QUEUE_ORDER)
    .limit(limit);
  return rows.map(({ row, isClaimed: holds, ...of }) => ({
    ...of,
    verification: toVerification(row),
    claim: holds === 1 ? { by: row.claimedBy!, session: row.claimedSession, until: row.claimedUntil! } : null,
  }));
}

/** The lease of a verification that holds now; null without one. */
export async function findClaim(db: Database, scope: Scope, id: string, now: number): Promise<Claim | null> {
  const [row] = await db
    .select({ by: claimedBy, session: claimedSession, until: claimedUntil })
    .from(verifications)
    .where(and(inScope(verifications, scope), eq(verifications.id, id), isClaimed(now)));
  return row === undefined ? null : { by: row.by!, session: row.session, until: row.until! };
}

const ofId = (scope: Scope, id: string) => and(inScope(verifications, scope), eq(verifications.id, id));

/**
 * Gives a person the lease of a review, or a longer one. Rolls the batch back if the verification awaits no
 * review or another person's lease holds; `isUnmet` recognises the error.
 */
export const claimReview = (
  db: Database,
  scope: Scope,
  id: string,
  { by, session, until }: Claim,
  now: number,
): Statement[] => [
  onlyIf(
    db,
    sql`exists ${db
      .select({ id: verifications.id })
      .from(verifications)
      .where(and(ofId(scope, id), AWAITS_REVIEW, isOpenTo(by, now)))}`,
  ),
  db
    .update(verifications)
    .set({ claimedBy: by, claimedSession: session, claimedUntil: until })
    .where(ofId(scope, id)),
];

/** Makes the lease of a person longer if it holds. */
export const extendClaim = (
  db: Database,
  scope: Scope,
  id: string,
  { by, until }: Omit<Claim, "session">,
  now: number,
): Statement =>
  db
    .update(verifications)
    .set({ claimedUntil: until })
    .where(and(ofId(scope, id), eq(claimedBy, by), isClaimed(now)));

/** Ends the lease of a person. */
export const releaseClaim = (db: Database, scope: Scope, id: string, by: string): Statement =>
  db
    .update(verifications)
    .set({ claimedBy: null, claimedSession: null, claimedUntil: null })
    .where(and(ofId(scope, id), eq(claimedBy, by)));

/** Rolls the batch back if another person's lease holds; `isUnmet` recognises the error. */
export const onlyIfOpenTo = (db: Database, scope: Scope, id: string, by: string, now: number): Statement =>
  onlyIf(
    db,
    sql`exists ${db
      .select({ id: verifications.id })
      .from(verifications)
      .where(and(ofId(scope, id), isOpenTo(by, now)))}`,
  );
