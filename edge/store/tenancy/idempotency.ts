import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { idempotencyKeys } from "../../../drizzle/schema/idempotency.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";

/** A call with an Idempotency-Key. */
export interface KeyedCall {
  readonly path: string;
  readonly key: string;
  /** The verification of the session token that called; null for the tenant's server. */
  readonly verificationId: string | null;
  readonly fingerprint: Uint8Array;
}

/**
 * The key as stored. A device's key belongs to its verification, so that devices which choose the same key do
 * not collide. A key that a caller can send contains no line break.
 */
export const storedKey = ({ key, verificationId }: Pick<KeyedCall, "key" | "verificationId">) =>
  verificationId === null ? key : `${verificationId}\n${key}`;

/** The right to run a keyed call, until the lease expires. */
export interface Lease {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /**
   * A lease of another call that ends later than this was written by a clock that was ahead, and counts as
   * expired.
   */
  readonly latest: number;
  /** The key is deleted at this time, whatever the call's outcome. */
  readonly keyExpiresAt: number;
}

export type KeyRow = typeof idempotencyKeys.$inferSelect;

const byKey = (scope: Scope, call: KeyedCall) =>
  and(
    inScope(idempotencyKeys, scope),
    eq(idempotencyKeys.path, call.path),
    eq(idempotencyKeys.key, storedKey(call)),
  );

const target = [idempotencyKeys.tenantId, idempotencyKeys.mode, idempotencyKeys.path, idempotencyKeys.key];

const rowOf = (scope: Scope, call: KeyedCall, lease: Lease) => ({
  tenantId: scope.tenantId,
  mode: scope.mode,
  path: call.path,
  key: storedKey(call),
  fingerprint: call.fingerprint,
  leaseId: lease.id,
  leaseUntil: lease.until,
  status: null,
  answer: null,
  subjectId: null,
  customerRef: null,
  expiresAt: lease.keyExpiresAt,
});

/**
 * Reserves the key for a call unless another call has it: one that still runs, or one whose answer is kept.
 * Returns the row after that; the reservation succeeded if the row's `leaseId` is the lease's.
 */
export async function reserveKey(
  db: Database,
  scope: Scope,
  call: KeyedCall,
  lease: Lease,
  now: number,
): Promise<KeyRow> {
  const row = rowOf(scope, call, lease);
  const free = sql`${idempotencyKeys.expiresAt} <= ${now} or (${idempotencyKeys.answer} is null and ${idempotencyKeys.leaseUntil} not between ${now + 1} and ${lease.latest})`;
  const [, [current]] = await db.batch([
    db.insert(idempotencyKeys).values(row).onConflictDoUpdate({ target, set: row, setWhere: free }),
    db.select().from(idempotencyKeys).where(byKey(scope, call)),
  ]);
  if (current === undefined) throw new Error("A reserved idempotency key is not there.");
  return current;
}

/**
 * Keeps the answer under the key, in the batch of the call's result. When another call has taken over the
 * expired lease, the statement writes null into a not-null column, which rolls the whole batch back: no
 * result exists twice.
 */
export function keepAnswer(
  db: Database,
  scope: Scope,
  call: KeyedCall,
  lease: Lease,
  kept: { status: number; answer: Uint8Array; subjectId: string | null; customerRef: string | null },
): Statement {
  return db
    .insert(idempotencyKeys)
    .values({ ...rowOf(scope, call, lease), ...kept })
    .onConflictDoUpdate({
      target,
      set: {
        ...kept,
        leaseId: sql`case when ${idempotencyKeys.leaseId} = ${lease.id} then ${idempotencyKeys.leaseId} end`,
      },
    });
}

/** Releases the key of a failed call, so that the caller may retry. */
export function releaseKey(db: Database, scope: Scope, call: KeyedCall, lease: Lease): Statement {
  return db
    .delete(idempotencyKeys)
    .where(and(byKey(scope, call), eq(idempotencyKeys.leaseId, lease.id), isNull(idempotencyKeys.answer)));
}

/** Deletes the kept answers that contain data of erased results or verifications. */
export const eraseAnswers = (db: Database, scope: Scope, ...subjectIds: readonly string[]): Statement =>
  forget(db, scope, inArray(idempotencyKeys.subjectId, subjectIds));

/** Deletes the kept answers of calls to a path. */
export const eraseAnswersAt = (db: Database, scope: Scope, path: string): Statement =>
  forget(db, scope, eq(idempotencyKeys.path, path));

/** Deletes the kept answers that contain an end user's data. */
export const eraseCustomerAnswers = (db: Database, scope: Scope, customerRef: string): Statement =>
  forget(db, scope, eq(idempotencyKeys.customerRef, customerRef));

function forget(db: Database, { tenantId, mode }: Scope, which: SQL): Statement {
  return db
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.tenantId, tenantId), eq(idempotencyKeys.mode, mode), which));
}
