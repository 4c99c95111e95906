import { createInvitation } from "../../edge/operations/accounts/invitations.ts";
import { freeAddress } from "../../edge/operations/accounts/members.ts";
import { listMembers } from "../../edge/store/accounts/members.ts";
import { ROLES } from "../../vocabulary/enumerations.ts";
import { address } from "../forms.ts";
import { type Commands, type Flag, type Flags, TENANT } from "./command.ts";
import { existingTenant, invitationLink } from "./tenants.ts";

const emailFlag = (text: string): Flag => ({ value: "ADDRESS", text, required: true, form: address });
const emailOf = (flags: Flags) => address(flags.required("email"));

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
      email: emailFlag("whom to invite"),
      role: { value: ROLES.join("|"), text: "what the member may do", required: true },
    },
    run: async ({ db, context, serviceUrl }, flags) => {
      const tenantId = (await existingTenant(db, flags)).id;
      const invited = { email: emailOf(flags), role: flags.requiredOf("role", ROLES) };
      const { id, secret } = await createInvitation({ ...context(), tenantId }, invited);
      return { id, ...invitationLink(secret, serviceUrl) };
    },
  },
  "members remove": {
    needs: "database",
    summary: "Removes the account of an address, so that its owner can sign up or be invited",
    flags: {
      email: emailFlag("whose account is removed"),
      "last-owner": { text: "removes the last owner of a tenant, too" },
    },
    run: async ({ context }, flags) => {
      const freed = { email: emailOf(flags), mayBeLastOwner: flags.isSet("last-owner") };
      const { userId, tenantId } = await freeAddress(context(), freed);
      return { id: userId, tenant_id: tenantId, removed: true };
    },
  },
};
