import { revokeInvitationsBy } from "../../store/accounts/invitations.ts";
import { updateMemberRole } from "../../store/accounts/members.ts";
import type { Role } from "../../vocabulary/roles.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { TenantContext } from "../commit/context.ts";
import { ifUnmet } from "../parts/if-unmet.ts";
import { existingMember, outdated } from "./parts/existing-member.ts";

/**
 * Gives a member another role. Open invitations of a former owner become void. Throws 400 `invalid_parameter`
 * where the change would leave the tenant without an owner.
 */
export async function changeRole(
  ctx: TenantContext,
  { userId, role }: { readonly userId: string; readonly role: Role },
): Promise<void> {
  const { services, tenantId, now } = ctx;
  const before = await existingMember(services.db, tenantId, { userId, staysOwner: role === "owner" });
  if (role === before) return;
  const statements = updateMemberRole(services.db, tenantId, userId, { from: before, to: role });
  if (role !== "owner") statements.push(revokeInvitationsBy(services.db, tenantId, userId, now));
  const facts = { before: { role: before }, after: { role } };
  await commit(ctx, {
    statements,
    audit: [auditEntry(ctx, { action: "member.role", target: userId, ...facts })],
  }).catch(ifUnmet(outdated()));
}
