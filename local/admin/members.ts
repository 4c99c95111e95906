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
    summary: "who signs in to a tenant's dashboard",
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
      "an invitation, good for seven days; give its path, after the service's URL, to nobody but whose address it is: you vouch for that",
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
      "removes the account of an address, so that it can sign up or be invited: for one that somebody else has taken; the last owner's, which leaves a tenant without one, only with --last-owner",
    flags: { email: "string", "last-owner": "boolean" },
    run: async ({ context }, flags) => {
      const freed = { email: flags.address("email"), mayBeLastOwner: flags.isSet("last-owner") };
      const { userId, tenantId } = await freeAddress(context(), freed);
      return { id: userId, tenant_id: tenantId, removed: true };
    },
  },
};
