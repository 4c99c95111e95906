import { z } from "zod";
import { HANDOFF_STATES } from "../../vocabulary/enumerations.ts";
import { exampleTime, idOf, timestamp } from "./common.ts";

const exampleId = "ho_01JPA6Z8W4Q2M3T5V7X9Y1B3D5";

export const handoffAnswer = z
  .object({
    id: idOf("handoff"),
    state: z
      .enum([...HANDOFF_STATES, "expired"])
      .describe(
        "`waiting` for a phone, `claimed` by one, `moved` to it; the others are ends: declined on the phone, a wrong number, called off on the computer, over.",
      ),
    url: z
      .string()
      .nullable()
      .describe("What the computer shows as a QR code; null once a phone has claimed the handoff."),
    url_until: timestamp.nullable().describe("Then the next code is shown; the last one is good 10 s more."),
    number: z
      .string()
      .nullable()
      .describe("Two digits that the person types on the phone; only while a phone waits for them."),
    phone: z.string().nullable().describe("Browser and system of the phone."),
    expires_at: timestamp,
  })
  .meta({
    id: "Handoff",
    description: "A handoff as the computer shows it.",
    examples: [
      {
        id: exampleId,
        state: "claimed",
        url: null,
        url_until: null,
        number: "42",
        phone: "Chrome, Android",
        expires_at: exampleTime,
      },
    ],
  });

export const handoffContext = z
  .object({
    id: idOf("handoff"),
    state: z
      .enum(["claimed", "moved"])
      .describe("`moved` where this phone has typed the number before: it opens a session by its code."),
    computer: z.string().nullable().describe("Browser and system of the computer."),
    country: z.string().nullable().describe("Of the computer (ISO 3166-1), where the platform tells it."),
    same_country: z.boolean().nullable().describe("Null where it is not known of both."),
    same_network: z.boolean().nullable().describe("Null where it is not known of both."),
    started_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: "HandoffContext", description: "What the person on the phone is told before anything moves." });

export const declinedHandoff = z
  .object({ id: idOf("handoff"), state: z.literal("declined") })
  .meta({ id: "DeclinedHandoff", description: "A handoff that the person on the phone did not want." });
