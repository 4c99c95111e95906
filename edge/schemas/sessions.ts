import { z } from "zod";
import { customerRef, exampleTime, idOf, modeSchema, timestamp } from "./common.ts";

export const sessionAnswer = z
  .object({
    token: z
      .string()
      .regex(/^svc_tok_(live|test)_/)
      .describe("Opaque; shown this once."),
    jti: idOf("token").describe("Revokes the token."),
    verification_id: idOf("verification"),
    customer_ref: customerRef,
    mode: modeSchema,
    expires_at: timestamp,
    expires_in: z.int().describe("Seconds."),
  })
  .meta({
    id: "Session",
    description: "A session token and the verification that it is bound to.",
    examples: [
      {
        token: "svc_tok_test_eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ2Zl8ifQ.c2lnbmF0dXJl",
        jti: "jti_01JPA6Z8W4Q2M3T5V7X9Y1B3D5",
        verification_id: "vf_01JPA6Z8W4K8N2P4R6S8T0V2W4",
        customer_ref: "user-4711",
        mode: "test",
        expires_at: exampleTime,
        expires_in: 1800,
      },
    ],
  });
