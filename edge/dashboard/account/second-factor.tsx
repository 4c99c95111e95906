import { z } from "zod";
import { isRefusal } from "../../accounts/auth.ts";
import { auditingLockOut, auditRefusal, countAttempt, isNewCode } from "../shell/attempts/count-attempt.ts";
import { completeSignIn } from "../shell/attempts/known-browser.ts";
import type { DashboardContext } from "../shell/context.ts";
import { Form, readForm } from "../shell/forms.tsx";
import { showCard } from "../shell/layout.tsx";
import { passCookies, readWaiting } from "../shell/session.ts";
import { Field, Refusal } from "../ui/parts.tsx";

const REFUSED = "This code is wrong, was used or has expired. After several wrong codes, sign in again.";
const TOTP = /^\d{6}$/;
const schema = z.object({ code: z.string().trim().max(40) });

export const showSecondFactor = (c: DashboardContext) => card(c);

/**
 * Completes the sign-in with the app's code or a backup code; each code works once. better-auth ends the
 * sign-in after five wrong codes; `attempt-rules.ts` bounds those of the account.
 */
export async function enterSecondFactor(c: DashboardContext) {
  const { code } = await readForm(c, schema);
  const waiting = await readWaiting(c);
  if (waiting === null) return card(c, REFUSED);
  const { userId, email } = waiting;
  const attempt = await auditingLockOut(c, email, () => countAttempt(c, "second_factor", email));
  if (TOTP.test(code) && !(await isNewCode(c, userId, code))) return card(c, REFUSED);
  const { api } = await c.var.services.auth();
  const request = { body: { code }, headers: c.req.raw.headers, returnHeaders: true as const };
  try {
    const { headers } = await (TOTP.test(code) ? api.verifyTOTP(request) : api.verifyBackupCode(request));
    await attempt.succeeded();
    passCookies(c, headers);
    await completeSignIn(c, { userId, email, bySecondFactor: true });
    return c.redirect("/dashboard", 303);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await auditRefusal(c, email, "wrong_code");
    return card(c, REFUSED);
  }
}

function card(c: DashboardContext, error?: string) {
  return showCard(
    c,
    { title: "Second factor", status: error === undefined ? 200 : 401 },
    <>
      <Refusal text={error} />
      <Form c={c} action="/dashboard/second-factor">
        <Field
          label="Code"
          name="code"
          autocomplete="one-time-code"
          inputmode="text"
          required
          hint="The six digits of your authenticator app, or one of your backup codes."
        />
        <button type="submit">Sign in</button>
      </Form>
      <p>
        <a href="/dashboard/sign-in">Start again</a>
      </p>
    </>,
  );
}
