import { and, asc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { ocrResults } from "../../../drizzle/schema/results.ts";
import { verificationRevisions } from "../../../drizzle/schema/verifications.ts";
import { isOpenStatus } from "../../../vocabulary/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import { type Measurement, measurementSchema } from "../../verification/measured.ts";
import type { Verification } from "../../verification/types.ts";
import type { Database, Statement } from "../batch.ts";

/** What calls measured is in the `inputs` of the revisions that they made. */
const isMeasurement = and(
  eq(verificationRevisions.change, "step_result"),
  isNotNull(verificationRevisions.inputs),
);

/** Those of the selected verifications. The primary key finds them. */
const ofVerifications = ({ tenantId, mode }: Scope, ids: SQL) =>
  sql`${verificationRevisions.verificationId} in (${ids}) and ${verificationRevisions.tenantId} = ${tenantId} and ${verificationRevisions.mode} = ${mode} and ${isMeasurement}`;

const CAPTURE = sql<string>`${verificationRevisions.inputs} ->> '$.capture'`;

/**
 * The statement for the end of a verification: it keeps its measurements without the digests of its images.
 * Each is replaced by the first revision that had it.
 */
export function endMeasurements(db: Database, scope: Scope, { id, status }: Verification): Statement[] {
  if (isOpenStatus(status)) return [];
  const own = ofVerifications(scope, sql`${id}`);
  const first = db
    .select({
      capture: CAPTURE.as("capture"),
      revision: sql<number>`min(${verificationRevisions.revision})`.as("first"),
    })
    .from(verificationRevisions)
    .where(own)
    .groupBy(CAPTURE)
    .as("firsts");
  const named = sql`json_set(${verificationRevisions.inputs}, '$.capture', cast(${first.revision} as text))`;
  return [
    db
      .update(verificationRevisions)
      .set({ inputs: named })
      .from(first)
      .where(and(own, eq(CAPTURE, first.capture))),
  ];
}

/** Deletes those of the verifications that the selected OCR results belong to. */
export const deleteMeasurementsOfReadings = (db: Database, scope: Scope, which: SQL): Statement =>
  deleteOf(db, scope, sql`select ${ocrResults.verificationId} from ${ocrResults} where ${which}`);

/** Deletes those of one verification. */
export const deleteMeasurementsOf = (db: Database, scope: Scope, id: string): Statement =>
  deleteOf(db, scope, sql`${id}`);

const deleteOf = (db: Database, scope: Scope, ids: SQL): Statement =>
  db.update(verificationRevisions).set({ inputs: null }).where(ofVerifications(scope, ids));

/** The measurements of these verifications, oldest first, by the verification's id. */
export async function measurementsOf(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Measurement[]>> {
  if (ids.length === 0) return new Map();
  const { verificationId, revision, inputs } = verificationRevisions;
  const rows = await db
    .select({ verificationId, inputs })
    .from(verificationRevisions)
    .where(
      and(inArray(verificationId, ids as string[]), inScope(verificationRevisions, scope), isMeasurement),
    )
    .orderBy(asc(verificationId), asc(revision));
  const found = new Map<string, Measurement[]>();
  for (const row of rows) {
    const calls = found.get(row.verificationId) ?? [];
    found.set(row.verificationId, [...calls, parsed(row.verificationId, row.inputs)]);
  }
  return found;
}

function parsed(id: string, inputs: unknown): Measurement {
  const result = measurementSchema.safeParse(inputs);
  if (!result.success) throw new Error(`A measurement of verification ${id} does not parse.`);
  return result.data;
}
