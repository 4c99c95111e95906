import type { Role } from "../../vocabulary/roles.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { TenantContext } from "../commit/context.ts";
import { ifTaken, newUser, type Person } from "./parts/new-user.ts";

/** Makes a user who works for a tenant. Throws 400 `invalid_parameter` when the address has an account. */
export async function addMember(
  ctx: TenantContext<"passwords">,
  { person, role }: { readonly person: Person; readonly role: Role },
): Promise<{ userId: string }> {
  const { services, tenantId, now } = ctx;
  const { userId, statements } = await newUser(services, person, { tenantId, role }, now);
  await commit(ctx, {
    statements,
    audit: [auditEntry(ctx, { action: "member.create", target: userId, after: { role } })],
  }).catch(ifTaken);
  return { userId };
}
