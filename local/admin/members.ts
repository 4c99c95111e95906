import { linkPath } from "../../edge/accounts/links.ts";
import { createInvitation } from "../../edge/operations/accounts/invitations.ts";
import { freeAddress } from "../../edge/operations/accounts/members.ts";
import { listMembers } from "../../edge/store/accounts/members.ts";
import { ROLES } from "../../vocabulary/enumerations.ts";
import type { Commands } from "./command.ts";
import { existingTenant } from "./tenants.ts";

export const MEMBER_COMMANDS: Commands = {
  "members list": {
    needs: "database",
    summary: "lists the members of a tenant's dashboard",
    flags: { tenant: "string" },
    run: async ({ db }, flags) => {
      const members = await listMembers(db, (await existingTenant(db, flags)).id);
      return members.map(({ userId, name, email, role, hasSecondFactor }) => ({
        id: userId,
        name,
        email,
        role,
        second_factor: hasSecondFactor === true,
      }));
    },
  },
  "members invite": {
    needs: "database",
    summary:
      "creates an invitation, valid for seven days. Send its path, after the URL of the service, only to the owner of that address",
    flags: { tenant: "string", email: "string", role: "string" },
    run: async ({ db, context }, flags) => {
      const tenantId = (await existingTenant(db, flags)).id;
      const invited = { email: flags.address("email"), role: flags.requiredOf("role", ROLES) };
      const { id, secret } = await createInvitation({ ...context(), tenantId }, invited);
      return { id, path: linkPath("invitation", secret) };
    },
  },
  "members remove": {
    needs: "database",
    summary:
      "removes the account of an address, so that its owner can sign up or be invited. The last owner of a tenant is removed only with --last-owner",
    flags: { email: "string", "last-owner": "boolean" },
    run: async ({ context }, flags) => {
      const freed = { email: flags.address("email"), mayBeLastOwner: flags.isSet("last-owner") };
      const { userId, tenantId } = await freeAddress(context(), freed);
      return { id: userId, tenant_id: tenantId, removed: true };
    },
  },
};
