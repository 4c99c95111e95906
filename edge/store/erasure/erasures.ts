import { and, type Column, inArray, type SQL, sql } from "drizzle-orm";
import { handoffs, links } from "../../../drizzle/schema/capture.ts";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { credentialRequests } from "../../../drizzle/schema/credentials.ts";
import { faceMatches, fraudResults, livenessResults, ocrResults } from "../../../drizzle/schema/results.ts";
import { reviewNotes, verificationRevisions, verifications } from "../../../drizzle/schema/verifications.ts";
import { OPEN_STATUSES } from "../../../vocabulary/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import { ERASED_REF } from "../../verification/types.ts";
import type { Database, Statement } from "../batch.ts";
import { erasedOcr } from "../results/ocr-results.ts";
import { deleteTerms } from "../results/search-terms.ts";
import { deleteMeasurementsOfReadings } from "../verifications/measurements.ts";
import { beginErasure } from "../verifications/media-objects.ts";
import { eraseEvents } from "../webhooks/events.ts";

/** The kinds of rows to erase: a person's rows, or rows past their retention. */
export const SELECTED_KINDS = [
  "ocr_results",
  // The table's other rows: what issuers signed. Only the retention, which goes by ids, names them apart.
  "signed_results",
  "credential_results",
  "liveness_results",
  "fraud_results",
  "face_matches",
  "media_objects",
  "events",
  "verifications",
] as const;

export type SelectedKind = (typeof SELECTED_KINDS)[number];

/**
 * The rows to erase of each kind, in one tenant and mode. A kind that the selection does not name keeps all
 * rows.
 */
type Selection = Readonly<Partial<Record<SelectedKind, SQL>>>;

/** The same rule as `isOpenStatus`, as SQL on a column. */
export const hasOpenStatus = (status: Column) => inArray(status, OPEN_STATUSES);

type Erasure = (
  db: Database,
  scope: Scope,
  which: SQL,
  now: number,
) => Readonly<Partial<Record<string, Statement>>>;

/** Deletes the parts of the selected verifications. */
const deleteOf = (
  db: Database,
  scope: Scope,
  table: typeof reviewNotes | typeof links | typeof handoffs | typeof credentialRequests,
  which: SQL,
) =>
  db
    .delete(table)
    .where(
      and(
        inScope(table, scope),
        inArray(table.verificationId, db.select({ id: verifications.id }).from(verifications).where(which)),
      ),
    );

/** Erases readings of documents, with what they are found by. */
function eraseReadings(name: SelectedKind, prefix: "" | "signed_" | "credential_"): Erasure {
  return (db, scope, which, now) => ({
    [`${prefix}search_terms`]: deleteTerms(db, scope, which),
    [`${prefix}measurements`]: deleteMeasurementsOfReadings(db, scope, which),
    [name]: db.update(ocrResults).set(erasedOcr(now)).where(which),
  });
}

/**
 * How rows of each kind are erased: one statement for each counted kind, in the order of execution. The
 * number of rows that a statement changes is the kind's count. A verification keeps its id, status, decision,
 * policy and times; an OCR result keeps its row, so that a repeated DELETE /v1/ocr/:id succeeds.
 */
const ERASURES: Readonly<Record<SelectedKind, Erasure>> = {
  ocr_results: eraseReadings("ocr_results", ""),
  signed_results: eraseReadings("signed_results", "signed_"),
  credential_results: eraseReadings("credential_results", "credential_"),
  liveness_results: (db, _, which) => ({ liveness_results: db.delete(livenessResults).where(which) }),
  fraud_results: (db, _, which) => ({ fraud_results: db.delete(fraudResults).where(which) }),
  face_matches: (db, _, which) => ({ face_matches: db.delete(faceMatches).where(which) }),
  // The rows stay until their objects are deleted: see `edge/operations/commit/erase-media.ts`.
  media_objects: (db, _, which, now) => ({ media_objects: beginErasure(db, which, now) }),
  events: (db, scope, which, now) => {
    const { deliveries, excerpts, events } = eraseEvents(db, scope, which, now);
    return { deliveries, delivery_excerpts: excerpts, events };
  },
  verifications: (db, scope, which, now) => ({
    review_notes: deleteOf(db, scope, reviewNotes, which),
    credential_requests: deleteOf(db, scope, credentialRequests, which),
    links: deleteOf(db, scope, links, which),
    handoffs: deleteOf(db, scope, handoffs, which),
    revision_inputs: db
      .update(verificationRevisions)
      .set({ inputs: null })
      .where(
        and(
          inScope(verificationRevisions, scope),
          inArray(
            verificationRevisions.verificationId,
            db.select({ id: verifications.id }).from(verifications).where(which),
          ),
        ),
      ),
    // A new revision, so that a concurrent step collides and cannot write erased data back.
    verification_revisions: db
      .insert(verificationRevisions)
      .select(
        sql`select ${verifications.id}, ${verifications.revision} + 1, ${verifications.tenantId}, ${verifications.mode}, ${now}, 'erased', null, null from ${verifications} where ${which}`,
      ),
    verifications: db
      .update(verifications)
      .set({
        customerRef: ERASED_REF,
        status: sql`case when not ${hasOpenStatus(verifications.status)} then ${verifications.status} when ${verifications.expiresAt} <= ${now} then 'expired' else 'canceled' end`,
        decisionReasons: [],
        nextAction: null,
        proposal: null,
        claimedBy: null,
        claimedSession: null,
        claimedUntil: null,
        steps: [],
        capture: null,
        boundDevice: null,
        expected: null,
        contestText: null,
        metadata: null,
        checks: null,
        checkDeadline: null,
        revision: sql`${verifications.revision} + 1`,
      })
      .where(which),
  }),
};

/**
 * The statements that erase a selection, in the order of execution, by the kind of row that each of them
 * counts.
 */
export function erasures(db: Database, scope: Scope, selection: Selection, now: number) {
  const ofKinds = SELECTED_KINDS.map((kind) => {
    const which = selection[kind];
    return which === undefined ? {} : ERASURES[kind](db, scope, which, now);
  });
  return Object.assign({}, ...ofKinds) as Readonly<Record<string, Statement>>;
}

/** Rows that an erasure does not count separately: they are parts of a counted kind. */
const UNCOUNTED = [
  "face_templates",
  "media_objects",
  "verification_revisions",
  "revision_inputs",
  "links",
  "handoffs",
  "search_terms",
  "list_items",
  "measurements",
];

/** The number of erased rows of each kind, from the results of their statements. */
export function erasedCounts(
  erasures: Readonly<Record<string, Statement>>,
  results: readonly unknown[],
): Readonly<Record<string, number>> {
  const counts = Object.keys(erasures).map(
    (kind, i) => [kind, (results[i] as { rowsAffected: number }).rowsAffected] as const,
  );
  return Object.fromEntries(counts.filter(([kind]) => !UNCOUNTED.includes(kind)));
}

/**
 * Requests that the database empties its write-ahead log. Returns whether its file and log hold nothing of
 * deleted rows: it overwrites deleted rows, and the log was emptied. False for a database that does neither,
 * such as sqld and Turso, or that is too busy. Never throws: the rows are gone by now.
 */
export async function clearRemains(db: Database): Promise<boolean> {
  try {
    const [setting] = await db.all<{ secure_delete: number }>(sql`PRAGMA secure_delete`);
    const [checkpoint] = await db.all<{ busy: number }>(sql`PRAGMA wal_checkpoint(TRUNCATE)`);
    return setting?.secure_delete === 1 && checkpoint?.busy === 0;
  } catch {
    return false;
  }
}
