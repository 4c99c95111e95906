import type { OperationGroup } from "../../http/operation.ts";
import { pageOf } from "../../schemas/common.ts";
import { eventAnswer } from "../../schemas/events.ts";
import { eventsQuery } from "./read.ts";

export const eventOperations: OperationGroup = {
  tag: "Events",
  description: "What was sent, or would have been, to the webhook endpoints. Reading events is not metered.",
  operations: [
    {
      method: "get",
      path: "/v1/events",
      id: "listEvents",
      summary: "List events",
      query: eventsQuery,
      answer: { status: 200, description: "A page.", schema: pageOf(eventAnswer) },
    },
    {
      method: "get",
      path: "/v1/events/:id",
      id: "readEvent",
      summary: "Read an event",
      parameters: { id: "The event's id, `wh_evt_…`." },
      answer: { status: 200, description: "The envelope as it is sent.", schema: eventAnswer },
      errors: ["not_found"],
    },
  ],
};
