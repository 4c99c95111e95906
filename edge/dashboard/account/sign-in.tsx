import { z } from "zod";
import { isRefusal } from "../../accounts/auth.ts";
import { isBadRequest } from "../../http/status.ts";
import { auditRefusal, countAttempt } from "../shell/attempts/count-attempt.ts";
import { completeSignIn } from "../shell/attempts/known-browser.ts";
import type { DashboardContext } from "../shell/context.ts";
import { Form, readForm } from "../shell/forms.tsx";
import { showCard } from "../shell/layout.tsx";
import { beginSession } from "../shell/session.ts";
import { Field, Refusal } from "../ui/parts.tsx";
import { emailField, WRONG_CREDENTIALS } from "./account-fields.tsx";
import { waysIn } from "./password-sign-in.ts";

const schema = z.object({ email: emailField, password: z.string().min(1).max(512) });

/** The destination after the sign-in: a page of the dashboard. Dot segments cannot lead outside. */
const nextOf = (c: DashboardContext) => {
  const next = c.req.query("next") ?? "";
  return /^\/dashboard\/(live|test)(\/[\w-][\w.-]*)*$/.test(next) ? next : "/dashboard";
};

export const showSignIn = (c: DashboardContext) => card(c, {});

/**
 * Begins a new session, or asks for the second factor. A wrong address and a wrong password get the same
 * response.
 */
export async function signIn(c: DashboardContext) {
  const given = await c.req.parseBody();
  const email = typeof given.email === "string" ? given.email : "";
  try {
    const credentials = await readForm(c, schema);
    return await tryCredentials(c, credentials);
  } catch (error) {
    if (!isRefusal(error) && !isBadRequest(error)) throw error;
    if (isRefusal(error)) await auditRefusal(c, email.toLowerCase(), "wrong_password");
    return card(c, { email, error: WRONG_CREDENTIALS, status: 401 });
  }
}

async function tryCredentials(c: DashboardContext, credentials: z.output<typeof schema>): Promise<Response> {
  const { email } = credentials;
  const attempt = await countAttempt(c, "sign_in", email);
  const { userId } = await beginSession(c, credentials, attempt.lane);
  await attempt.succeeded();
  if (userId === null) return c.redirect("/dashboard/second-factor", 303);
  await completeSignIn(c, { userId, email, bySecondFactor: false });
  return c.redirect(nextOf(c), 303);
}

function card(c: DashboardContext, { email = "", error, status = 200 }: CardContent) {
  const ways = waysIn(c);
  return showCard(
    c,
    { title: "Sign in", status },
    <>
      <Refusal text={error} />
      {ways.provider && <ProviderLink />}
      {ways.password && <PasswordForm c={c} email={email} />}
    </>,
  );
}

/** A link and no form: the page's policy lets no form leave this origin. */
export const ProviderLink = () => (
  <p>
    <a href="/dashboard/sign-in/provider">Sign in with your organization's account</a>
  </p>
);

function PasswordForm({ c, email }: { c: DashboardContext; email: string }) {
  return (
    <>
      <Form c={c} action={c.req.path + new URL(c.req.url).search}>
        <Field label="Email" name="email" type="email" autocomplete="username" required value={email} />
        <Field label="Password" name="password" type="password" autocomplete="current-password" required />
        <button type="submit">Sign in</button>
      </Form>
      <p>
        <a href="/dashboard/reset">Forgot your password?</a>
      </p>
      {c.var.services.env.SIGN_UP !== "closed" && (
        <p>
          New here? <a href="/dashboard/sign-up">Sign up</a>
        </p>
      )}
    </>
  );
}

interface CardContent {
  readonly email?: string;
  readonly error?: string;
  readonly status?: 200 | 401;
}
