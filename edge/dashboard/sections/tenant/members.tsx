import { z } from "zod";
import { ROLES } from "../../../../vocabulary/enumerations.ts";
import { invitationsGoBy, linkPath } from "../../../accounts/links.ts";
import { createInvitation, revokeInvitation } from "../../../operations/accounts/invitations.ts";
import { changeRole, removeMember } from "../../../operations/accounts/members.ts";
import { listOpenInvitations } from "../../../store/accounts/invitations.ts";
import { listMembers } from "../../../store/accounts/members.ts";
import { emailField } from "../../account/account-fields.tsx";
import { countAttempt } from "../../shell/attempts/count-attempt.ts";
import { carried, carryTo } from "../../shell/carried.ts";
import { createPages, type DashboardContext, inTenant, PageError, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow, viewerMay } from "../../shell/roles.ts";
import { Badge, Field, Panel, Secret, Select, Table, Time } from "../../ui/parts.tsx";

const role = z.enum(ROLES);
const invitation = z.object({ email: emailField, role });

/** The tenant's members with their roles, and the open invitations. */
export const members = createPages()
  .get("/", async (c) => show(c, await carried(c)))
  .post("/", allow("member.invite"), async (c) => {
    const { mailer, env, background } = c.var.services;
    const by = invitationsGoBy(mailer, env.PUBLIC_URL);
    const invited = await readForm(c, invitation);
    if (by === "operator") throw new PageError(403, OPERATOR_INVITES);
    // Counted whatever the outcome: each invitation may send mail to a third party.
    await countAttempt(c, "invited", invited.email);
    await countAttempt(c, "inviting", c.var.viewer.tenantId);
    const { secret } = await createInvitation(inTenant(c), invited);
    const link = new URL(linkPath("invitation", secret), env.PUBLIC_URL).href;
    if (mailer !== null) background(mailer.send(invitationMail(invited.email, link)));
    if (by === "page") return carryTo(c, to(c, "members"), link);
    return redirect(
      c,
      to(c, "members"),
      done("The invitation was sent by email. It is valid for seven days."),
    );
  })
  .post("/invitations/:id/revoke", allow("member.invite"), async (c) => {
    await revokeInvitation(inTenant(c), { id: c.req.param("id") });
    return redirect(c, to(c, "members"), done("The invitation is revoked."));
  })
  .post("/:id/role", allow("member.change"), async (c) => {
    const chosen = await readForm(c, z.object({ role }));
    await changeRole(inTenant(c), { userId: c.req.param("id"), role: chosen.role });
    return redirect(c, to(c, "members"), done("The role is changed."));
  })
  .post("/:id/remove", allow("member.change"), async (c) => {
    await removeMember(inTenant(c), { userId: c.req.param("id") });
    return redirect(c, to(c, "members"), done("The member is removed, and signed out everywhere."));
  });

const OPERATOR_INVITES =
  "This deployment sends no email. Ask its operator to invite people: npm run admin -- members invite.";

/**
 * The text contains no tenant's name: an attacker could sign up with any name, and use it to write to third
 * parties.
 */
const invitationMail = (email: string, link: string) => ({
  to: email,
  subject: "You are invited to Selfsame",
  text: `You are invited to work on Selfsame. The page behind the link shows who invites you.\n\nSet a password within seven days:\n${link}\n`,
});

async function show(c: DashboardContext, link: string | null) {
  const { db, clock } = c.var.services;
  const { tenantId } = c.var.viewer;
  const [all, open] = await Promise.all([
    listMembers(db, tenantId),
    listOpenInvitations(db, tenantId, clock()),
  ]);
  return showPage(
    c,
    { title: "Members" },
    <>
      {link !== null && <Secret label="Send this link to the person whom you invite" value={link} />}
      <Table
        label="Members"
        head={["Name", "Email", "Role", "Second factor", "Member since", ""]}
        rows={all.map((member) => memberRow(c, member))}
      />
      {open.length > 0 && (
        <Panel title="Invitations">
          <Table
            label="Invitations"
            head={["Email", "Role", "Expires", ""]}
            rows={open.map(({ id, email, role: as, expiresAt }) => [
              email,
              as,
              <Time at={expiresAt} />,
              viewerMay(c, "member.invite") ? (
                <details>
                  <summary>Revoke…</summary>
                  <p class="text narrow">The link that was sent stops working at once.</p>
                  <Form c={c} action={to(c, "members", "invitations", id, "revoke")}>
                    <button type="submit" class="danger">
                      Revoke the invitation
                    </button>
                  </Form>
                </details>
              ) : (
                ""
              ),
            ])}
          />
        </Panel>
      )}
      {viewerMay(c, "member.invite") && <Invite c={c} />}
    </>,
  );
}

type Member = Awaited<ReturnType<typeof listMembers>>[number];

function memberRow(c: DashboardContext, { userId, name, email, role: as, ...member }: Member) {
  return [
    name,
    email,
    <Badge tone="plain">{as}</Badge>,
    member.hasSecondFactor ? <Badge tone="good">on</Badge> : <Badge tone="warn">off</Badge>,
    <Time at={member.createdAt} />,
    viewerMay(c, "member.change") ? (
      <details>
        <summary>Change…</summary>
        <Form c={c} action={to(c, "members", userId, "role")} class="row">
          <RoleField id={`role-${userId}`} chosen={as} />
          <button type="submit" class="plain">
            Set role
          </button>
        </Form>
        <Form c={c} action={to(c, "members", userId, "remove")}>
          <button type="submit" class="danger">
            Remove {name}
          </button>
        </Form>
      </details>
    ) : (
      ""
    ),
  ];
}

const EXPLAINED = {
  viewer: "viewer: reads verifications and results, without images",
  reviewer: "reviewer: also sees images and decides reviews",
  admin: "admin: also keys, webhooks, settings and the audit log",
  owner: "owner: also members and usage caps",
} as const;

const RoleField = ({ id, chosen }: { id: string; chosen: (typeof ROLES)[number] }) => (
  <Select
    label="Role"
    id={id}
    name="role"
    options={ROLES.map((each) => [each, EXPLAINED[each]])}
    chosen={chosen}
  />
);

function Invite({ c }: { c: DashboardContext }) {
  const { mailer, env } = c.var.services;
  if (invitationsGoBy(mailer, env.PUBLIC_URL) === "operator") return <p class="soft">{OPERATOR_INVITES}</p>;
  return (
    <Panel title="Invite a member">
      <Form c={c} action={to(c, "members")}>
        <Field label="Email" name="email" type="email" required autocomplete="off" />
        <RoleField id="role-new" chosen="viewer" />
        <button type="submit">Create invitation</button>
      </Form>
    </Panel>
  );
}
