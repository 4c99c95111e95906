import { enableEndpoint as enabling } from "../../store/webhooks/endpoints.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { stateOf } from "./parts/audit-facts.ts";
import { existingEndpoint } from "./parts/existing.ts";

/**
 * Turns an endpoint on again, whatever the reason of its end: future events are sent, dropped events stay
 * dropped.
 */
export async function enableEndpoint(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const before = stateOf(await existingEndpoint(services.db, scope, id));
  await commit(ctx, {
    statements: enabling(services.db, scope, id, now),
    audit: [auditEntry(ctx, { action: "webhook.enable", target: id, before, after: { state: "enabled" } })],
  });
}
