import type { OpenInvitation } from "../../../accounts/open-links.ts";
import { ApiError } from "../../../errors.ts";
import { acceptInvitation as accepting } from "../../../store/accounts/invitations.ts";
import { auditEntry } from "../../commit/audit-entry.ts";
import { commit } from "../../commit/commit.ts";
import type { VisitorContext } from "../../commit/context.ts";
import { ifUnmet } from "../../parts/if-unmet.ts";
import { ifTaken, newUser, type Person } from "../parts/new-user.ts";

/**
 * Makes the invited person a member, once. Throws 404 `not_found` for an invitation that is no longer open.
 */
export async function acceptInvitation(
  ctx: VisitorContext<"passwords">,
  input: { readonly invitation: OpenInvitation; readonly person: Omit<Person, "email"> },
): Promise<{ userId: string }> {
  const { services, address, now } = ctx;
  const { id, tenantId, role, email } = input.invitation;
  const person = { ...input.person, email };
  const { userId, statements } = await newUser(services, person, { tenantId, role }, now);
  const actor = { kind: "staff", userId, address } as const;
  const created = { action: "member.create", target: userId, after: { role } };
  await commit(ctx, {
    statements: [...statements, ...accepting(services.db, tenantId, id, now)],
    audit: [auditEntry({ tenantId, actor, now }, created)],
  })
    .catch(ifUnmet(new ApiError("not_found", "There is no such open invitation.")))
    .catch(ifTaken);
  return { userId };
}
