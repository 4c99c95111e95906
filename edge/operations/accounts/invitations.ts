import type { Role } from "../../../vocabulary/enumerations.ts";
import { newLinkSecret, type OpenInvitation } from "../../accounts/links.ts";
import { DAY_MS } from "../../core/clock.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import {
  acceptInvitation as accepting,
  findInvitationOf,
  insertInvitation,
  revokeInvitation as revoking,
} from "../../store/accounts/invitations.ts";
import { findMember } from "../../store/accounts/members.ts";
import { describeActor } from "../../store/audit/chain.ts";
import { commit, refuseOnConflict } from "../commit/commit.ts";
import { auditEntry, type Context, type TenantContext, type VisitorContext } from "../commit/context.ts";
import { ifTaken, newUser, type Person, userRows } from "./new-user.ts";

const VALID_MS = 7 * DAY_MS;

/** Invites a person to a tenant. Returns the secret of the link, which is stored nowhere else. */
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

/**
 * Makes the invited person a member, once. Throws 404 `not_found` for an invitation that is no longer open.
 */
export async function acceptInvitation(
  ctx: VisitorContext<"passwords">,
  input: { readonly invitation: OpenInvitation; readonly person: Omit<Person, "email"> },
): Promise<{ userId: string }> {
  const { services, now } = ctx;
  const person = { ...input.person, email: input.invitation.email };
  const user = await newUser(services, person, input.invitation, now);
  await join(ctx, input.invitation, user);
  return { userId: user.userId };
}

/** Writes an invited person's user, and closes the invitation. */
async function join(
  ctx: VisitorContext,
  { id, tenantId, role }: Pick<OpenInvitation, "id" | "tenantId" | "role">,
  { userId, statements }: ReturnType<typeof userRows>,
): Promise<void> {
  const { services, address, now } = ctx;
  const actor = { kind: "staff", userId, address } as const;
  const created = { action: "member.create", target: userId, after: { role } };
  await commit(ctx, {
    statements: [...statements, ...accepting(services.db, tenantId, id, now)],
    audit: [auditEntry({ tenantId, actor, now }, created)],
  })
    .catch(refuseOnConflict(notOpen()))
    .catch(ifTaken);
}

const notOpen = () => new ApiError("not_found", "There is no such open invitation.");

/**
 * Whether a person whom the identity provider has identified may sign in: a member, or an invited person, who
 * becomes a member now. Their address is verified, so they need no link.
 */
export async function admitIdentity(
  ctx: Omit<Context, "actor">,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<boolean> {
  const { services, now } = ctx;
  if ((await findMember(services.db, email)) !== undefined) return true;
  const invitation = await findInvitationOf(services.db, email, now);
  if (invitation === undefined) return false;
  const user = userRows(services, { email, name, passwordHash: null }, invitation, now);
  await join({ ...ctx, address: null }, invitation, user);
  return true;
}

/** Revokes an invitation. Throws 404 `not_found` if the tenant has no such open invitation. */
export async function revokeInvitation(ctx: TenantContext, { id }: { readonly id: string }): Promise<void> {
  const { services, tenantId, now } = ctx;
  await commit(ctx, {
    statements: revoking(services.db, tenantId, id, now),
    audit: [auditEntry(ctx, { action: "member.uninvite", target: id })],
  }).catch(refuseOnConflict(notOpen()));
}
