import { and, asc, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { faceTemplates } from "../../../drizzle/schema/results.ts";
import { tenants } from "../../../drizzle/schema/tenants.ts";
import { DAY_MS } from "../../core/clock.ts";
import { firstIdAt } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";
import { deleteRegistrations, type RegistrationRow } from "../results/face-templates.ts";
import { eachRetention, type Retention } from "./retention.ts";

/** For the scheduled sweep only: every tenant whose registrations end, as `eachRetention` walks. */
export const eachRegistrationRetention = (db: Database) => eachRetention(db, tenants.registrationDays);

/** The oldest active registrations of one tenant and mode whose retention period has passed. */
export interface OldRegistrations {
  readonly retention: Retention;
  /** Milliseconds since the epoch: registrations of this time and later are kept. */
  readonly cutoff: number;
  readonly rows: readonly Pick<RegistrationRow, "registrationId" | "templateVersion">[];
}

/** At most `limit` registrations; null if none is old enough. */
export async function findOldRegistrations(
  db: Database,
  retention: Retention,
  now: number,
  limit: number,
): Promise<OldRegistrations | null> {
  const cutoff = now - retention.days * DAY_MS;
  const { registrationId, templateVersion } = faceTemplates;
  const rows = await db
    .select({ registrationId, templateVersion })
    .from(faceTemplates)
    // Ids begin with the time.
    .where(active(retention.scope, lt(registrationId, firstIdAt("registration", cutoff))))
    .orderBy(asc(registrationId))
    .limit(limit);
  return rows.length === 0 ? null : { retention, cutoff, rows };
}

const active = (scope: Scope, range: SQL) =>
  and(inScope(faceTemplates, scope), isNull(faceTemplates.deletedAt), range);

/**
 * The statements that delete exactly the registrations found; nothing, if one of them has changed since, or
 * if the tenant has lengthened the period.
 */
export function deleteOldRegistrations(
  db: Database,
  { retention: { scope, days }, rows }: OldRegistrations,
  now: number,
): Statement[] {
  const which = active(scope, lte(faceTemplates.registrationId, rows.at(-1)!.registrationId))!;
  const isAsked = sql`exists (select 1 from ${tenants} where ${tenants.id} = ${scope.tenantId} and ${tenants.registrationDays} <= ${days})`;
  const areAsFound = sql`(select count(*) from ${faceTemplates} where ${which}) = ${rows.length}`;
  return [onlyIf(db, sql`${isAsked} and ${areAsFound}`), ...deleteRegistrations(db, which, now)];
}
