import { disableEndpoint as disabling } from "../../store/webhooks/endpoints.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { stateOf } from "./parts/audit-facts.ts";
import { existingEndpoint } from "./parts/existing.ts";

/** Turns an endpoint off: sending stops at once, and waiting deliveries become dead letters. */
export async function disableEndpoint(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const before = stateOf(await existingEndpoint(services.db, scope, id));
  await commit(ctx, {
    statements: disabling(services.db, scope, id, now),
    audit: [auditEntry(ctx, { action: "webhook.disable", target: id, before, after: { state: "disabled" } })],
  });
}
