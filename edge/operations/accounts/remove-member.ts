import { revokeInvitationsBy } from "../../store/accounts/invitations.ts";
import { deleteMember } from "../../store/accounts/members.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { TenantContext } from "../commit/context.ts";
import { ifUnmet } from "../parts/if-unmet.ts";
import { existingMember, outdated } from "./parts/existing-member.ts";

/** Removes a member with their login; their sessions end at once, and their open invitations are void. */
export async function removeMember(
  ctx: TenantContext,
  { userId }: { readonly userId: string },
): Promise<void> {
  const { services, tenantId, now } = ctx;
  const role = await existingMember(services.db, tenantId, { userId, staysOwner: false });
  await commit(ctx, {
    statements: [
      ...deleteMember(services.db, tenantId, userId, role),
      revokeInvitationsBy(services.db, tenantId, userId, now),
    ],
    audit: [auditEntry(ctx, { action: "member.delete", target: userId, before: { role } })],
  }).catch(ifUnmet(outdated()));
}
