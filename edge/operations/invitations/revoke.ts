import { ApiError } from "../../errors.ts";
import { revokeInvitation as revoking } from "../../store/accounts/invitations.ts";
import { auditEntry } from "../audit-entry.ts";
import { commit } from "../commit.ts";
import type { TenantContext } from "../context.ts";
import { ifUnmet } from "../members/parts/refusals.ts";

/** Takes an invitation back. 404 `not_found` when the tenant has no such open one. */
export async function revokeInvitation(ctx: TenantContext, { id }: { readonly id: string }): Promise<void> {
  const { services, tenantId, now } = ctx;
  await commit(ctx, {
    statements: revoking(services.db, tenantId, id, now),
    audit: [auditEntry(ctx, { action: "member.uninvite", target: id })],
  }).catch(ifUnmet(new ApiError("not_found", "There is no such open invitation.")));
}
