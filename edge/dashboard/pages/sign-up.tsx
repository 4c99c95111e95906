import { z } from "zod";
import { signUp } from "../../accounts/register.ts";
import { ApiError } from "../../errors.ts";
import { clientAddress } from "../../http/client-address.ts";
import { emailField, nameField, newPasswordField } from "../account-fields.ts";
import { countAttempt } from "../attempts.ts";
import type { DashboardContext } from "../context.ts";
import { Form, readForm } from "../forms.tsx";
import { showCard } from "../layout.tsx";
import { NewPassword } from "../new-password.tsx";
import { PageError } from "../page-error.ts";
import { Field, Refusal, Secret } from "../parts.tsx";
import { beginSession } from "../session.ts";

const schema = z.object({
  organization: nameField,
  name: nameField,
  email: emailField,
  password: newPasswordField,
});

export function showSignUp(c: DashboardContext) {
  assertOpen(c);
  return card(c, {});
}

function assertOpen(c: DashboardContext): void {
  if (c.var.services.env.SIGN_UP === "open") return;
  throw new PageError(
    403,
    "Nobody signs up here without an invitation. Ask an owner of your tenant for one.",
  );
}

/** Makes the account, its tenant and the first test key, which this answer shows and no later one. */
export async function signUpByForm(c: DashboardContext) {
  assertOpen(c);
  const given = await c.req.parseBody();
  try {
    const { organization, ...person } = await readForm(c, schema);
    await countAttempt(c, "sign_up", person.email);
    const { db, clock } = c.var.services;
    const { key } = await signUp(db, person, organization, clientAddress(c), clock());
    await beginSession(c, { email: person.email, password: person.password });
    return showCard(
      c,
      { title: `Welcome, ${person.name}`, status: 201 },
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
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return card(c, { given, error: error.message });
    throw error;
  }
}

function card(
  c: DashboardContext,
  { given = {}, error }: { given?: Record<string, unknown>; error?: string },
) {
  const text = (name: string) => (typeof given[name] === "string" ? given[name] : "");
  return showCard(
    c,
    { title: "Sign up", status: error === undefined ? 200 : 400 },
    <>
      <Refusal text={error} />
      <Form c={c} action="/dashboard/sign-up">
        <Field
          label="Organization"
          name="organization"
          autocomplete="organization"
          required
          value={text("organization")}
        />
        <Field label="Your name" name="name" autocomplete="name" required value={text("name")} />
        <Field
          label="Email"
          name="email"
          type="email"
          autocomplete="username"
          required
          value={text("email")}
        />
        <NewPassword />
        <button type="submit">Sign up</button>
      </Form>
      <p>
        Have an account? <a href="/dashboard/sign-in">Sign in</a>
      </p>
    </>,
  );
}
