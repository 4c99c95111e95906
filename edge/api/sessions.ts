import { z } from "zod";
import { TTL } from "../auth/session-token.ts";
import {
  createSession as creating,
  revokeSession as revoking,
} from "../operations/verifications/sessions.ts";
import { customerRefSchema } from "../schemas/common.ts";
import { sessionAnswer } from "../schemas/sessions.ts";
import { contextOf } from "./call/call.ts";
import { route } from "./call/route.ts";
import { idempotent } from "./call/writing.ts";

const createSession = route(
  {
    method: "post",
    path: "/v1/sessions",
    id: "createSession",
    summary: "Create a session token",
    description:
      "With `verification_id`, returns another token for that verification, which is open or may be contested; earlier tokens stay valid. Of a verification that may be contested, the token can only read and contest. Without it, creates a verification with the default policy, and `customer_ref` is required.",
    sdk: "sessions.create",
    callers: ["secret_key"],
    scope: "verifications:write",
    json: {
      schema: z
        .strictObject({
          customer_ref: customerRefSchema.optional(),
          verification_id: z
            .string()
            .regex(/^[\x21-\x7e]{1,64}$/, "must be an id")
            .optional()
            .describe(
              "A verification that is open, or that may be contested. Without it, the call creates one.",
            ),
          ttl_seconds: z
            .int()
            .min(TTL.min)
            .max(TTL.max)
            .optional()
            .describe("Lifetime of the token in seconds. Default: 1800."),
        })
        .refine((body) => body.customer_ref !== undefined || body.verification_id !== undefined, {
          path: ["customer_ref"],
          message: "is required without verification_id. Send one of them",
        }),
      example: { customer_ref: "user-4711", ttl_seconds: 1800 },
    },
    answer: { status: 201, description: "The token, shown this once.", schema: sessionAnswer },
    errors: [
      "ttl_out_of_range",
      "usage_cap_reached",
      "verification_mismatch",
      "not_found",
      "verification_not_open",
    ],
  },
  idempotent(creating, {
    input: ({ principal, body }) => ({
      customerRef: body.customer_ref,
      verificationId: body.verification_id,
      ttlSeconds: body.ttl_seconds,
      maxTtlSeconds: principal.settings.maxTtlSeconds,
    }),
    answer: ({ verification, token }, { principal }) => ({
      body: {
        token: token.token,
        jti: token.jti,
        verification_id: verification.id,
        customer_ref: verification.customerRef,
        mode: principal.scope.mode,
        expires_at: new Date(token.expiresAt).toISOString(),
        expires_in: token.expiresIn,
      },
      subject: verification,
    }),
  }),
);

const revokeSession = route(
  {
    method: "delete",
    path: "/v1/sessions/:jti",
    id: "revokeSession",
    summary: "Revoke a session token",
    description: "Takes effect everywhere within a second. Repeating the call is allowed.",
    sdk: "sessions.revoke",
    parameters: { jti: "The token's `jti`." },
    callers: ["secret_key"],
    scope: "verifications:write",
    answer: { status: 204, description: "The token is revoked." },
    errors: ["not_found"],
  },
  (call) => revoking(contextOf(call), { jti: call.param("jti") }),
);

export const sessionRoutes = [createSession, revokeSession];
