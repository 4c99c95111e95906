import { z } from "zod";
import { isRefusal } from "../../accounts/auth.ts";
import { isBadRequest } from "../../http/status.ts";
import { countAttempt } from "../shell/attempts/count-attempt.ts";
import type { DashboardContext } from "../shell/context.ts";
import { done, redirect } from "../shell/flash.ts";
import { Form, readForm } from "../shell/forms.tsx";
import { showCard } from "../shell/layout.tsx";
import { Field, Refusal } from "../ui/parts.tsx";
import { emailField, NewPassword, newPasswordField } from "./account-fields.tsx";
import { LinkSecret, readLink } from "./link.tsx";

export function showReset(c: DashboardContext) {
  if (c.var.services.mailer === null) {
    return showCard(
      c,
      { title: "Reset your password" },
      <p>This service sends no mail. Ask an owner of your tenant to remove you and invite you again.</p>,
    );
  }
  return showCard(
    c,
    { title: "Reset your password" },
    <>
      <Form c={c} action="/dashboard/reset">
        <Field label="Email" name="email" type="email" autocomplete="username" required />
        <button type="submit">Send me a link</button>
      </Form>
      <p>
        <a href="/dashboard/sign-in">Back to the sign-in</a>
      </p>
    </>,
  );
}

/**
 * Sends the link if the address has an account, a few times an hour: earlier links are still valid. Neither
 * the response nor its duration reveals any of it.
 */
export async function requestReset(c: DashboardContext) {
  const { email } = await readForm(c, z.object({ email: emailField }));
  const { isSilent } = await countAttempt(c, "reset", email);
  const { auth, background, mailer } = c.var.services;
  const { api } = await auth();
  if (mailer !== null && !isSilent) background(api.requestPasswordReset({ body: { email } }));
  return showCard(
    c,
    { title: "Check your email" },
    <p>If the address has an account, we have sent a link to it. The link is valid for one hour.</p>,
  );
}

/** Asks for the password, and then sets it, once, and ends every session of the account. */
export async function setNewPassword(c: DashboardContext) {
  const { secret: token, isFilledIn } = await readLink(c);
  if (!isFilledIn) return card(c, token);
  try {
    const { password } = await readForm(c, z.object({ password: newPasswordField }));
    await countAttempt(c, "set_password", token);
    await (await c.var.services.auth()).api.resetPassword({ body: { newPassword: password, token } });
  } catch (error) {
    if (isRefusal(error)) return card(c, token, "This link was used or has expired. Request a new one.");
    if (isBadRequest(error)) return card(c, token, error.message);
    throw error;
  }
  return redirect(c, "/dashboard/sign-in", done("The password is set. Sign in with it."));
}

function card(c: DashboardContext, secret: string, error?: string) {
  return showCard(
    c,
    { title: "Set a new password", status: error === undefined ? 200 : 400 },
    <>
      <Refusal text={error} />
      <Form c={c} action={c.req.path}>
        <LinkSecret secret={secret} />
        <NewPassword label="New password" />
        <button type="submit">Set password</button>
      </Form>
    </>,
  );
}
