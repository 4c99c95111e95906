import { createInvitation } from "../../edge/operations/accounts/invitations.ts";
import { freeAddress } from "../../edge/operations/accounts/members.ts";
import { listMembers } from "../../edge/store/accounts/members.ts";
import { ROLES } from "../../vocabulary/enumerations.ts";
import { type Commands, TENANT } from "./command.ts";
import { existingTenant, invitationLink } from "./tenants.ts";

export const MEMBER_COMMANDS: Commands = {
  "members list": {
    needs: "database",
    summary: "Lists the members of a tenant's dashboard",
    flags: { tenant: TENANT },
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
    summary: "Creates an invitation to a tenant's dashboard, valid for seven days",
    details: "Send its link to the owner of that address and to no other person.",
    flags: {
      tenant: TENANT,
      email: { value: "ADDRESS", text: "whom to invite", required: true },
      role: { value: ROLES.join("|"), text: "what the member may do", required: true },
    },
    run: async ({ db, context, serviceUrl }, flags) => {
      const tenantId = (await existingTenant(db, flags)).id;
      const invited = { email: flags.address("email"), role: flags.requiredOf("role", ROLES) };
      const { id, secret } = await createInvitation({ ...context(), tenantId }, invited);
      return { id, ...invitationLink(secret, serviceUrl) };
    },
  },
  "members remove": {
    needs: "database",
    summary: "Removes the account of an address, so that its owner can sign up or be invited",
    flags: {
      email: { value: "ADDRESS", text: "whose account is removed", required: true },
      "last-owner": { text: "removes the last owner of a tenant, too" },
    },
    run: async ({ context }, flags) => {
      const freed = { email: flags.address("email"), mayBeLastOwner: flags.isSet("last-owner") };
      const { userId, tenantId } = await freeAddress(context(), freed);
      return { id: userId, tenant_id: tenantId, removed: true };
    },
  },
};
