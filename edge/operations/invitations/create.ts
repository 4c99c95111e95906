import { linkSecretHash, newLinkSecret } from "../../accounts/link-secret.ts";
import { ifUnmet } from "../../accounts/refusal.ts";
import { ApiError } from "../../errors.ts";
import { newId } from "../../ids.ts";
import {
  acceptInvitation,
  findOpenInvitation,
  insertInvitation,
  revokeInvitation,
} from "../../store/accounts/invitations.ts";
import { type Actor, describeActor } from "../../store/audit/actor.ts";
import { commitAudited } from "../../store/audit/audit.ts";
import type { Database } from "../../store/batch.ts";
import type { Role } from "../../vocabulary/roles.ts";
import { addMember, type Person } from "../accounts/sign-up.ts";

const notOpen = () => new ApiError("not_found", "There is no such open invitation.");

const VALID_MS = 7 * 24 * 60 * 60 * 1000;

/** Invites somebody to a tenant. Returns the secret of the link, which is in no other place. */
export async function invite(
  db: Database,
  invited: { readonly tenantId: string; readonly email: string; readonly role: Role },
  actor: Actor,
  now: number,
): Promise<{ secret: string }> {
  const id = newId("invitation", now);
  const { secret, secretHash } = await newLinkSecret();
  const of = { ...invited, invitedBy: describeActor(actor).id };
  const row = { id, ...of, tokenHash: secretHash, createdAt: now, expiresAt: now + VALID_MS };
  const entry = {
    ...{ tenantId: invited.tenantId, mode: null, at: now, actor, action: "member.invite", target: id },
    ...{ before: null, after: { role: invited.role } },
  };
  await commitAudited(db, [entry], [insertInvitation(db, row)]);
  return { secret };
}

/** The open invitation of a link; undefined when there is none, or it was used, taken back or is too old. */
export async function openInvitation(db: Database, secret: string, now: number) {
  return findOpenInvitation(db, await linkSecretHash(secret), now);
}

export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof openInvitation>>>;

/** Makes the invited person a member, once. 404 when the invitation is not open any more. */
export async function accept(
  db: Database,
  { id, tenantId, role, email }: OpenInvitation,
  person: Omit<Person, "email">,
  address: string | null,
  now: number,
): Promise<void> {
  const also = acceptInvitation(db, tenantId, id, now);
  await addMember(db, { ...person, email }, { tenantId, role }, { address, also }, now).catch(
    ifUnmet(notOpen()),
  );
}

/** 404 when there is no such open invitation. */
export async function takeBack(
  db: Database,
  tenantId: string,
  id: string,
  actor: Actor,
  now: number,
): Promise<void> {
  const entry = {
    ...{ tenantId, mode: null, at: now, actor, action: "member.uninvite", target: id },
    ...{ before: null, after: null },
  };
  await commitAudited(db, [entry], revokeInvitation(db, tenantId, id, now)).catch(ifUnmet(notOpen()));
}
