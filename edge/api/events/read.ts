import { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import { pageQuery, toPage } from "../../http/parameters/pagination.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { ID_PREFIXES } from "../../ids.ts";
import { type EventRow, findEvent, listEvents } from "../../store/webhooks/events.ts";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "../../vocabulary/events.ts";

export const eventsQuery = pageQuery(ID_PREFIXES.event).extend({
  type: z
    .enum([...EVENT_TYPES, TEST_EVENT_TYPE])
    .optional()
    .describe("Only events of this type."),
});

/** GET /v1/events: newest first; `type` narrows the list. Not metered. */
export async function readEvents(c: AppContext, query: z.output<typeof eventsQuery>) {
  const { scope } = requireSecretKey(c.var.principal);
  const page = { limit: query.limit + 1, before: query.cursor, type: query.type };
  const rows = await listEvents(c.var.services.db, scope, page);
  return c.json(toPage(rows, query.limit, render));
}

/** GET /v1/events/:id. Not metered. */
export async function readEvent(c: AppContext) {
  const { scope } = requireSecretKey(c.var.principal);
  const row = await findEvent(c.var.services.db, scope, pathParameter(c, "id"));
  if (row === undefined) throw new ApiError("not_found", "There is no such event.");
  return c.json(render(row));
}

/** The envelope as endpoints get it; `data` is null for an erased event. */
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
