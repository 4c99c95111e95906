import { z } from "zod";
import { exampleTime, idOf, modeSchema, timestamp } from "./common.ts";
import { exampleId } from "./verification-examples.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const exampleReceipt = {
  receipt_id: "rcpt_01JPA74C4X6Z8B0D2F4H6K8M0P",
  customer_ref_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  mode: "test",
  erased: { ocr_results: 1, liveness_results: 2, fraud_results: 1, events: 5, media: 1 },
  erased_at: exampleTime,
  not_reached: [
    { place: "backups", why: "Backups made before the erasure keep the data until they are deleted." },
  ],
  signature: "eyJhbGciOiJFZERTQSJ9.eyJyZWNlaXB0X2lkIjoicmNwdF8ifQ.c2lnbmF0dXJl",
};

export const receiptAnswer = z
  .object({
    receipt_id: idOf("receipt"),
    customer_ref_sha256: sha256.describe("SHA-256 of the erased `customer_ref` in UTF-8, in hexadecimal."),
    mode: modeSchema,
    erased: z.record(z.string(), z.int().min(0)).describe("Number of erased objects, by kind."),
    erased_at: timestamp,
    not_reached: z
      .array(
        z.object({
          place: z.string().describe("Name of the place, such as `backups`."),
          why: z.string().describe("Why the data may still be there."),
        }),
      )
      .describe("Places that were not erased, such as backups."),
    signature: z
      .string()
      .describe(
        "A compact JWS (RFC 7515) over the other fields. `GET /.well-known/jwks.json` returns the keys.",
      ),
  })
  .meta({
    id: "ErasureReceipt",
    description: "A signed receipt of what was erased for an end user.",
    examples: [exampleReceipt],
  });

/** The receipt of a withdrawn consent, of one verification. */
export const withdrawalAnswer = receiptAnswer.extend({ verification_id: idOf("verification") }).meta({
  id: "WithdrawalReceipt",
  description: "A signed receipt of what was erased for a verification.",
  examples: [{ ...exampleReceipt, verification_id: exampleId }],
});

/** A key set (RFC 7517), with the members that a reader of receipts needs. */
export const keySetAnswer = z
  .object({
    keys: z
      .array(
        z.looseObject({
          kty: z.string().describe("Key type."),
          kid: z.string().describe("The key's id, as in a receipt's JWS header."),
          use: z.literal("sig").describe("Keys are for signatures only."),
          alg: z.literal("EdDSA").describe("The signature algorithm."),
        }),
      )
      .describe("One JWK for each signing key, old ones included."),
  })
  .meta({
    id: "KeySet",
    description: "The public keys that verify receipts (RFC 7517).",
    examples: [
      {
        keys: [
          {
            ...{ kty: "OKP", crv: "Ed25519", kid: "2026-03", use: "sig", alg: "EdDSA" },
            x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
          },
        ],
      },
    ],
  });
