import { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import { TTL } from "../../auth/session-token.ts";
import { customerRefSchema, type JsonContext } from "../../http/validation.ts";
import { newId } from "../../ids.ts";
import { enactTestReference } from "../../operations/parts/test-reference.ts";
import { mintToken } from "../../operations/sessions/parts/mint.ts";
import { insertVerification } from "../../store/verifications/verifications.ts";
import { newVerification } from "../../verification/machine.ts";
import { policySchema } from "../../verification/policy.ts";
import { renderVerification } from "../../verification/render.ts";
import type { Recording } from "../call/recording.ts";

export const createVerificationSchema = z.strictObject({
  customer_ref: customerRefSchema,
  policy: policySchema.prefault({}),
});

/** POST /v1/verifications: a verification under a frozen policy, and a session token bound to it. */
export async function createVerification(
  c: JsonContext<typeof createVerificationSchema>,
): Promise<Recording> {
  const asked = c.req.valid("json");
  const { services } = c.var;
  const { scope, settings } = requireSecretKey(c.var.principal);
  await enactTestReference(scope, asked.customer_ref);
  const now = services.clock();
  const verification = newVerification(newId("verification", now), asked.customer_ref, asked.policy, now);
  const ttlSeconds = Math.min(TTL.default, settings.maxTtlSeconds);
  const minted = await mintToken(services, scope, verification.id, now, ttlSeconds);
  const body = {
    verification: renderVerification(scope, verification, now),
    session_token: {
      token: minted.token,
      jti: minted.jti,
      expires_at: new Date(minted.expiresAt).toISOString(),
    },
  };
  const statements = [...insertVerification(services.db, scope, verification, now), minted.statement];
  return { statements, answer: { status: 201, body, subject: verification } };
}
