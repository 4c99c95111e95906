import { z } from "zod";
import { pageBody, pageQuery } from "../../http/parameters/pagination.ts";
import { ID_PREFIXES } from "../../ids.ts";
import { customerRefSchema } from "../../schemas/common.ts";
import { decisionName, statusName } from "../../schemas/verifications.ts";

/**
 * An ISO 8601 time with its offset, or a day, which stands for its first moment in UTC. The value is in
 * milliseconds since the epoch.
 */
const time = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    "must be an ISO 8601 time with its offset, such as 2026-03-14T09:26:53Z (a + is sent as %2B), or a day",
  )
  .transform((text) => Math.max(0, Date.parse(text)));

const filters = {
  status: statusName
    .optional()
    .describe(
      "Only those that stand so. What is overdue is listed as `expired` once a sweep, each minute, recorded it.",
    ),
  decision: decisionName.optional().describe("Only those that were decided so."),
  customer_ref: customerRefSchema.optional(),
  created_after: time
    .optional()
    .describe("Only those created at this time or later: ISO 8601 with an offset, or a day in UTC."),
  created_before: time.optional().describe("Only those created before this time, likewise."),
};

/** The query of GET /v1/verifications. */
export const verificationsQuery = pageQuery(ID_PREFIXES.verification).extend(filters);

/** The body of POST /v1/verifications/search: one person's, whom no address names. */
export const verificationsSearch = pageBody(ID_PREFIXES.verification).extend({
  ...filters,
  customer_ref: customerRefSchema,
});
