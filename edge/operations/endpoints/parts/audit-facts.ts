import type { EndpointRow } from "../../../store/webhooks/endpoints.ts";

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
