import { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import { TTL } from "../../auth/session-token.ts";
import type { JsonContext } from "../../http/parameters/validation.ts";
import { createSession as creating } from "../../operations/verifications/sessions.ts";
import { customerRefSchema } from "../../schemas/common.ts";
import { recorded } from "../call/recorded.ts";

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

/**
 * POST /v1/sessions: a session token for an open verification, or for a new verification under the default
 * policy.
 */
export const createSession = recorded(creating, {
  input: (c: JsonContext<typeof createSessionSchema>) => {
    const asked = c.req.valid("json");
    return {
      customerRef: asked.customer_ref,
      verificationId: asked.verification_id,
      ttlSeconds: asked.ttl_seconds,
      maxTtlSeconds: requireSecretKey(c.var.principal).settings.maxTtlSeconds,
    };
  },
  answer: ({ verification, token }, c) => ({
    status: 201,
    body: {
      token: token.token,
      jti: token.jti,
      verification_id: verification.id,
      customer_ref: verification.customerRef,
      mode: c.var.principal.scope.mode,
      expires_at: new Date(token.expiresAt).toISOString(),
      expires_in: token.expiresIn,
    },
    subject: verification,
  }),
});
