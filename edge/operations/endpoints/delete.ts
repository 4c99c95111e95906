import { deleteEndpoint as deleting } from "../../store/webhooks/endpoints.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { loggedUrl, stateOf } from "./parts/audit-facts.ts";
import { existingEndpoint } from "./parts/existing.ts";

/** Removes an endpoint; its waiting deliveries become dead letters. */
export async function deleteEndpoint(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const endpoint = await existingEndpoint(services.db, scope, id);
  const before = { url: loggedUrl(endpoint.url), ...stateOf(endpoint) };
  await commit(ctx, {
    statements: deleting(services.db, scope, id, now),
    audit: [auditEntry(ctx, { action: "webhook.delete", target: id, before })],
  });
}
