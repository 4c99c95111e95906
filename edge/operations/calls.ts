import { CLOCKS_AGREE_MS, DAY_MS } from "../core/clock.ts";
import { ApiError } from "../core/errors.ts";
import { isUncertain } from "../core/outage.ts";
import { sameBytes } from "../crypto/hashing.ts";
import {
  type KeyedCall,
  type KeyRow,
  releaseKey,
  reserveKey,
  storedKey,
} from "../store/tenancy/idempotency.ts";
import { countFirstRead } from "../store/tenancy/tokens.ts";
import {
  addUsage,
  addUsageWithinCap,
  releaseUsage,
  reserveUsage as reserving,
} from "../store/tenancy/usage.ts";
import { markRead } from "../store/verifications/verifications.ts";
import type { Verification } from "../verification/types.ts";
import { commit } from "./commit/commit.ts";
import type { ScopeContext } from "./commit/context.ts";
import type { InferenceUse } from "./commit/inference-use.ts";
import {
  type Answer,
  answerContext,
  capReached,
  type Reservations,
  type ReservedKey,
  type ReservedUnit,
  usedStatements,
} from "./commit/pending-call.ts";
import { countFailedCheck } from "./take-steps.ts";

/**
 * Longer than any call: two deadlines of inference and the writing. A crashed call holds its key and its unit
 * this long.
 */
const LEASE_MS = 90_000;

/**
 * A unit for a billable call, counted by the batch that writes the result. If the tenant has a cap, the unit
 * is reserved before the work; throws 402 `usage_cap_reached` at the cap.
 *
 * Test mode has a counter of its own and is never billed. A cap that the operator sets for test mode is
 * enforced too, so that a tenant can test the rejection.
 */
export async function reserveUsage(
  { services, scope, now }: ScopeContext,
  { id, isCapped }: { readonly id: string; readonly isCapped: boolean },
): Promise<ReservedUnit> {
  const unit = { id, now, until: now + LEASE_MS };
  if (isCapped && !(await reserving(services.db, scope, unit))) throw capReached();
  return { ...unit, reserved: isCapped };
}

/** Releases the key and the unit of a failed call, so that the call may be repeated. */
async function releaseReservations(ctx: ScopeContext, { key, unit }: Reservations): Promise<void> {
  const { services, scope } = ctx;
  await commit(ctx, {
    statements: [
      ...(key === null ? [] : [releaseKey(services.db, scope, key.call, key.lease)]),
      ...(unit?.reserved ? [releaseUsage(services.db, scope, unit)] : []),
    ],
  });
}

interface FailedCall {
  readonly reserved: Reservations;
  readonly inferenceUse: InferenceUse;
  readonly error: unknown;
}

/**
 * Ends a failed call: releases its key and its unit. If a worker had processed its images, the call counts
 * instead: the unit as used, and a check as a capture of each part that it was to judge.
 */
export async function endFailedCall(
  ctx: ScopeContext<"vault" | "inference" | "clock" | "publicUrl" | "serviceKey">,
  { reserved, inferenceUse, error }: FailedCall,
): Promise<void> {
  const { services } = ctx;
  const isCounted = inferenceUse.countsIn(error);
  try {
    if (isCounted && inferenceUse.judged !== null) await countFailedCheck(ctx, inferenceUse.judged);
  } finally {
    const ended = isCounted ? countUsed(ctx, reserved) : releaseReservations(ctx, reserved);
    // The call has just waited for the database, and must not wait for it again.
    if (isUncertain(error) && services.background !== null) services.background(ended);
    else await ended;
  }
}

async function countUsed(ctx: ScopeContext, { key, unit }: Reservations): Promise<void> {
  const { services, scope } = ctx;
  await commit(ctx, {
    statements: [
      ...(key === null ? [] : [releaseKey(services.db, scope, key.call, key.lease)]),
      ...(unit === null ? [] : usedStatements(services.db, scope, unit)),
    ],
  });
}

const KEPT_MS = DAY_MS;
/** Seconds after which most calls have ended. */
const IN_USE_RETRY_AFTER = 2;

/** The kept answer of an earlier call, byte for byte. */
interface KeptAnswer {
  readonly status: Answer["status"];
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Reserves an Idempotency-Key before the call's work (contract §10), or returns the kept answer of an earlier
 * call with this key. Throws 409 `idempotency_key_reused` for another body, and `idempotency_key_in_use`
 * while the first call runs.
 */
export async function acquireIdempotencyKey(
  ctx: ScopeContext<"vault">,
  { call }: { readonly call: KeyedCall },
): Promise<ReservedKey | KeptAnswer> {
  const { services, scope, now } = ctx;
  const until = now + LEASE_MS;
  const lease = {
    id: crypto.randomUUID(),
    until,
    latest: until + CLOCKS_AGREE_MS,
    keyExpiresAt: now + KEPT_MS,
  };
  const row = await reserveKey(services.db, scope, call, lease, now).catch((error: unknown) => {
    // The key may be reserved by now, for a call that has ended.
    if (isUncertain(error))
      services.background?.(releaseReservations(ctx, { key: { call, lease }, unit: null }));
    throw error;
  });
  return row.leaseId === lease.id ? { call, lease } : keptAnswer(ctx, call, row);
}

async function keptAnswer(
  { services, scope }: ScopeContext<"vault">,
  call: KeyedCall,
  row: KeyRow,
): Promise<KeptAnswer> {
  if (!sameBytes(row.fingerprint, call.fingerprint)) {
    throw new ApiError(
      "idempotency_key_reused",
      "This Idempotency-Key was used for a call of this path with another body. Send the same bytes to repeat that call, or a new key.",
      { param: "Idempotency-Key" },
    );
  }
  if (row.status === null || row.answer === null) {
    throw new ApiError(
      "idempotency_key_in_use",
      "The first request with this Idempotency-Key is still running. Repeat the call after Retry-After.",
      {
        retryAfter: IN_USE_RETRY_AFTER,
      },
    );
  }
  const body = await services.vault.open(
    scope,
    answerContext(scope, { path: call.path, key: storedKey(call) }),
    row.answer,
  );
  return { status: row.status as Answer["status"], body: new Uint8Array(body) };
}

interface ReadBack {
  readonly isCapped: boolean;
  /** The revision of its verification that a session token now reads; null for a secret key. */
  readonly revision: Parameters<typeof countFirstRead>[2] | null;
  /** The decided verification that a secret key now reads; null for any other read. */
  readonly decided: Pick<Verification, "id" | "revision"> | null;
}

/**
 * Counts a read-back like the call that made the result. The first read of each revision of a decided
 * verification is free: no further read is needed for the data that the decision accepted. Throws 402
 * `usage_cap_reached` at the cap, and counts nothing then.
 */
export async function countRead(ctx: ScopeContext, { isCapped, revision, decided }: ReadBack): Promise<void> {
  const { services, scope, now } = ctx;
  const { db } = services;
  if (decided !== null) {
    const { results } = await commit(ctx, { statements: [markRead(db, scope, decided)] });
    if ((results[0] as { rowsAffected: number }).rowsAffected > 0) return;
  }
  if (revision === null && !isCapped) {
    await commit(ctx, { statements: [addUsage(db, scope, now)] });
    return;
  }
  const counted =
    revision === null ? addUsageWithinCap(db, scope, now) : countFirstRead(db, scope, revision, now);
  if (!(await counted) && isCapped) throw capReached();
}
