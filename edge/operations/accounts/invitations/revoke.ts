import { ApiError } from "../../../errors.ts";
import { revokeInvitation as revoking } from "../../../store/accounts/invitations.ts";
import { auditEntry } from "../../commit/audit-entry.ts";
import { commit } from "../../commit/commit.ts";
import type { TenantContext } from "../../commit/context.ts";
import { ifUnmet } from "../../parts/if-unmet.ts";

/** Takes an invitation back. Throws 404 `not_found` where the tenant has no such open invitation. */
export async function revokeInvitation(ctx: TenantContext, { id }: { readonly id: string }): Promise<void> {
  const { services, tenantId, now } = ctx;
  await commit(ctx, {
    statements: revoking(services.db, tenantId, id, now),
    audit: [auditEntry(ctx, { action: "member.uninvite", target: id })],
  }).catch(ifUnmet(new ApiError("not_found", "There is no such open invitation.")));
}
