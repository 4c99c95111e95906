import { EVENT_TYPES, TEST_EVENT_TYPE } from "../../../vocabulary/events.ts";
import { eventOccasions, eventSchemas } from "../../schemas/events.ts";
import { contentOf } from "./example.ts";
import type { JsonSchema, SchemaWriter } from "./json-schema.ts";

const DELIVERY_HEADERS: Readonly<Record<string, { description: string; schema: JsonSchema }>> = {
  "Service-Webhook-Id": {
    description: "The event's id, the same in every attempt.",
    schema: { type: "string", pattern: "^wh_evt_" },
  },
  "Service-Webhook-Timestamp": {
    description: "Unix time of this attempt in seconds. Reject an event that is more than 5 minutes off.",
    schema: { type: "string", pattern: "^\\d+$" },
  },
  "Service-Webhook-Signature": {
    description:
      "`t=<timestamp>,v1=<hex>`: HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the endpoint's whole `whsec_…` secret. During a rotation, a second `v1=` follows.",
    schema: { type: "string", pattern: "^t=\\d+(,v1=[0-9a-f]{64})+$" },
  },
  "Service-Webhook-Attempt": {
    description: "Number of the attempt, 1 to 7.",
    schema: { type: "string", pattern: "^\\d+$" },
  },
};

/** The requests that the service sends to a tenant's endpoints (OpenAPI `webhooks`), by event type. */
export function webhooksObject(writer: SchemaWriter) {
  const parameters = Object.entries(DELIVERY_HEADERS).map(([name, header]) => ({
    name,
    in: "header",
    required: true,
    ...header,
  }));
  return Object.fromEntries(
    [...EVENT_TYPES, TEST_EVENT_TYPE].map((type) => [
      type,
      {
        post: {
          operationId: type,
          tags: ["Webhooks"],
          summary: eventOccasions[type],
          parameters,
          requestBody: {
            required: true,
            content: { "application/json": contentOf(writer, eventSchemas[type]) },
          },
          responses: {
            "2XX": { description: "Received. Answer within 10 seconds." },
            default: {
              description:
                "Sent again after 30 seconds, 2 minutes, 10 minutes, 1 hour, 6 hours and 24 hours. Then the delivery is a dead letter.",
            },
          },
        },
      },
    ]),
  );
}
