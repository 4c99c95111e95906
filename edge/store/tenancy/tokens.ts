import { and, eq, gte, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { captureSettings } from "../../../drizzle/schema/capture.ts";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { sessionTokens, usageCaps } from "../../../drizzle/schema/tenants.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import type { Verification } from "../../verification/types.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";
import { ofItsVerification, toVerification } from "../verifications/stored-verification.ts";
import { addUsageIf, hasUnitLeft } from "./usage.ts";

type NewToken = Omit<typeof sessionTokens.$inferInsert, keyof Scope>;

const byId = (scope: Scope, jti: string) => and(inScope(sessionTokens, scope), eq(sessionTokens.jti, jti));

export function insertToken(db: Database, scope: Scope, row: NewToken): Statement {
  return db.insert(sessionTokens).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

interface TokenRow {
  readonly revokedAt: number | null;
  readonly device: string | null;
  readonly reportedRevision: number;
  readonly monthlyCap: number | null;
  /** The origins that the tenant allows. */
  readonly origins: readonly string[];
  readonly verification: Verification;
}

/** A token by its jti, with its verification, and the tenant's usage cap and origins. */
export async function findToken(db: Database, scope: Scope, jti: string): Promise<TokenRow | undefined> {
  const [row] = await db
    .select({
      revokedAt: sessionTokens.revokedAt,
      device: sessionTokens.device,
      reportedRevision: sessionTokens.reportedRevision,
      monthlyCap: usageCaps.monthly,
      origins: captureSettings.allowedOrigins,
      verification: verifications,
    })
    .from(sessionTokens)
    .innerJoin(verifications, ofItsVerification(sessionTokens))
    .leftJoin(
      usageCaps,
      and(eq(usageCaps.tenantId, sessionTokens.tenantId), eq(usageCaps.mode, sessionTokens.mode)),
    )
    .leftJoin(captureSettings, eq(captureSettings.tenantId, sessionTokens.tenantId))
    .where(byId(scope, jti));
  return row && { ...row, origins: row.origins ?? [], verification: toVerification(row.verification) };
}

const isValid = (scope: Scope, jti: string) => and(byId(scope, jti), isNull(sessionTokens.revokedAt));

/** Rolls the batch back unless the token exists and is not revoked. */
export const onlyIfTokenStands = (db: Database, scope: Scope, jti: string): Statement =>
  onlyIf(db, sql`exists (select 1 from ${sessionTokens} where ${isValid(scope, jti)})`);

/** Whether a token is revoked, or deleted. */
export async function isTokenRevoked(db: Database, scope: Scope, jti: string): Promise<boolean> {
  const rows = await db.select({ jti: sessionTokens.jti }).from(sessionTokens).where(isValid(scope, jti));
  return rows.length === 0;
}

/** Revokes a token; a second revocation keeps the first one's time. */
export function revokeToken(db: Database, scope: Scope, jti: string, now: number): Statement {
  return db.update(sessionTokens).set({ revokedAt: now }).where(isValid(scope, jti));
}

/** The part of a token that an erasure keeps: its `jti`, which is rejected, without the device. */
export const erasedToken = (now: number) => ({
  revokedAt: sql`coalesce(${sessionTokens.revokedAt}, ${now})`,
  device: null,
});

/** Whether a token holds something to erase. */
export const isTokenKept = or(isNull(sessionTokens.revokedAt), isNotNull(sessionTokens.device));

/** A token of a verification, and the revision that a read with it returns. */
interface ReportedRevision {
  readonly jti: string;
  readonly verificationId: string;
  readonly revision: number;
}

/**
 * Counts a read that returns a revision of a verification to its tokens for the first time, unless the cap is
 * reached. Returns false, and counts nothing, at the cap. A device may have any number of tokens: one read of
 * them is counted, even if they read concurrently.
 */
export async function countFirstRead(
  db: Database,
  scope: Scope,
  { jti, verificationId, revision }: ReportedRevision,
  now: number,
): Promise<boolean> {
  const isReported = sql`exists (select 1 from ${sessionTokens} ${sql.identifier("other")} where ${and(
    eq(other.tenantId, scope.tenantId),
    eq(other.mode, scope.mode),
    eq(other.verificationId, verificationId),
    gte(other.reportedRevision, revision),
  )})`;
  const isNew = lt(sessionTokens.reportedRevision, revision);
  const [, , [token]] = await db.batch([
    addUsageIf(db, scope, now, sql`not ${isReported} and ${hasUnitLeft(scope, now)}`),
    db
      .update(sessionTokens)
      .set({ reportedRevision: revision })
      .where(and(byId(scope, jti), isNew, sql`(changes() > 0 or ${isReported})`)),
    db
      .select({ reportedRevision: sessionTokens.reportedRevision })
      .from(sessionTokens)
      .where(byId(scope, jti)),
  ]);
  return token !== undefined && token.reportedRevision >= revision;
}

const other = alias(sessionTokens, "other");
