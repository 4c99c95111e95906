import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { mediaObjects } from "../../../drizzle/schema/media.ts";
import { faceMatches, fraudResults, livenessResults, ocrResults } from "../../../drizzle/schema/results.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import { events } from "../../../drizzle/schema/webhooks.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";
import { eraseAnswers } from "../tenancy/idempotency.ts";
import { eraseTokensOf } from "../tenancy/tokens.ts";
import type { MediaSelection } from "../verifications/media-objects.ts";
import { erasures } from "./erasures.ts";

/** Rows of a verification's pictures that are not erased yet. */
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
    session_tokens: eraseTokensOf(db, scope, id, now),
    ...erasures(db, scope, selection, now),
  };
}

type Results = typeof ocrResults | typeof livenessResults | typeof fraudResults | typeof faceMatches;

const ofVerification = (table: Results, scope: Scope, id: string): SQL =>
  sql`${inScope(table, scope)} and ${eq(table.verificationId, id)}`;
