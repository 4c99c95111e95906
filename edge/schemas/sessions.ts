import { z } from "zod";
import { HANDOFF_RULES } from "../../vocabulary/enumerations.ts";
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

export const captureSessionAnswer = z
  .object({
    session_token: z
      .string()
      .regex(/^svc_tok_(live|test)_/)
      .describe("Opaque; shown this once. For the memory of the page alone."),
    expires_at: timestamp,
    verification_id: idOf("verification"),
  })
  .meta({ id: "CaptureSession", description: "A session token of the device that holds the verification." });

export const withdrawnAnswer = z
  .object({ receipt_id: idOf("receipt") })
  .meta({ id: "Withdrawn", description: "The receipt of a consent that was taken back." });

const colours = z.object({ accent: z.string(), on_accent: z.string() });

export const capturePageAnswer = z
  .object({
    mode: modeSchema,
    expires_at: timestamp.describe("When the link ends, or the verification."),
    locale: z.string().nullable().describe("The language that the tenant asked for."),
    require_live_capture: z.boolean(),
    handoff: z.enum(HANDOFF_RULES),
    tenant: z.object({
      name: z.string(),
      logo: z.string().nullable().describe("A PNG image as a `data:` URL."),
      theme: z.object({ light: colours, dark: colours }).describe("Colours that can be read on the page."),
      alternative_url: z.string().nullable().describe("For those who cannot or will not be verified here."),
    }),
    consent_text: z.object({
      version: z.string(),
      locale: z.string(),
      text: z.string(),
      sha256: z.string().describe("Of the text in UTF-8, in hexadecimal."),
    }),
  })
  .meta({ id: "CapturePage", description: "What a page shows the person before anything is asked of them." });
