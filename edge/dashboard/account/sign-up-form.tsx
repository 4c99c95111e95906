import { z } from "zod";
import { isBadRequest } from "../../http/status.ts";
import { signUp } from "../../operations/accounts/sign-up.ts";
import { asVisitor } from "../shell/acting.ts";
import { completeSignIn } from "../shell/attempts/complete-sign-in.ts";
import { countAttempt } from "../shell/attempts/count-attempt.ts";
import type { DashboardContext } from "../shell/context.ts";
import { Form, readForm } from "../shell/forms.tsx";
import { showCard } from "../shell/layout.tsx";
import { beginSession } from "../shell/session.ts";
import { Field, Refusal, Secret } from "../ui/parts.tsx";
import { emailField, nameField, newPasswordField } from "./account-fields.ts";
import { LinkSecret } from "./link.tsx";
import { NewPassword } from "./new-password.tsx";

const schema = z.object({ organization: nameField, name: nameField, password: newPasswordField });

/**
 * The sign-up form: for the address that the link was sent to, or, for null, with a field for the address.
 */
export const signUpForm = (c: DashboardContext, proven: Proven | null) => card(c, proven, {});

/** An address, by the secret that was sent to it. */
interface Proven {
  readonly email: string;
  readonly secret: string;
}

/**
 * Creates the account, its tenant and the first test key, which only this response shows. Uses the proven
 * address, or, for null, the form's.
 */
export async function submitSignUp(c: DashboardContext, proven: Proven | null) {
  const given = await c.req.parseBody();
  try {
    const email = proven?.email ?? (await readForm(c, z.object({ email: emailField }))).email;
    const { organization, ...person } = await readForm(c, schema);
    const { lane } = await countAttempt(c, "sign_up", email);
    const { key, userId } = await signUp(asVisitor(c), {
      person: { ...person, email },
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

export const EmailField = ({ value }: { value: string }) => (
  <Field label="Email" name="email" type="email" autocomplete="username" required value={value} />
);
