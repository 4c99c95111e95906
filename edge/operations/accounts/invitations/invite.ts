import { newLinkSecret } from "../../../accounts/link-secret.ts";
import { newId } from "../../../ids.ts";
import { insertInvitation } from "../../../store/accounts/invitations.ts";
import { describeActor } from "../../../store/audit/actor.ts";
import type { Role } from "../../../vocabulary/roles.ts";
import { auditEntry } from "../../commit/audit-entry.ts";
import { commit } from "../../commit/commit.ts";
import type { TenantContext } from "../../commit/context.ts";

const VALID_MS = 7 * 24 * 60 * 60 * 1000;

/** Invites somebody to a tenant. Returns the secret of the link, which is stored nowhere else. */
export async function createInvitation(
  ctx: TenantContext,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<{ id: string; secret: string }> {
  const { services, tenantId, actor, now } = ctx;
  const id = newId("invitation", now);
  const { secret, secretHash } = await newLinkSecret();
  const row = {
    id,
    tenantId,
    email,
    role,
    invitedBy: describeActor(actor).id,
    tokenHash: secretHash,
    createdAt: now,
    expiresAt: now + VALID_MS,
  };
  await commit(ctx, {
    statements: [insertInvitation(services.db, row)],
    audit: [auditEntry(ctx, { action: "member.invite", target: id, after: { role } })],
  });
  return { id, secret };
}
