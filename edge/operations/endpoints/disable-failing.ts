import { isUnmet } from "../../store/batch.ts";
import { dropPending } from "../../store/webhooks/deliveries.ts";
import { disableFailing, type EndpointRow } from "../../store/webhooks/endpoints.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/**
 * Turns an endpoint off for its failures, of which the last began at `begunAt` (milliseconds since the
 * epoch). Leaves the endpoint as it is where a person, or another dispatcher, has switched it since.
 */
export async function disableFailingEndpoint(
  ctx: Context,
  input: { readonly endpoint: EndpointRow; readonly begunAt: number; readonly cause: string },
): Promise<void> {
  const { services, now } = ctx;
  const { endpoint, begunAt, cause } = input;
  const entry = auditEntry(
    { ...ctx, scope: endpoint },
    {
      action: "webhook.disable",
      target: endpoint.id,
      before: { state: "enabled", disabled_reason: null },
      after: { state: "disabled", disabled_reason: "delivery_failures", cause },
    },
  );
  try {
    const statements = disableFailing(services.db, endpoint, endpoint.id, { begunAt, now });
    await commit(ctx, { statements, audit: [entry] });
  } catch (error) {
    if (!isUnmet(error)) throw error;
    // The endpoint was off already. Deliveries that a crashed sender had leased are still pending, and nobody
    // would send or drop them.
    await commit(ctx, { statements: [dropPending(services.db, endpoint, endpoint.id, now)] });
  }
}
