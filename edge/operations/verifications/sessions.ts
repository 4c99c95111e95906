import { TTL } from "../../auth/session-token.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { unknownId } from "../../core/unknown-id.ts";
import type { Statement } from "../../store/batch.ts";
import { findToken, revokeToken } from "../../store/tenancy/tokens.ts";
import { cancelPending } from "../../store/verifications/handoffs.ts";
import { insertVerification } from "../../store/verifications/verifications.ts";
import { assertReachable } from "../../verification/bound-device.ts";
import { policySchema } from "../../verification/policy.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commit, commitResult } from "../commit/commit.ts";
import { auditEntry, type ScopeContext } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { enactNewReference, enactTestReference } from "../test-reference.ts";
import { existingVerification } from "../verification-write.ts";
import { beginVerification } from "./begin.ts";
import { type MintedSession, mintToken } from "./mint.ts";

/**
 * Without `verificationId` a verification is made under the default policy, and `customerRef` is required.
 */
interface NewSession {
  readonly customerRef: string | undefined;
  readonly verificationId: string | undefined;
  readonly ttlSeconds: number | undefined;
  /** The longest life that the tenant gives a session token, in seconds. */
  readonly maxTtlSeconds: number;
}

/**
 * Makes a session token for an open verification, for one that the person may contest, or for a new one.
 * Throws 400 `ttl_out_of_range`, 403 `verification_mismatch`, 404 `not_found` and 409
 * `verification_not_open`.
 */
export async function createSession(
  ctx: CallContext<MintedSession, "tokens" | "inference">,
  input: NewSession,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const ttlSeconds = lifetimeOf(input);
  const { verification, statements } = await subjectOf(ctx, input);
  const enact = input.verificationId === undefined ? enactNewReference : enactTestReference;
  await enact(scope, verification.customerRef);
  const bound = { verificationId: verification.id };
  const { statement, ...token } = await mintToken(services, scope, bound, now, ttlSeconds);
  return commitResult(ctx, { statements: [...statements, statement] }, { verification, token });
}

/**
 * The requested lifetime in seconds. Throws 400 `ttl_out_of_range` over the tenant's cap: a lifetime is never
 * silently shortened (contract §2.2).
 */
function lifetimeOf({ ttlSeconds, maxTtlSeconds }: NewSession): number {
  if (ttlSeconds !== undefined && ttlSeconds > maxTtlSeconds) {
    throw new ApiError(
      "ttl_out_of_range",
      `ttl_seconds must be at most ${maxTtlSeconds}, this tenant's maximum.`,
      {
        param: "ttl_seconds",
      },
    );
  }
  return ttlSeconds ?? Math.min(TTL.default, maxTtlSeconds);
}

interface Subject {
  readonly verification: Verification;
  readonly statements: readonly Statement[];
}

async function subjectOf(
  ctx: ScopeContext<"inference">,
  { verificationId, customerRef }: NewSession,
): Promise<Subject> {
  if (verificationId === undefined) return newSubject(ctx, customerRef!);
  return { verification: await reachableVerification(ctx, verificationId, customerRef), statements: [] };
}

async function newSubject(ctx: ScopeContext<"inference">, customerRef: string): Promise<Subject> {
  const { services, scope, now } = ctx;
  const policy = policySchema.parse({});
  const id = newId("verification", now);
  const verification = await beginVerification(ctx, { id, customerRef, policy });
  return { verification, statements: insertVerification(services.db, scope, verification, now) };
}

async function reachableVerification(
  { services, scope, now }: ScopeContext,
  id: string,
  customerRef: string | undefined,
): Promise<Verification> {
  const verification = await existingVerification(services.db, scope, id, { param: "verification_id" });
  if (customerRef !== undefined && customerRef !== verification.customerRef) {
    throw new ApiError(
      "verification_mismatch",
      "customer_ref is not the one of this verification. Send that one, or leave customer_ref out.",
      {
        param: "customer_ref",
      },
    );
  }
  assertReachable(verification, now);
  return verification;
}

/**
 * Revokes a session token, with the handoff that its device has begun; may be repeated. Throws 404
 * `not_found` for a token that this tenant and mode never had.
 */
export async function revokeSession(ctx: ScopeContext, { jti }: { readonly jti: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const token = await findToken(services.db, scope, jti);
  if (token === undefined) throw unknownId("token", jti, scope.mode);
  if (token.revokedAt !== null) return;
  await commit(ctx, {
    statements: [
      revokeToken(services.db, scope, jti, now),
      cancelPending(services.db, scope, token.verification.id, token.device),
    ],
    audit: [auditEntry(ctx, { action: "session_token.revoke", target: jti })],
  });
}
