import { CLOCKS_AGREE_MS } from "../../core/clock.ts";
import { ApiError } from "../../core/errors.ts";
import { isUncertain } from "../../core/outage.ts";
import { sameBytes } from "../../crypto/hashing.ts";
import { type KeyedCall, type KeyRow, reserveKey, storedKey } from "../../store/tenancy/idempotency.ts";
import type { ScopeContext } from "../commit/context.ts";
import { type Answer, answerContext, type HeldKey } from "../commit/pending-call.ts";
import { releaseReservations } from "./reservations.ts";

/**
 * Longer than any call: two deadlines of inference and the writing. A crashed call holds its key this long.
 */
const LEASE_MS = 90_000;
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Seconds, after which most calls have ended. */
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
): Promise<HeldKey | KeptAnswer> {
  const { services, scope, now } = ctx;
  const until = now + LEASE_MS;
  const lease = {
    id: crypto.randomUUID(),
    until,
    latest: until + CLOCKS_AGREE_MS,
    keyExpiresAt: now + KEPT_MS,
  };
  const held = await reserveKey(services.db, scope, call, lease, now).catch((error: unknown) => {
    // The key may be reserved by now, for a call that has ended.
    if (isUncertain(error))
      services.background?.(releaseReservations(ctx, { key: { call, lease }, unit: null }));
    throw error;
  });
  return held.leaseId === lease.id ? { call, lease } : keptAnswer(ctx, call, held);
}

async function keptAnswer(
  { services, scope }: ScopeContext<"vault">,
  call: KeyedCall,
  held: KeyRow,
): Promise<KeptAnswer> {
  if (!sameBytes(held.fingerprint, call.fingerprint)) {
    throw new ApiError("idempotency_key_reused", "This Idempotency-Key was used for another request.");
  }
  if (held.status === null || held.answer === null) {
    throw new ApiError("idempotency_key_in_use", "The first request with this key still runs.", {
      retryAfter: IN_USE_RETRY_AFTER,
    });
  }
  const body = await services.vault.open(
    scope,
    answerContext(scope, { path: call.path, key: storedKey(call) }),
    held.answer,
  );
  return { status: held.status as Answer["status"], body: new Uint8Array(body) };
}
