import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { mediaObjects } from "../../../drizzle/schema/media.ts";
import {
  faceMatches,
  faceTemplates,
  fraudResults,
  livenessResults,
  ocrResults,
} from "../../../drizzle/schema/results.ts";
import { sessionTokens } from "../../../drizzle/schema/tenants.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import { events } from "../../../drizzle/schema/webhooks.ts";
import type { Scope } from "../../core/scope.ts";
import { ERASED_REF } from "../../verification/types.ts";
import type { Database, Statement } from "../batch.ts";
import { deleteRegistration, ERASED_FACE } from "../results/face-templates.ts";
import { eraseAnswers, eraseCustomerAnswers } from "../tenancy/idempotency.ts";
import { deleteItemsOfFaces } from "../tenancy/list-items.ts";
import { erasedToken, isTokenKept } from "../tenancy/tokens.ts";
import type { MediaSelection } from "../verifications/media-objects.ts";
import { erasures } from "./erasures.ts";

/**
 * Rows of a person's images: kept, interrupted in their deletion, or of a call that is running or has
 * crashed.
 */
export const customerMedia = (scope: Scope, customerRef: string): MediaSelection =>
  sql`${ofCustomer(mediaObjects, scope, customerRef)} and ${mediaObjects.state} <> 'erased'`;

/**
 * One statement for each kind of data about a person, in the order of execution. The number of rows that a
 * statement changes is the kind's count.
 */
export function customerErasures(
  db: Database,
  scope: Scope,
  ref: string,
  now: number,
): Readonly<Record<string, Statement>> {
  const selection = {
    ocr_results: ofCustomer(ocrResults, scope, ref),
    liveness_results: ofCustomer(livenessResults, scope, ref),
    fraud_results: ofCustomer(fraudResults, scope, ref),
    face_matches: searchesOf(scope, ref),
    media_objects: customerMedia(scope, ref),
    events: ofCustomer(events, scope, ref),
    verifications: ofCustomer(verifications, scope, ref),
  };
  return {
    list_items: deleteItemsOfFaces(db, scope, ref),
    registrations: deleteRegistration(db, scope, ref, now)[0],
    face_templates: db
      .update(faceTemplates)
      .set({
        customerRef: ERASED_REF,
        ...ERASED_FACE,
        deletedAt: sql`coalesce(${faceTemplates.deletedAt}, ${now})`,
      })
      .where(ofCustomer(faceTemplates, scope, ref)),
    idempotent_answers: eraseCustomerAnswers(db, scope, ref),
    // Runs before the verifications lose their customer reference.
    session_tokens: eraseTokens(db, scope, selection.verifications, now),
    ...erasures(db, scope, selection, now),
  };
}

/**
 * A search in another end user's verification may have found this person: its body then names the reference.
 */
const searchesOf = (scope: Scope, ref: string) => {
  const found = sql`${faceMatches.body} ->> '$.customer_ref' = ${ref}`;
  // Both halves repeat the scope, so that SQLite uses an index for each.
  return sql`((${ofCustomer(faceMatches, scope, ref)}) or (${inScope(faceMatches, scope)} and ${found}))`;
};

const eraseTokens = (db: Database, scope: Scope, ofVerifications: SQL, now: number) =>
  db
    .update(sessionTokens)
    .set(erasedToken(now))
    .where(
      and(
        inScope(sessionTokens, scope),
        isTokenKept,
        inArray(
          sessionTokens.verificationId,
          db.select({ id: verifications.id }).from(verifications).where(ofVerifications),
        ),
      ),
    );

type Owned =
  | typeof ocrResults
  | typeof livenessResults
  | typeof fraudResults
  | typeof faceMatches
  | typeof faceTemplates
  | typeof mediaObjects
  | typeof events
  | typeof verifications;

const ofCustomer = (table: Owned, scope: Scope, customerRef: string): SQL =>
  sql`${inScope(table, scope)} and ${eq(table.customerRef, customerRef)}`;

/** Rows of a verification's images that are not erased yet. */
export const verificationMedia = (scope: Scope, id: string): MediaSelection =>
  sql`${inScope(mediaObjects, scope)} and ${eq(mediaObjects.verificationId, id)} and ${mediaObjects.state} <> 'erased'`;

/**
 * One statement for each kind of data that a verification holds, in the order of execution. The ids are
 * those of all its results: a result that comes in between changes the revision, which rolls the batch back.
 */
export function verificationErasures(
  db: Database,
  scope: Scope,
  { id, resultIds }: { readonly id: string; readonly resultIds: readonly string[] },
  now: number,
): Readonly<Record<string, Statement>> {
  const subjects = [id, ...resultIds];
  const selection = {
    ocr_results: ofVerification(ocrResults, scope, id),
    liveness_results: ofVerification(livenessResults, scope, id),
    fraud_results: ofVerification(fraudResults, scope, id),
    face_matches: ofVerification(faceMatches, scope, id),
    media_objects: verificationMedia(scope, id),
    events: sql`${inScope(events, scope)} and ${inArray(events.subjectId, subjects)}`,
    verifications: sql`${inScope(verifications, scope)} and ${eq(verifications.id, id)}`,
  };
  return {
    idempotent_answers: eraseAnswers(db, scope, ...subjects),
    session_tokens: eraseTokens(db, scope, selection.verifications, now),
    ...erasures(db, scope, selection, now),
  };
}

type Results = typeof ocrResults | typeof livenessResults | typeof fraudResults | typeof faceMatches;

const ofVerification = (table: Results, scope: Scope, id: string): SQL =>
  sql`${inScope(table, scope)} and ${eq(table.verificationId, id)}`;
