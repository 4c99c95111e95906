import type { listDeliveries } from "../store/webhooks/delivery-log.ts";
import type { EndpointRow } from "../store/webhooks/endpoints.ts";

type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** A delivery has no id of its own: the pair of event and endpoint identifies it. */
const deliveryId = ({ eventId, endpointId }: DeliveryRow) => `${eventId}.${endpointId}`;

/** An endpoint without its secret, for the API and the dashboard. */
export function endpointView(
  row: Pick<EndpointRow, "id" | "url" | "mode" | "eventTypes" | "state" | "disabledReason" | "createdAt">,
) {
  return {
    id: row.id,
    url: row.url,
    mode: row.mode,
    events: row.eventTypes,
    enabled: row.state === "enabled",
    state: row.state,
    disabled_reason: row.disabledReason,
    created_at: iso(row.createdAt),
  };
}

export function deliveryView(row: DeliveryRow) {
  return {
    id: deliveryId(row),
    event_id: row.eventId,
    type: row.type,
    state: row.state,
    next_attempt_at: iso(row.nextAttemptAt),
    attempts: row.log.map((attempt) => ({
      n: attempt.n,
      at: iso(attempt.at),
      status: attempt.status,
      error: attempt.error,
      latency_ms: attempt.latencyMs,
      response_excerpt: attempt.responseExcerpt,
    })),
  };
}

export function deadLetterView(row: DeliveryRow) {
  const { eventId, type, deadReason, deadAt } = row;
  return { id: deliveryId(row), event_id: eventId, type, reason: deadReason, dead_at: iso(deadAt) };
}
