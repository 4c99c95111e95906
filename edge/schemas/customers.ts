import { z } from "zod";
import { exampleTime, idOf, modeSchema, timestamp } from "./common.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const receiptAnswer = z
  .object({
    receipt_id: idOf("receipt"),
    customer_ref_sha256: sha256.describe("Of the `customer_ref` in UTF-8."),
    mode: modeSchema,
    erased: z.record(z.string(), z.int().min(0)).describe("How many there were, by kind."),
    erased_at: timestamp,
    not_reached: z
      .array(z.object({ place: z.string(), why: z.string() }))
      .describe("Places where the person's data may still be, and why."),
    signature: z
      .string()
      .describe("A compact JWS (RFC 7515) over the rest; the keys are at /.well-known/jwks.json."),
  })
  .meta({
    id: "ErasureReceipt",
    description: "What was erased of a person.",
    examples: [
      {
        receipt_id: "rcpt_01JPA74C4X6Z8B0D2F4H6K8M0P",
        customer_ref_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        mode: "test",
        erased: { ocr_results: 1, liveness_results: 2, fraud_results: 1, events: 5, media: 1 },
        erased_at: exampleTime,
        not_reached: [
          { place: "backups", why: "Copies that were made before stay until their keeper deletes them." },
        ],
        signature: "eyJhbGciOiJFZERTQSJ9.eyJyZWNlaXB0X2lkIjoicmNwdF8ifQ.c2lnbmF0dXJl",
      },
    ],
  });

/** The receipt of a withdrawn consent, of one verification. */
export const withdrawalAnswer = receiptAnswer
  .extend({ verification_id: idOf("verification") })
  .meta({ id: "WithdrawalReceipt", description: "What was erased of a verification." });

/** A key set (RFC 7517), with the members that a reader of receipts needs. */
export const keySetAnswer = z
  .object({
    keys: z.array(
      z.looseObject({ kty: z.string(), kid: z.string(), use: z.literal("sig"), alg: z.literal("EdDSA") }),
    ),
  })
  .meta({ id: "KeySet", description: "Public keys of receipts (RFC 7517)." });
