import { newId } from "#edge/core/ids.ts";
import { commit } from "#edge/store/batch.ts";
import { insertEndpoint } from "#edge/store/webhooks/endpoints.ts";
import { EVENT_TYPES } from "#vocabulary/events.ts";
import type { TestEdge, TestTenant } from "./test-edge.ts";

/** Registers an endpoint of a tenant's test mode for every type of event; nothing is sent to it. */
export async function subscribe(edge: TestEdge & { readonly tenant: TestTenant }, tenant = edge.tenant) {
  Object.assign(edge.services, { wakeDispatcher: () => undefined });
  const now = Date.now();
  const row = { id: newId("endpoint", now), url: "https://hooks.example.com", createdAt: now };
  const endpoint = { ...row, eventTypes: EVENT_TYPES, secret: new Uint8Array(), state: "enabled" } as const;
  await commit(edge.db, [insertEndpoint(edge.db, tenant.scope("test"), endpoint)]);
}

/** Writes a failed attempt to deliver an event, with the receiver's response. */
export async function noteAttempt({ client }: Pick<TestEdge, "client">, eventId: string, excerpt: string) {
  await client.execute({
    sql: "insert into delivery_attempts (event_id, endpoint_id, n, tenant_id, mode, at, status, latency_ms, response_excerpt) select event_id, endpoint_id, 1, tenant_id, mode, 0, 500, 1, ? from deliveries where event_id = ?",
    args: [excerpt, eventId],
  });
}
