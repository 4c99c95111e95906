import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import {
  faceMatches,
  faceTemplates,
  fraudResults,
  livenessResults,
  ocrResults,
} from "../../drizzle/schema/results.ts";
import { sessionTokens } from "../../drizzle/schema/tenants.ts";
import { verificationRevisions, verifications } from "../../drizzle/schema/verifications.ts";
import type { Scope } from "../scope.ts";
import { ERASED_REF } from "../verification/types.ts";
import { commitAudited } from "./audit.ts";
import type { AuditEntry } from "./audit-chain.ts";
import type { Database, Statement } from "./batch.ts";
import { eraseEvents } from "./events.ts";
import { deleteRegistration } from "./face-templates.ts";
import { eraseCustomerAnswers } from "./idempotency.ts";
import { erasedOcr } from "./ocr-results.ts";

/** What is erased of a person, in the order in which it is; each statement's changed rows are its count. */
const ERASURES = {
  registrations: (db, scope, ref, now) => deleteRegistration(db, scope, ref, now)[0],
  face_templates: (db, scope, ref, now) =>
    db
      .update(faceTemplates)
      .set({
        customerRef: ERASED_REF,
        template: null,
        quality: null,
        deletedAt: sql`coalesce(${faceTemplates.deletedAt}, ${now})`,
      })
      .where(of(faceTemplates, scope, ref)),
  // The row stays, so that DELETE /v1/ocr/:id is known to be done.
  ocr_results: (db, scope, ref, now) =>
    db
      .update(ocrResults)
      .set(erasedOcr(now))
      .where(of(ocrResults, scope, ref)),
  liveness_results: (db, scope, ref) => db.delete(livenessResults).where(of(livenessResults, scope, ref)),
  fraud_results: (db, scope, ref) => db.delete(fraudResults).where(of(fraudResults, scope, ref)),
  // A search of another person's verification may have found this one: its body then names the reference.
  face_matches: (db, scope, ref) =>
    db.delete(faceMatches).where(
      // Each half whole, so that each finds its own index.
      or(
        of(faceMatches, scope, ref),
        and(within(faceMatches, scope), eq(sql`${faceMatches.body} ->> '$.customer_ref'`, ref)),
      ),
    ),
  deliveries: (db, scope, customerRef, now) => eraseEvents(db, scope, { customerRef }, now).deliveries,
  delivery_excerpts: (db, scope, customerRef, now) => eraseEvents(db, scope, { customerRef }, now).excerpts,
  events: (db, scope, customerRef, now) => eraseEvents(db, scope, { customerRef }, now).events,
  idempotent_answers: (db, scope, ref) => eraseCustomerAnswers(db, scope, ref),
  session_tokens: (db, scope, ref, now) =>
    db
      .update(sessionTokens)
      .set({ revokedAt: now })
      .where(
        and(
          within(sessionTokens, scope),
          isNull(sessionTokens.revokedAt),
          inArray(
            sessionTokens.verificationId,
            db
              .select({ id: verifications.id })
              .from(verifications)
              .where(of(verifications, scope, ref)),
          ),
        ),
      ),
  // A revision of their own, so that a step that is being recorded collides and writes nothing back.
  verification_revisions: (db, scope, ref, now) =>
    db
      .insert(verificationRevisions)
      .select(
        sql`select ${verifications.id}, ${verifications.revision} + 1, ${verifications.tenantId}, ${verifications.mode}, ${now}, 'erased', null from ${verifications} where ${of(verifications, scope, ref)}`,
      ),
  verifications: (db, scope, ref, now) =>
    db
      .update(verifications)
      .set({
        customerRef: ERASED_REF,
        status: sql`case when ${verifications.status} not in ('created', 'in_progress') then ${verifications.status} when ${verifications.expiresAt} <= ${now} then 'expired' else 'canceled' end`,
        decisionReasons: [],
        nextAction: null,
        steps: [],
        revision: sql`${verifications.revision} + 1`,
      })
      .where(of(verifications, scope, ref)),
} satisfies Record<string, (db: Database, scope: Scope, customerRef: string, now: number) => Statement>;

/** Kinds that are not told apart from the kind that they belong to. */
const UNTOLD = ["face_templates", "verification_revisions"];

type Kind = keyof typeof ERASURES;
const KINDS = Object.keys(ERASURES) as Kind[];

/** What is counted. */
export const ERASED_KINDS: readonly string[] = KINDS.filter((kind) => !UNTOLD.includes(kind));

export interface Erased {
  /** By the kinds of `ERASED_KINDS`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Object-store keys of portraits whose rows were erased. */
  readonly portraitKeys: readonly string[];
}

/**
 * Erases in one batch all that is held of a person in this tenant and mode. Of a verification its id, status, decision,
 * policy and times stay, of a deleted result or registration that it was there: nothing that says of whom, or why.
 */
export async function eraseCustomer(
  db: Database,
  scope: Scope,
  customerRef: string,
  { now, audit }: { now: number; audit: AuditEntry },
): Promise<Erased> {
  const [keys, ...results] = await commitAudited(
    db,
    [audit],
    [portraitKeys(db, scope, customerRef), ...erasures(db, scope, customerRef, now)],
  );
  const counts = KINDS.map(
    (kind, i) => [kind, (results[i] as { rowsAffected: number }).rowsAffected] as const,
  );
  return {
    counts: Object.fromEntries(counts.filter(([kind]) => ERASED_KINDS.includes(kind))),
    portraitKeys: keysOf(keys as Awaited<ReturnType<typeof portraitKeys>>),
  };
}

/** One statement for each kind, in their order. */
export function erasures(db: Database, scope: Scope, customerRef: string, now: number): Statement[] {
  return KINDS.map((kind) => ERASURES[kind](db, scope, customerRef, now));
}

/** Object-store keys of a person's portraits. */
export async function findPortraitKeys(db: Database, scope: Scope, customerRef: string): Promise<string[]> {
  return keysOf(await portraitKeys(db, scope, customerRef));
}

function portraitKeys(db: Database, scope: Scope, customerRef: string) {
  return db
    .select({ key: ocrResults.portraitKey })
    .from(ocrResults)
    .where(and(of(ocrResults, scope, customerRef), isNotNull(ocrResults.portraitKey)));
}

const keysOf = (rows: readonly { key: string | null }[]) =>
  rows.map(({ key }) => key).filter((key) => key !== null);

type Owned =
  | typeof ocrResults
  | typeof livenessResults
  | typeof fraudResults
  | typeof faceMatches
  | typeof faceTemplates
  | typeof verifications;

const within = (table: Owned | typeof sessionTokens, scope: Scope) =>
  and(eq(table.tenantId, scope.tenantId), eq(table.mode, scope.mode));

const of = (table: Owned, scope: Scope, customerRef: string): SQL | undefined =>
  and(within(table, scope), eq(table.customerRef, customerRef));
