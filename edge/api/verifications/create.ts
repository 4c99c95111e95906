import { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import type { JsonContext } from "../../http/parameters/validation.ts";
import { createVerification as creating } from "../../operations/verifications/create.ts";
import { customerRefSchema } from "../../schemas/common.ts";
import { policySchema } from "../../verification/policy.ts";
import { renderVerification } from "../../verification/render.ts";
import { recorded } from "../call/recorded.ts";

export const createVerificationSchema = z.strictObject({
  customer_ref: customerRefSchema,
  policy: policySchema.prefault({}),
});

/**
 * POST /v1/verifications: a verification under a frozen policy, and a session token bound to the
 * verification.
 */
export const createVerification = recorded(creating, {
  input: (c: JsonContext<typeof createVerificationSchema>) => {
    const { customer_ref, policy } = c.req.valid("json");
    const { maxTtlSeconds } = requireSecretKey(c.var.principal).settings;
    return { customerRef: customer_ref, policy, maxTtlSeconds };
  },
  answer: ({ verification, token }, c) => ({
    status: 201,
    body: {
      verification: renderVerification(c.var.principal.scope, verification, verification.createdAt),
      session_token: {
        token: token.token,
        jti: token.jti,
        expires_at: new Date(token.expiresAt).toISOString(),
      },
    },
    subject: verification,
  }),
});
