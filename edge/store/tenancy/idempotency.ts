import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { idempotencyKeys } from "../../../drizzle/schema/idempotency.ts";
import type { Scope } from "../../scope.ts";
import type { Database, Statement } from "../batch.ts";

/** A call that carries an Idempotency-Key. */
export interface KeyedCall {
  readonly path: string;
  readonly key: string;
  readonly fingerprint: Uint8Array;
}

/** The right to run a keyed call, until it lapses. */
export interface Lease {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** When the key is forgotten, whatever became of the call. */
  readonly keyExpiresAt: number;
}

export type KeyRow = typeof idempotencyKeys.$inferSelect;

const within = (scope: Scope, { path, key }: Pick<KeyedCall, "path" | "key">) =>
  and(
    eq(idempotencyKeys.tenantId, scope.tenantId),
    eq(idempotencyKeys.mode, scope.mode),
    eq(idempotencyKeys.path, path),
    eq(idempotencyKeys.key, key),
  );

const target = [idempotencyKeys.tenantId, idempotencyKeys.mode, idempotencyKeys.path, idempotencyKeys.key];

const rowOf = (scope: Scope, { path, key, fingerprint }: KeyedCall, lease: Lease) => ({
  tenantId: scope.tenantId,
  mode: scope.mode,
  path,
  key,
  fingerprint,
  leaseId: lease.id,
  leaseUntil: lease.until,
  status: null,
  answer: null,
  subjectId: null,
  customerRef: null,
  expiresAt: lease.keyExpiresAt,
});

/**
 * Reserves the key for a call unless another one holds it: one that still runs, or whose answer is kept.
 * Returns the row as it stands then; the reservation succeeded when the row's `leaseId` is the lease's.
 */
export async function reserveKey(
  db: Database,
  scope: Scope,
  call: KeyedCall,
  lease: Lease,
  now: number,
): Promise<KeyRow> {
  const row = rowOf(scope, call, lease);
  const free = sql`${idempotencyKeys.expiresAt} <= ${now} or (${idempotencyKeys.answer} is null and ${idempotencyKeys.leaseUntil} <= ${now})`;
  const [, [held]] = await db.batch([
    db.insert(idempotencyKeys).values(row).onConflictDoUpdate({ target, set: row, setWhere: free }),
    db.select().from(idempotencyKeys).where(within(scope, call)),
  ]);
  if (held === undefined) throw new Error("A reserved idempotency key is not there.");
  return held;
}

/**
 * Keeps the answer under the key, in the batch of the call's result. Where another call has taken the lapsed
 * lease over it writes null into a column that takes none, so that the whole batch is rolled back: no result
 * exists twice.
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

/** Frees the key of a call that did not succeed, so that it may be tried again. */
export function releaseKey(db: Database, scope: Scope, call: KeyedCall, lease: Lease): Statement {
  return db
    .delete(idempotencyKeys)
    .where(and(within(scope, call), eq(idempotencyKeys.leaseId, lease.id), isNull(idempotencyKeys.answer)));
}

/** Forgets the kept answers that tell of an erased subject. */
export const eraseAnswers = (db: Database, scope: Scope, subjectId: string): Statement =>
  forget(db, scope, eq(idempotencyKeys.subjectId, subjectId));

/** Forgets the kept answers of calls to a path. */
export const eraseAnswersAt = (db: Database, scope: Scope, path: string): Statement =>
  forget(db, scope, eq(idempotencyKeys.path, path));

/** Forgets the kept answers that tell of a customer. */
export const eraseCustomerAnswers = (db: Database, scope: Scope, customerRef: string): Statement =>
  forget(db, scope, eq(idempotencyKeys.customerRef, customerRef));

function forget(db: Database, { tenantId, mode }: Scope, which: SQL): Statement {
  return db
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.tenantId, tenantId), eq(idempotencyKeys.mode, mode), which));
}

/** For the scheduled sweep only, over all tenants: forgets keys whose time is over. */
export function forgetExpiredKeys(db: Database, now: number): Statement {
  return db.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now));
}
