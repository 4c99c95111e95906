import { z } from "zod";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "../../vocabulary/events.ts";
import { ID_PREFIXES } from "../core/ids.ts";
import { unknownId } from "../core/unknown-id.ts";
import { askedPage, pageQuery, toPage } from "../http/parameters.ts";
import type { RouteGroup } from "../http/route.ts";
import { pageOf } from "../schemas/common.ts";
import { eventAnswer } from "../schemas/events.ts";
import { type EventRow, findEvent, listEvents } from "../store/webhooks/events.ts";
import { route } from "./call/route.ts";

const list = route(
  {
    method: "get",
    path: "/v1/events",
    id: "listEvents",
    summary: "List events",
    description: "Newest first, as they were sent to your webhook endpoints. Not billed.",
    sdk: "events.list({ limit: 20 })",
    callers: ["secret_key"],
    scope: "events:read",
    query: pageQuery(ID_PREFIXES.event).extend({
      type: z
        .enum([...EVENT_TYPES, TEST_EVENT_TYPE])
        .optional()
        .describe("Only events of this type."),
    }),
    answer: { status: 200, description: "A page.", schema: pageOf(eventAnswer) },
  },
  async ({ services, principal: { scope }, query }) => {
    const rows = await listEvents(services.db, scope, { ...askedPage(scope, query), type: query.type });
    return toPage(scope, rows, query.limit, render);
  },
);

const read = route(
  {
    method: "get",
    path: "/v1/events/:id",
    id: "readEvent",
    summary: "Retrieve an event",
    description: "The payload as it was sent. Not billed.",
    sdk: "events.retrieve",
    parameters: { id: "The event's id, `wh_evt_…`." },
    callers: ["secret_key"],
    scope: "events:read",
    answer: { status: 200, description: "The event.", schema: eventAnswer },
    errors: ["not_found"],
  },
  async ({ services, principal, param }) => {
    const row = await findEvent(services.db, principal.scope, param("id"));
    if (row === undefined) throw unknownId("event", param("id"), principal.scope.mode);
    return render(row);
  },
);

export const events: RouteGroup = {
  tag: "Events",
  description:
    "The events that were sent to your webhook endpoints. Events are stored even if you have no endpoint. Not billed.",
  routes: [list, read],
};

/** The envelope as endpoints receive it; `data` is null for an erased event. */
function render({ id, type, createdAt, mode, tenantId, body }: EventRow): object {
  if (body !== null) return JSON.parse(body);
  return {
    id,
    type,
    created_at: new Date(createdAt).toISOString(),
    mode,
    tenant_id: tenantId,
    data: null,
  };
}
