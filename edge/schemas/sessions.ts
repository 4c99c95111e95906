import { z } from "zod";
import { HANDOFF_RULES } from "../../vocabulary/enumerations.ts";
import { customerRef, exampleAfter, idOf, modeSchema, timestamp } from "./common.ts";

export const sessionAnswer = z
  .object({
    token: z
      .string()
      .regex(/^svc_tok_(live|test)_/)
      .describe("The session token. It is opaque and returned only once."),
    jti: idOf("token").describe("The token's id, with which you revoke it."),
    verification_id: idOf("verification"),
    customer_ref: customerRef,
    mode: modeSchema,
    expires_at: timestamp,
    expires_in: z.int().describe("Seconds until `expires_at`."),
  })
  .meta({
    id: "Session",
    description: "A session token and its verification.",
    examples: [
      {
        token: "svc_tok_test_eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ2Zl8ifQ.c2lnbmF0dXJl",
        jti: "jti_01JPA6Z8W4Q2M3T5V7X9Y1B3D5",
        verification_id: "vf_01JPA6Z8W4K8N2P4R6S8T0V2W4",
        customer_ref: "user-4711",
        mode: "test",
        expires_at: exampleAfter(1800),
        expires_in: 1800,
      },
    ],
  });

export const captureSessionAnswer = z
  .object({
    session_token: z
      .string()
      .regex(/^svc_tok_(live|test)_/)
      .describe("The session token, returned only once. Keep it in memory, not in storage."),
    expires_at: timestamp,
    verification_id: idOf("verification"),
  })
  .meta({ id: "CaptureSession", description: "A session token for the device that opened the link." });

export const withdrawnAnswer = z
  .object({ receipt_id: idOf("receipt") })
  .meta({ id: "Withdrawn", description: "The receipt of a withdrawn consent." });

const colours = z.object({
  accent: z.string().describe("Colour of buttons and links, such as `#1259b5`."),
  on_accent: z.string().describe("Colour of text on `accent`."),
});

const consentText = z.object({
  version: z.string().describe("The text's version."),
  locale: z.string().describe("The text's language."),
  text: z.string().describe("The text."),
  sha256: z.string().describe("SHA-256 of the text in UTF-8, in hexadecimal."),
});

export const capturePageAnswer = z
  .object({
    mode: modeSchema,
    expires_at: timestamp.describe("When the link or the verification expires."),
    locale: z.string().nullable().describe("The language that you set for this verification, or null."),
    require_live_capture: z.boolean().describe("Whether the page accepts camera images only, no files."),
    handoff: z.enum(HANDOFF_RULES).describe("Whether the end user may, must or cannot continue on a phone."),
    tenant: z
      .object({
        name: z.string().describe("The name that the page shows."),
        logo: z.string().nullable().describe("A PNG image as a `data:` URL."),
        theme: z
          .object({
            light: colours.describe("In the light scheme."),
            dark: colours.describe("In the dark scheme."),
          })
          .describe("Brand colours, adjusted for contrast."),
        alternative_url: z
          .string()
          .nullable()
          .describe("Where an end user can go who cannot be verified on this page, or null."),
        app_url: z
          .string()
          .nullable()
          .describe("Opens your app, which reads the chip, once `verification_id` is added; or null."),
      })
      .describe("Your brand."),
    consent_text: consentText.describe("The consent text to show."),
    recognition_text: consentText
      .optional()
      .describe(
        "The text of a second, optional consent: to be recognised by a selfie later. Only with `register_on_approval`.",
      ),
    returning: z
      .literal(true)
      .optional()
      .describe("True if the end user is compared with a registered face, and needs no document."),
    finished: z
      .literal(true)
      .optional()
      .describe("True if the end user has nothing left to do: the verification is in review or decided."),
    canceled: z
      .literal(true)
      .optional()
      .describe("True if the verification was canceled: the end user can do nothing here."),
    claimed: z
      .enum(["replaceable", "final"])
      .optional()
      .describe(
        "With a link that a device has opened: whether another device may take over with `take_over`, or something was captured already.",
      ),
    age_only: z
      .literal(true)
      .optional()
      .describe("True if only the end user's age is checked, and nothing else is kept."),
  })
  .meta({
    id: "CapturePage",
    description: "What the capture page shows first: your brand and the consent text.",
    examples: [
      {
        mode: "test",
        expires_at: exampleAfter(86_000),
        locale: null,
        require_live_capture: false,
        handoff: "allow",
        tenant: {
          name: "Acme",
          logo: null,
          theme: {
            light: { accent: "#1259b5", on_accent: "#ffffff" },
            dark: { accent: "#7ab8f5", on_accent: "#10151c" },
          },
          alternative_url: null,
          app_url: null,
        },
        consent_text: {
          version: "selfsame-4",
          locale: "en",
          text: "Acme verifies your identity …",
          sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        },
      },
    ],
  });
