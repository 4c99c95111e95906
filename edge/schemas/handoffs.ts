import { z } from "zod";
import { HANDOFF_STATES } from "../../vocabulary/enumerations.ts";
import { exampleAfter, idOf, timestamp } from "./common.ts";

const exampleId = "ho_01JPA6Z8W4Q2M3T5V7X9Y1B3D5";

/** As it begins. */
export const exampleBegun = {
  id: exampleId,
  state: "waiting",
  url: "https://selfsame.example/verify#svc_hand_test_01JPA6Z8W4Q2M3T5V7X9Y1B3D500",
  url_until: exampleAfter(25),
  number: null,
  phone: null,
  expires_at: exampleAfter(600),
};

export const handoffAnswer = z
  .object({
    id: idOf("handoff"),
    state: z
      .enum([...HANDOFF_STATES, "expired"])
      .describe("`waiting` for a phone, `claimed` by a phone, or `moved` to it. The other states are final."),
    url: z
      .string()
      .nullable()
      .describe(
        "The address that the computer shows as a QR code; null once a phone has claimed the handoff.",
      ),
    url_until: timestamp
      .nullable()
      .describe("When the code changes. The previous code stays valid for 10 more seconds."),
    number: z
      .string()
      .nullable()
      .describe("The two digits that the person types on the phone; null unless a phone waits for them."),
    phone: z
      .string()
      .nullable()
      .describe("Browser and operating system of the phone; null before a phone has claimed the handoff."),
    expires_at: timestamp,
  })
  .meta({
    id: "Handoff",
    description: "A handoff, for the computer.",
    examples: [
      {
        id: exampleId,
        state: "claimed",
        url: null,
        url_until: null,
        number: "42",
        phone: "Chrome, Android",
        expires_at: exampleAfter(560),
      },
    ],
  });

export const handoffContext = z
  .object({
    id: idOf("handoff"),
    state: z
      .enum(["claimed", "moved"])
      .describe("`moved` if this phone already confirmed the number. It then opens a session with its code."),
    computer: z.string().nullable().describe("Browser and operating system of the computer."),
    country: z.string().nullable().describe("Country of the computer (ISO 3166-1), or null if unknown."),
    same_country: z
      .boolean()
      .nullable()
      .describe("Whether both devices are in one country; null if unknown."),
    same_network: z
      .boolean()
      .nullable()
      .describe("Whether both devices have one network address; null if unknown."),
    started_at: timestamp,
    expires_at: timestamp,
  })
  .meta({
    id: "HandoffContext",
    description: "What the phone shows before the person confirms.",
    examples: [
      {
        id: exampleId,
        state: "claimed",
        computer: "Firefox, Windows",
        country: "DE",
        same_country: true,
        same_network: true,
        started_at: exampleAfter(-40),
        expires_at: exampleAfter(560),
      },
    ],
  });

export const declinedHandoff = z
  .object({ id: idOf("handoff"), state: z.literal("declined").describe("Always `declined`.") })
  .meta({
    id: "DeclinedHandoff",
    description: "A handoff that was declined on the phone.",
    examples: [{ id: exampleId, state: "declined" }],
  });
