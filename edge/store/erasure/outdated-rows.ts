import { type Column, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { mediaObjects } from "../../../drizzle/schema/media.ts";
import { faceMatches, fraudResults, livenessResults, ocrResults } from "../../../drizzle/schema/results.ts";
import { verificationRevisions, verifications } from "../../../drizzle/schema/verifications.ts";
import { events } from "../../../drizzle/schema/webhooks.ts";
import type { ID_PREFIXES } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import { hasOpenStatus, type SelectedKind } from "./erasures.ts";

const RESULTS = [ocrResults, livenessResults, fraudResults, faceMatches] as const;
type ResultTable = (typeof RESULTS)[number];

interface RetentionRule {
  readonly table: ResultTable | typeof mediaObjects | typeof events | typeof verifications;
  readonly idKind: keyof typeof ID_PREFIXES;
  /** Whether a row is not erased yet, in the words of the partial index that contains only such rows. */
  readonly isKept: SQL;
  /** Columns and subqueries; at most one of them holds the id of the row's verification. */
  readonly verificationIds: readonly (Column | SQL)[];
}

const deleted = (table: ResultTable, idKind: RetentionRule["idKind"]): RetentionRule => ({
  table,
  idKind,
  isKept: sql`true`,
  verificationIds: [table.verificationId],
});

/** The table and the retention rule of each kind of row. */
export const KEPT: Readonly<Record<SelectedKind, RetentionRule>> = {
  ocr_results: { ...deleted(ocrResults, "ocr"), isKept: sql`${ocrResults.deletedAt} is null` },
  liveness_results: deleted(livenessResults, "liveness"),
  fraud_results: deleted(fraudResults, "fraud"),
  face_matches: deleted(faceMatches, "faceMatch"),
  media_objects: {
    table: mediaObjects,
    idKind: "media",
    isKept: sql`${mediaObjects.state} = 'kept'`,
    verificationIds: [mediaObjects.verificationId],
  },
  events: {
    table: events,
    idKind: "event",
    isKept: sql`${events.body} is not null`,
    verificationIds: [
      events.subjectId,
      ...RESULTS.map(
        (table) =>
          sql`(select ${table.verificationId} from ${table} where ${table.id} = ${events.subjectId})`,
      ),
    ],
  },
  verifications: {
    table: verifications,
    idKind: "verification",
    isKept: sql`${verifications.customerRef} <> ''`,
    verificationIds: [verifications.id],
  },
};

/**
 * Condition for outdated rows of a kind: not erased yet, with an id that satisfies `upTo` (ids begin with the
 * time), and not part of a verification that is open or has changed since `cutoff`. A decision, a review, a
 * cancelation and an expiry are changes.
 */
export function outdated(kind: SelectedKind, { tenantId, mode }: Scope, cutoff: number, upTo: SQL): SQL {
  const { table, isKept, verificationIds } = KEPT[kind];
  return sql`${table.tenantId} = ${tenantId} and ${table.mode} = ${mode} and ${table.id} ${upTo} and ${isKept} and not exists (select 1 from ${verifications} ${sql.identifier("v")} where ${verification.id} in (${sql.join([...verificationIds], sql`, `)}) and not ${isOver(cutoff)})`;
}

const verification = alias(verifications, "v");

/** Rows of an erased verification are outdated, whenever the verification was erased. */
const isOver = (cutoff: number) =>
  sql`(${verification.customerRef} = '' or (not ${hasOpenStatus(verification.status)} and ${lastChange} < ${cutoff}))`;

/** A verification without a recorded change is kept: null is no reason to erase. */
const lastChange = sql`coalesce((select ${verificationRevisions.at} from ${verificationRevisions} where ${verificationRevisions.verificationId} = ${verification.id} and ${verificationRevisions.revision} = ${verification.revision}), 9e15)`;
