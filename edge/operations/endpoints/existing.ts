import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database } from "../../store/batch.ts";
import { type EndpointRow, findEndpoint } from "../../store/webhooks/endpoints.ts";

/** The endpoint of this id. Throws 404 `not_found` where this tenant and mode does not have it. */
export async function existingEndpoint(db: Database, scope: Scope, id: string): Promise<EndpointRow> {
  const endpoint = await findEndpoint(db, scope, id);
  if (endpoint === null) throw new ApiError("not_found", "No such webhook endpoint.");
  return endpoint;
}

/**
 * The endpoint of this id, when it is enabled. Throws 404 `not_found`, and 400 `invalid_parameter` for a
 * disabled endpoint.
 */
export async function enabledEndpoint(db: Database, scope: Scope, id: string): Promise<EndpointRow> {
  const endpoint = await existingEndpoint(db, scope, id);
  if (endpoint.state !== "enabled") {
    throw new ApiError("invalid_parameter", "The endpoint is disabled; enable it first.", { param: "id" });
  }
  return endpoint;
}

/** An endpoint's state for the audit log. */
export const stateOf = ({ state, disabledReason }: EndpointRow) => ({
  state,
  disabled_reason: disabledReason,
});

/** The part of a URL that may be logged: receivers keep tokens in the query. */
export function loggedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
