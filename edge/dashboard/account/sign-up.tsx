import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { openSignUp } from "../../accounts/links.ts";
import { isBadRequest } from "../../http/status.ts";
import { sendSignUpLink, signUp } from "../../operations/accounts/sign-up.ts";
import { countAttempt } from "../shell/attempts/count-attempt.ts";
import { completeSignIn } from "../shell/attempts/known-browser.ts";
import { asVisitor, type DashboardContext, type DashboardEnv, PageError } from "../shell/context.ts";
import { Form, readForm } from "../shell/forms.tsx";
import { showCard } from "../shell/layout.tsx";
import { beginSession } from "../shell/session.ts";
import { Field, Refusal, Secret } from "../ui/parts.tsx";
import { emailField, NewPassword, nameField, newPasswordField } from "./account-fields.tsx";
import { LinkSecret, readLink } from "./link.tsx";

/** Rejects sign-ups without an invitation if the operator has closed them. */
export const whereSignUpIsOpen: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  if (c.var.services.env.SIGN_UP !== "closed") return next();
  throw new PageError(403, "Sign-up needs an invitation. Ask an owner of your tenant for one.");
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
    { title: "Check your email" },
    <p>We have sent you a link to continue. The link is valid for one hour.</p>,
  );
}

/** Shows the form for the address that the link was sent to, and then signs that address up. */
export async function signUpByLink(c: DashboardContext) {
  const { secret, isFilledIn } = await readLink(c);
  await countAttempt(c, "link", secret);
  const { db, clock } = c.var.services;
  const email = await openSignUp(db, secret, clock());
  if (email === null) throw new PageError(404, "This link has expired. Sign up again for a new one.");
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

const schema = z.object({ organization: nameField, name: nameField, password: newPasswordField });

/**
 * The sign-up form: for the address that the link was sent to, or, for null, with a field for the address.
 */
const signUpForm = (c: DashboardContext, proven: Proven | null) => card(c, proven, {});

/** An address, by the secret that was sent to it. */
interface Proven {
  readonly email: string;
  readonly secret: string;
}

/**
 * Creates the account, its tenant and the first test key, which only this response shows. Uses the proven
 * address, or, for null, the form's.
 */
async function submitSignUp(c: DashboardContext, proven: Proven | null) {
  const given = await c.req.parseBody();
  try {
    const form =
      proven === null
        ? await readForm(c, schema.extend({ email: emailField }))
        : { ...(await readForm(c, schema)), email: proven.email };
    const { organization, ...person } = form;
    const { email } = person;
    const { lane } = await countAttempt(c, "sign_up", email);
    const { key, userId } = await signUp(asVisitor(c), {
      person,
      tenantName: organization,
    });
    await beginSession(c, { email, password: person.password }, lane);
    await completeSignIn(c, { userId, email, bySecondFactor: false });
    return welcome(c, person.name, key);
  } catch (error) {
    if (isBadRequest(error)) return card(c, proven, { given, error: error.message });
    throw error;
  }
}

const welcome = (c: DashboardContext, name: string, key: string) =>
  showCard(
    c,
    { title: `Welcome, ${name}`, status: 201 },
    <>
      <p>Your tenant is ready. This is its first test key.</p>
      <Secret label="Test key" value={key} />
      <p>
        <a class="button" href="/dashboard">
          Go to the dashboard
        </a>
      </p>
    </>,
  );

function card(
  c: DashboardContext,
  proven: Proven | null,
  { given = {}, error }: { given?: Record<string, unknown>; error?: string },
) {
  const text = (name: string) => (typeof given[name] === "string" ? given[name] : "");
  return showCard(
    c,
    { title: "Sign up", status: error === undefined ? 200 : 400 },
    <>
      <Refusal text={error} />
      {proven !== null && <p class="soft">With the address {proven.email}.</p>}
      <Form c={c} action={c.req.path}>
        {proven !== null && <LinkSecret secret={proven.secret} />}
        <Field
          label="Organization"
          name="organization"
          autocomplete="organization"
          required
          value={text("organization")}
        />
        <Field label="Your name" name="name" autocomplete="name" required value={text("name")} />
        {proven === null && <EmailField value={text("email")} />}
        <NewPassword />
        <button type="submit">Sign up</button>
      </Form>
      <p>
        Have an account? <a href="/dashboard/sign-in">Sign in</a>
      </p>
    </>,
  );
}

const EmailField = ({ value }: { value: string }) => (
  <Field label="Email" name="email" type="email" autocomplete="username" required value={value} />
);
