import { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import { TTL } from "../../auth/session-token.ts";
import { ApiError } from "../../errors.ts";
import { customerRefSchema, type JsonContext } from "../../http/validation.ts";
import { newId } from "../../ids.ts";
import { enactTestReference } from "../../operations/parts/test-reference.ts";
import { mintToken } from "../../operations/sessions/parts/mint.ts";
import type { Scope } from "../../scope.ts";
import type { Services } from "../../services.ts";
import type { Statement } from "../../store/batch.ts";
import { insertVerification, loadVerification } from "../../store/verifications/verifications.ts";
import { isOpen, newVerification } from "../../verification/machine.ts";
import { policySchema } from "../../verification/policy.ts";
import type { Verification } from "../../verification/types.ts";
import type { Recording } from "../call/recording.ts";

export const createSessionSchema = z
  .strictObject({
    customer_ref: customerRefSchema.optional(),
    verification_id: z
      .string()
      .regex(/^[\x21-\x7e]{1,64}$/, "must be an id")
      .optional(),
    ttl_seconds: z.int().min(TTL.min).max(TTL.max).optional(),
  })
  .refine((body) => body.customer_ref !== undefined || body.verification_id !== undefined, {
    path: ["customer_ref"],
  });

/** POST /v1/sessions: a session token for an open verification, or for a new one under the default policy. */
export async function createSession(c: JsonContext<typeof createSessionSchema>): Promise<Recording> {
  const asked = c.req.valid("json");
  const { services } = c.var;
  const { scope, settings } = requireSecretKey(c.var.principal);
  const now = services.clock();
  const ttlSeconds = resolveTtl(asked.ttl_seconds, settings.maxTtlSeconds);
  const { verification, statements } =
    asked.verification_id === undefined
      ? beginVerification(services, scope, asked.customer_ref!, now)
      : await openVerification(services, scope, asked.verification_id, asked.customer_ref, now);
  await enactTestReference(scope, verification.customerRef);
  const minted = await mintToken(services, scope, verification.id, now, ttlSeconds);
  const body = {
    token: minted.token,
    jti: minted.jti,
    verification_id: verification.id,
    customer_ref: verification.customerRef,
    mode: scope.mode,
    expires_at: new Date(minted.expiresAt).toISOString(),
    expires_in: minted.expiresIn,
  };
  return {
    statements: [...statements, minted.statement],
    answer: { status: 201, body, subject: verification },
  };
}

/** The lifetime that was asked for, within the tenant's own cap; never silently shortened (contract §2). */
export function resolveTtl(asked: number | undefined, cap: number): number {
  if (asked !== undefined && asked > cap) {
    throw new ApiError("ttl_out_of_range", `ttl_seconds is more than this tenant's ${cap}.`, {
      param: "ttl_seconds",
    });
  }
  return asked ?? Math.min(TTL.default, cap);
}

interface Bound {
  readonly verification: Verification;
  readonly statements: readonly Statement[];
}

function beginVerification({ db }: Services, scope: Scope, customerRef: string, now: number): Bound {
  const policy = policySchema.parse({});
  const verification = newVerification(newId("verification", now), customerRef, policy, now);
  return { verification, statements: insertVerification(db, scope, verification, now) };
}

async function openVerification(
  { db }: Services,
  scope: Scope,
  id: string,
  customerRef: string | undefined,
  now: number,
): Promise<Bound> {
  const verification = await loadVerification(db, scope, id);
  if (verification === undefined) throw new ApiError("not_found", "There is no such verification.");
  if (customerRef !== undefined && customerRef !== verification.customerRef) {
    throw new ApiError("verification_mismatch", "The verification is another customer's.", {
      param: "customer_ref",
    });
  }
  if (!isOpen(verification, now)) {
    throw new ApiError("verification_not_open", "This verification is not open any more.");
  }
  return { verification, statements: [] };
}
