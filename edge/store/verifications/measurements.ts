import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { ocrResults } from "../../../drizzle/schema/results.ts";
import { measurements, verifications } from "../../../drizzle/schema/verifications.ts";
import { isOpenStatus } from "../../../vocabulary/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import { type Measurement, measuredSchema } from "../../verification/measured.ts";
import type { Verification } from "../../verification/types.ts";
import type { Database, Statement } from "../batch.ts";

type NewMeasurement = Measurement & { readonly verificationId: string; readonly revision: number };

export function insertMeasurement(db: Database, scope: Scope, row: NewMeasurement): Statement {
  return db.insert(measurements).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

/** Whether the rows are of this verification. Its primary key finds them. */
const ofVerification = ({ tenantId, mode }: Scope, id: string) =>
  sql`${measurements.verificationId} = ${id} and ${measurements.tenantId} = ${tenantId} and ${measurements.mode} = ${mode}`;

/**
 * The statement for the end of a verification. A decided one keeps its measurements without the digests of
 * its images: each is replaced by the first revision that had it. Any other one loses them.
 */
export function endMeasurements(db: Database, scope: Scope, { id, status }: Verification): Statement[] {
  if (isOpenStatus(status)) return [];
  const own = ofVerification(scope, id);
  if (status !== "completed") return [db.delete(measurements).where(own)];
  const first = db
    .select({
      capture: measurements.capture,
      revision: sql<number>`min(${measurements.revision})`.as("first"),
    })
    .from(measurements)
    .where(own)
    .groupBy(measurements.capture)
    .as("firsts");
  return [
    db
      .update(measurements)
      .set({ capture: sql`cast(${first.revision} as text)` })
      .from(first)
      .where(and(own, eq(measurements.capture, first.capture))),
  ];
}

/** Deletes those of the selected verifications. */
export const deleteMeasurements = (db: Database, scope: Scope, which: SQL): Statement =>
  deleteOf(db, scope, sql`(select ${verifications.id} from ${verifications} where ${which})`);

/** Deletes those of the verifications that the selected OCR results belong to. */
export const deleteMeasurementsOfReadings = (db: Database, scope: Scope, which: SQL): Statement =>
  deleteOf(db, scope, sql`(select ${ocrResults.verificationId} from ${ocrResults} where ${which})`);

/** Deletes those of one verification. */
export const deleteMeasurementsOf = (db: Database, scope: Scope, id: string): Statement =>
  db.delete(measurements).where(ofVerification(scope, id));

const deleteOf = (db: Database, { tenantId, mode }: Scope, ids: SQL): Statement =>
  db
    .delete(measurements)
    .where(
      sql`${measurements.verificationId} in ${ids} and ${measurements.tenantId} = ${tenantId} and ${measurements.mode} = ${mode}`,
    );

/** The measurements of these verifications, oldest first, by the verification's id. */
export async function measurementsOf(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Measurement[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(measurements)
    .where(and(inArray(measurements.verificationId, ids as string[]), inScope(measurements, scope)))
    .orderBy(asc(measurements.verificationId), asc(measurements.revision));
  return Map.groupBy(
    rows.map((row) => ({ ...row, measured: parsed(row.verificationId, row.measured) })),
    ({ verificationId }) => verificationId,
  );
}

function parsed(id: string, measured: unknown): Measurement["measured"] {
  const result = measuredSchema.safeParse(measured);
  if (!result.success) throw new Error(`A measurement of verification ${id} does not parse.`);
  return result.data;
}
