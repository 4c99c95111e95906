import { z } from "zod";
import { EVENT_TYPES } from "../../vocabulary/events.ts";
import { checkAddress } from "../webhooks/address-policy.ts";
import { exampleTime, idOf, modeSchema, timestamp } from "./common.ts";

const events = z.array(z.enum(EVENT_TYPES)).min(1).describe("The types of events that are sent to it.");
/** Local addresses are judged later: a local stack may allow them. */
export const endpointUrl = z
  .string()
  .min(1)
  .max(2_000)
  .superRefine((text, context) => {
    const address = checkAddress(text, true);
    if (!address.ok) context.addIssue({ code: "custom", message: address.reason });
  });
const url = endpointUrl.describe("HTTPS only, at a public address, without a fragment.");

/** The body of a new endpoint. */
export const newEndpoint = z.strictObject({ url, events });

/** A change of an endpoint: what is absent stays. */
export const endpointChange = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    enabled: z
      .boolean()
      .optional()
      .describe("`false` stops sending at once, and pending deliveries become dead letters."),
  })
  .refine((body) => Object.keys(body).length > 0, "must have at least one of url, events, enabled");

export const rotation = z.strictObject({
  overlap_hours: z
    .number()
    .min(0)
    .max(24)
    .default(0)
    .describe("Hours in which the old secret signs beside the new one."),
});

const secret = z
  .string()
  .regex(/^whsec_/)
  .describe("The signing secret, returned only once.");

const example = {
  id: "we_01JPA76C4X6Z8B0D2F4H6K8M0P",
  url: "https://shop.example/webhooks",
  mode: "test",
  events: ["verification.completed"],
  enabled: true,
  state: "enabled",
  disabled_reason: null,
  created_at: exampleTime,
};

export const endpointAnswer = z
  .object({
    id: idOf("endpoint"),
    url: z.string().describe("Where events are sent."),
    mode: modeSchema,
    events,
    enabled: z.boolean().describe("Whether events are sent."),
    state: z.enum(["enabled", "disabled"]).describe("The same as a word."),
    disabled_reason: z
      .enum(["delivery_failures", "toggled_off"])
      .nullable()
      .describe("Why it is disabled, or null."),
    created_at: timestamp.describe("When the endpoint was created."),
  })
  .meta({
    id: "WebhookEndpoint",
    description: "A webhook endpoint, without its secret.",
    examples: [example],
  });

export const endpointCreated = endpointAnswer.extend({ secret }).meta({
  id: "WebhookEndpointCreated",
  description: "A new webhook endpoint with its signing secret.",
  examples: [{ ...example, secret: "whsec_5Kd3" }],
});

export const endpointList = z.object({ data: z.array(endpointAnswer).describe("Newest first.") });

export const secretAnswer = z
  .object({ secret })
  .meta({ id: "WebhookSecret", description: "A new signing secret.", examples: [{ secret: "whsec_5Kd3" }] });

export const testEventAnswer = z
  .object({ event_id: idOf("event") })
  .meta({ id: "WebhookTestSent", description: "The test event that is sent to the endpoint." });
