import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { openSignUp } from "../../accounts/links.ts";
import { isBadRequest } from "../../http/status.ts";
import { sendSignUpLink } from "../../operations/accounts/send-sign-up-link.ts";
import { asVisitor } from "../shell/acting.ts";
import { countAttempt } from "../shell/attempts/count-attempt.ts";
import type { DashboardContext, DashboardEnv } from "../shell/context.ts";
import { Form, readForm } from "../shell/forms.tsx";
import { showCard } from "../shell/layout.tsx";
import { PageError } from "../shell/page-error.ts";
import { Refusal } from "../ui/parts.tsx";
import { emailField } from "./account-fields.ts";
import { readLink } from "./link.tsx";
import { EmailField, signUpForm, submitSignUp } from "./sign-up-form.tsx";

/** Refuses sign-ups without an invitation if the operator has closed them. */
export const whereSignUpIsOpen: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  if (c.var.services.env.SIGN_UP !== "closed") return next();
  throw new PageError(
    403,
    "Nobody signs up here without an invitation. Ask an owner of your tenant for one.",
  );
};

/** The mailer, if the deployment can prove addresses by mail; else null. */
const mailerOf = ({ var: { services } }: DashboardContext) =>
  services.mailer?.reachesAddress ? services.mailer : null;

export const showSignUp = (c: DashboardContext) =>
  mailerOf(c) === null ? signUpForm(c, null) : askForAddress(c, {});

/**
 * Mails a link, or a note that the account exists. Neither the response nor its duration reveals which.
 * Without mail the account is created at once, and a taken address is reported on the page: its owner cannot
 * be mailed, and would otherwise not learn why signing up fails.
 */
export async function signUpByForm(c: DashboardContext) {
  const mailer = mailerOf(c);
  if (mailer === null) return submitSignUp(c, null);
  const given = await c.req.parseBody();
  try {
    const { email } = await readForm(c, z.object({ email: emailField }));
    const { isSilent } = await countAttempt(c, "sign_up", email);
    const { env, background } = c.var.services;
    if (!isSilent) background(sendSignUpLink(asVisitor(c), { email, mailer, publicUrl: env.PUBLIC_URL }));
  } catch (error) {
    if (!isBadRequest(error)) throw error;
    const email = typeof given.email === "string" ? given.email : "";
    return askForAddress(c, { email, error: error.message });
  }
  return showCard(
    c,
    { title: "Look into your mail" },
    <p>A link to go on with is on its way. It is good for an hour.</p>,
  );
}

/** Shows the form for the address that the link was sent to, and then signs that address up. */
export async function signUpByLink(c: DashboardContext) {
  const { secret, isFilledIn } = await readLink(c);
  await countAttempt(c, "link", secret);
  const { db, clock } = c.var.services;
  const email = await openSignUp(db, secret, clock());
  if (email === null) throw new PageError(404, "This link is too old. Sign up again for a new one.");
  return (isFilledIn ? submitSignUp : signUpForm)(c, { email, secret });
}

function askForAddress(c: DashboardContext, { email = "", error }: { email?: string; error?: string }) {
  return showCard(
    c,
    { title: "Sign up", status: error === undefined ? 200 : 400 },
    <>
      <Refusal text={error} />
      <Form c={c} action="/dashboard/sign-up">
        <EmailField value={email} />
        <button type="submit">Send me a link</button>
      </Form>
      <p>
        Have an account? <a href="/dashboard/sign-in">Sign in</a>
      </p>
    </>,
  );
}
