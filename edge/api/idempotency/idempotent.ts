import type { MiddlewareHandler } from "hono";
import { ApiError } from "../../errors.ts";
import type { Answer, AppContext, AppEnv } from "../../http/context.ts";
import type { Scope } from "../../scope.ts";
import { commit } from "../../store/batch.ts";
import {
  type KeyedCall,
  type KeyRow,
  keepAnswer,
  type Lease,
  releaseKey,
  reserveKey,
} from "../../store/idempotency.ts";
import { fingerprint } from "./fingerprint.ts";

const HEADER = "Idempotency-Key";
const KEY = /^[\x20-\x7e]{1,255}$/;
/** Longer than any call runs: two deadlines of inference and the writing. A crashed call holds its key this long. */
const LEASE_MS = 90_000;
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Seconds: most calls are done by then. */
const IN_USE_RETRY_AFTER = 2;

/**
 * Runs a call with an Idempotency-Key once (contract §10). It stands behind the route's body reader. The key is reserved
 * before the work; the answer is sealed and kept by the batch that writes the result, so that there is no result without
 * it; a call that did not succeed frees its key. A repetition gets the kept answer, byte for byte, and does nothing.
 */
export const idempotent: MiddlewareHandler<AppEnv> = async (c, next) => {
  const key = c.req.header(HEADER);
  if (key === undefined) return next();
  const { services, principal } = c.var;
  const { db, vault } = services;
  const { scope } = principal;
  const call = await keyedCall(c, key);
  const now = services.clock();
  const lease = { id: crypto.randomUUID(), until: now + LEASE_MS, keyExpiresAt: now + KEPT_MS };
  const held = await reserveKey(db, scope, call, lease, now);
  if (held.leaseId !== lease.id) return answerAgain(c, scope, call, held);

  let kept = false;
  c.set("riders", [
    ...c.var.riders,
    async ({ status, body, subject }) => {
      const answer = await vault.seal(scope, sealedFor(scope, call), encode(JSON.stringify(body)));
      kept = true;
      const { id: subjectId, customerRef } = subject;
      return [keepAnswer(db, scope, call, lease, { status, answer, subjectId, customerRef })];
    },
  ]);
  await next();
  if (!c.res.ok) await free(c, call, lease);
  else if (!kept) throw new Error("A call has succeeded without a word about its answer.");
};

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

async function answerAgain(c: AppContext, scope: Scope, call: KeyedCall, held: KeyRow): Promise<Response> {
  if (!isSame(held.fingerprint, call.fingerprint)) {
    throw new ApiError("idempotency_key_reused", `This ${HEADER} was used for another request.`);
  }
  if (held.status === null || held.answer === null) {
    throw new ApiError("idempotency_key_in_use", "The first request with this key still runs.", {
      retryAfter: IN_USE_RETRY_AFTER,
    });
  }
  const body = await c.var.services.vault.open(scope, sealedFor(scope, call), held.answer);
  const headers = { "Content-Type": "application/json", "Idempotent-Replayed": "true" };
  return c.body(new Uint8Array(body), held.status as Answer["status"], headers);
}

async function free(c: AppContext, call: KeyedCall, lease: Lease): Promise<void> {
  const { services, principal } = c.var;
  await commit(services.db, [releaseKey(services.db, principal.scope, call, lease)]);
}

const sealedFor = ({ mode }: Scope, { path, key }: KeyedCall) =>
  `idempotent_answer:${JSON.stringify([mode, path, key])}`;

const encode = (text: string) => new TextEncoder().encode(text);

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
