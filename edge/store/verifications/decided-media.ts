import { and, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import { mediaObjects } from "../../../drizzle/schema/media.ts";
import { tenants } from "../../../drizzle/schema/tenants.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import type { Scope } from "../../scope.ts";
import type { Database } from "../batch.ts";

/**
 * Condition for the kept pictures of one verification, true when the verification is decided and its tenant
 * erases pictures at the decision.
 */
export function decidedMediaOf(db: Database, scope: Scope, verificationId: string): SQL {
  const erasedAtDecision = db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.id, scope.tenantId), tenants.eraseMediaAtDecision));
  const decided = db
    .select({ id: verifications.id })
    .from(verifications)
    .where(
      and(
        eq(verifications.tenantId, scope.tenantId),
        eq(verifications.mode, scope.mode),
        eq(verifications.id, verificationId),
        eq(verifications.status, "completed"),
        inArray(verifications.decision, ["approved", "declined"]),
      ),
    );
  const { tenantId, mode, verificationId: of, state } = mediaObjects;
  return sql`${and(
    eq(tenantId, scope.tenantId),
    eq(mode, scope.mode),
    eq(of, verificationId),
    eq(state, "kept"),
    exists(erasedAtDecision),
    exists(decided),
  )}`;
}

/**
 * For the scheduled sweep only: decided verifications whose pictures are still kept against the tenant's
 * setting.
 */
export async function listDecidedWithMedia(
  db: Database,
  limit: number,
): Promise<{ readonly scope: Scope; readonly verificationId: string }[]> {
  const rows = await db
    .selectDistinct({ tenantId: mediaObjects.tenantId, mode: mediaObjects.mode, id: verifications.id })
    .from(tenants)
    // `state` is a literal, so that SQLite uses the partial index of kept objects.
    .innerJoin(mediaObjects, sql`${mediaObjects.tenantId} = ${tenants.id} and ${mediaObjects.state} = 'kept'`)
    .innerJoin(verifications, eq(verifications.id, mediaObjects.verificationId))
    .where(
      and(
        tenants.eraseMediaAtDecision,
        eq(verifications.status, "completed"),
        inArray(verifications.decision, ["approved", "declined"]),
      ),
    )
    .limit(limit);
  return rows.map(({ tenantId, mode, id }) => ({ scope: { tenantId, mode }, verificationId: id }));
}
