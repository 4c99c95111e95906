import { sameBytes } from "../../crypto/equality.ts";
import { ApiError } from "../../errors.ts";
import type { Answer, AppContext } from "../../http/context.ts";
import type { Scope } from "../../scope.ts";
import type { Services } from "../../services.ts";
import type { Statement } from "../../store/batch.ts";
import {
  type KeyedCall,
  type KeyRow,
  keepAnswer,
  type Lease,
  reserveKey,
} from "../../store/tenancy/idempotency.ts";
import { fingerprint } from "./fingerprint.ts";

const HEADER = "Idempotency-Key";
const KEY = /^[\x20-\x7e]{1,255}$/;
/** Longer than any call runs: two deadlines of inference and the writing. A crashed call holds its key this long. */
const LEASE_MS = 90_000;
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Seconds: most calls are done by then. */
const IN_USE_RETRY_AFTER = 2;

/** An Idempotency-Key that a call holds while it runs. */
export interface HeldKey {
  readonly call: KeyedCall;
  readonly lease: Lease;
}

/**
 * Reserves the call's Idempotency-Key before the work (contract §10). Null where it carries none; a `Response` where the
 * key's call has been answered: that answer, byte for byte. It stands behind the route's body reader. Throws 409
 * `idempotency_key_reused` for another body, and `idempotency_key_in_use` while the first call runs.
 */
export async function holdKey(c: AppContext): Promise<HeldKey | Response | null> {
  const key = c.req.header(HEADER);
  if (key === undefined) return null;
  const { services, principal } = c.var;
  const call = await keyedCall(c, key);
  const now = services.clock();
  const lease = { id: crypto.randomUUID(), until: now + LEASE_MS, keyExpiresAt: now + KEPT_MS };
  const held = await reserveKey(services.db, principal.scope, call, lease, now);
  return held.leaseId === lease.id ? { call, lease } : answerAgain(c, call, held);
}

/**
 * Seals the answer and keeps it under the key, for the batch that writes the result: no result exists without it. A list,
 * since a lone statement is a promise of its own and would run at once.
 */
export async function keepUnder(
  { db, vault }: Pick<Services, "db" | "vault">,
  scope: Scope,
  { call, lease }: HeldKey,
  { status, body, subject }: Answer,
): Promise<Statement[]> {
  const answer = await vault.seal(scope, sealedFor(scope, call), encode(JSON.stringify(body)));
  const { id: subjectId, customerRef } = subject;
  return [keepAnswer(db, scope, call, lease, { status, answer, subjectId, customerRef })];
}

async function keyedCall(c: AppContext, key: string): Promise<KeyedCall> {
  if (!KEY.test(key)) {
    throw new ApiError("invalid_parameter", `${HEADER} must be 1 to 255 printable characters.`, {
      param: HEADER,
    });
  }
  const { bodyParts, principal } = c.var;
  if (bodyParts === undefined) throw new Error("A route keeps keys for a body that it has not read.");
  const { method, url } = c.req;
  // As it was sent: decoded it may hold what no text of the database holds, such as NUL.
  const path = new URL(url).pathname;
  return { path, key, fingerprint: await fingerprint({ method, path, caller: principal, parts: bodyParts }) };
}

async function answerAgain(c: AppContext, call: KeyedCall, held: KeyRow): Promise<Response> {
  if (!sameBytes(held.fingerprint, call.fingerprint)) {
    throw new ApiError("idempotency_key_reused", `This ${HEADER} was used for another request.`);
  }
  if (held.status === null || held.answer === null) {
    throw new ApiError("idempotency_key_in_use", "The first request with this key still runs.", {
      retryAfter: IN_USE_RETRY_AFTER,
    });
  }
  const { services, principal } = c.var;
  const { scope } = principal;
  const body = await services.vault.open(scope, sealedFor(scope, call), held.answer);
  const headers = { "Content-Type": "application/json", "Idempotent-Replayed": "true" };
  return c.body(new Uint8Array(body), held.status as Answer["status"], headers);
}

const sealedFor = ({ mode }: Scope, { path, key }: KeyedCall) =>
  `idempotent_answer:${JSON.stringify([mode, path, key])}`;

const encode = (text: string) => new TextEncoder().encode(text);
