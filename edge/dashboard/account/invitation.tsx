import { z } from "zod";
import { type OpenInvitation, openInvitation } from "../../accounts/links.ts";
import { isBadRequest } from "../../http/status.ts";
import { acceptInvitation as accepting } from "../../operations/accounts/invitations.ts";
import { countAttempt } from "../shell/attempts/count-attempt.ts";
import { asVisitor, type DashboardContext, PageError } from "../shell/context.ts";
import { done, redirect } from "../shell/flash.ts";
import { Form, readForm } from "../shell/forms.tsx";
import { showCard } from "../shell/layout.tsx";
import { Field, Refusal } from "../ui/parts.tsx";
import { NewPassword, nameField, newPasswordField } from "./account-fields.tsx";
import { LinkSecret, readLink } from "./link.tsx";
import { waysIn } from "./password-sign-in.ts";
import { ProviderLink } from "./sign-in.tsx";

const schema = z.object({ name: nameField, password: newPasswordField });

/** Shows who invites, and then makes the holder of the link a member, under the invited address. */
export async function acceptInvitation(c: DashboardContext) {
  const { secret, isFilledIn } = await readLink(c);
  const invitation = await invitationOf(c, secret);
  if (!isFilledIn || !waysIn(c).password) return card(c, secret, invitation);
  try {
    const person = await readForm(c, schema);
    await accepting(asVisitor(c), { invitation, person });
  } catch (error) {
    if (isBadRequest(error)) return card(c, secret, invitation, error.message);
    throw error;
  }
  return redirect(c, "/dashboard/sign-in", done("Welcome. Sign in with your new password."));
}

async function invitationOf(c: DashboardContext, secret: string): Promise<OpenInvitation> {
  await countAttempt(c, "link", secret);
  const { db, clock } = c.var.services;
  const found = await openInvitation(db, secret, clock());
  if (found === undefined) {
    throw new PageError(404, "This invitation was used, was revoked or has expired. Ask for a new one.");
  }
  return found;
}

function card(
  c: DashboardContext,
  secret: string,
  { email, tenantName, role }: OpenInvitation,
  error?: string,
) {
  const ways = waysIn(c);
  return showCard(
    c,
    { title: `Join ${tenantName}`, status: error === undefined ? 200 : 400 },
    <>
      <p class="soft">
        As {role}, with the address {email}.
      </p>
      <Refusal text={error} />
      {ways.provider && <ProviderLink />}
      {ways.password && (
        <Form c={c} action={c.req.path}>
          <LinkSecret secret={secret} />
          <Field label="Your name" name="name" autocomplete="name" required />
          <NewPassword />
          <button type="submit">Join</button>
        </Form>
      )}
    </>,
  );
}
