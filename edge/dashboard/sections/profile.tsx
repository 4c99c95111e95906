import { raw } from "hono/html";
import { renderSVG } from "uqr";
import { z } from "zod";
import { isRefusal } from "../../accounts/auth.ts";
import { finishProfileChange, type ProfileChange } from "../../operations/accounts/own-account.ts";
import { NewPassword, newPasswordField } from "../account/account-fields.tsx";
import { waysIn, wherePasswordsWork } from "../account/password-sign-in.ts";
import { countAttempt } from "../shell/attempts/count-attempt.ts";
import { createPages, type DashboardContext, inTenant, to } from "../shell/context.ts";
import { done, failed, redirect } from "../shell/flash.ts";
import { Form, readForm } from "../shell/forms.tsx";
import { showPage } from "../shell/layout.tsx";
import { allow } from "../shell/roles.ts";
import { asSent, passCookies } from "../shell/session.ts";
import { Badge, Facts, Field, Panel, Refusal } from "../ui/parts.tsx";

const WRONG_PASSWORD = "The password is wrong.";
const password = z.object({ password: z.string().min(1).max(512) });
const newPassword = z.object({ current: z.string().min(1).max(512), password: newPasswordField });
const code = z.object({ code: z.string().trim().max(10) });

/** The viewer's own account: password and second factor. */
export const profile = createPages()
  .get("/", (c) => show(c))
  .use("/password", wherePasswordsWork)
  .use("/second-factor/*", wherePasswordsWork)
  .post("/password", allow("profile.change"), async (c) => {
    const given = await readForm(c, newPassword);
    const body = { currentPassword: given.current, newPassword: given.password, revokeOtherSessions: true };
    const { api } = await c.var.services.auth("member");
    const changed = await tried(c, () => api.changePassword({ ...headersOf(c), body }));
    if (changed === null) return redirect(c, to(c, "profile"), failed(WRONG_PASSWORD));
    return finish(
      c,
      changed.headers,
      "profile.password",
      "The password is changed. Other sessions have ended.",
    );
  })
  .post("/second-factor", allow("profile.change"), async (c) => {
    const body = await readForm(c, password);
    const { api } = await c.var.services.auth("member");
    const begun = await tried(c, () => api.enableTwoFactor({ ...headersOf(c), body }));
    if (begun === null) return redirect(c, to(c, "profile"), failed(WRONG_PASSWORD));
    passCookies(c, begun.headers);
    if (!("totpURI" in begun.response)) throw new Error("a second factor without an authenticator app");
    return showEnrolment(c, begun.response);
  })
  .post("/second-factor/confirm", allow("profile.change"), async (c) => {
    const body = await readForm(c, code);
    if (c.var.viewer.hasSecondFactor) {
      return redirect(c, to(c, "profile"), failed("The second factor is on already."));
    }
    const { api } = await c.var.services.auth("member");
    const confirmed = await tried(c, () => api.verifyTOTP({ ...headersOf(c), body }));
    if (confirmed === null) return showEnrolment(c, null);
    await api.revokeOtherSessions({ headers: asSent(confirmed.headers) });
    return finish(
      c,
      confirmed.headers,
      "profile.second_factor_on",
      "The second factor is on. Other sessions have ended.",
    );
  })
  .post("/second-factor/off", allow("profile.change"), async (c) => {
    const body = await readForm(c, password);
    const { api } = await c.var.services.auth("member");
    const ended = await tried(c, () => api.disableTwoFactor({ ...headersOf(c), body }));
    if (ended === null) return redirect(c, to(c, "profile"), failed(WRONG_PASSWORD));
    return finish(c, ended.headers, "profile.second_factor_off", "The second factor is off.");
  });

const headersOf = (c: DashboardContext) => ({ headers: c.req.raw.headers, returnHeaders: true as const });

/**
 * The result of a call; null if it rejected the user's input. Throws 429 after too many rejections, in any
 * session.
 */
async function tried<T>(c: DashboardContext, call: () => Promise<T>): Promise<T | null> {
  const attempt = await countAttempt(c, "profile", c.var.viewer.email);
  try {
    const answer = await call();
    await attempt.succeeded();
    return answer;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/**
 * Passes better-auth's cookies on first: its change is made, so the browser needs them even if the steps
 * after it fail.
 */
async function finish(c: DashboardContext, headers: Headers, change: ProfileChange, text: string) {
  passCookies(c, headers);
  await finishProfileChange(inTenant(c), { userId: c.var.viewer.userId, change });
  return redirect(c, to(c, "profile"), done(text));
}

function show(c: DashboardContext) {
  const { name, email, role, hasSecondFactor } = c.var.viewer;
  return showPage(
    c,
    { title: "Profile" },
    <>
      <Panel title={name}>
        <Facts
          of={[
            ["Email", email],
            ["Role", role],
            [
              "Second factor",
              hasSecondFactor ? <Badge tone="good">on</Badge> : <Badge tone="warn">off</Badge>,
            ],
          ]}
        />
      </Panel>
      {waysIn(c).password && (
        <div class="columns">
          <PasswordChange c={c} />
          <SecondFactor c={c} isOn={hasSecondFactor} />
        </div>
      )}
    </>,
  );
}

function PasswordChange({ c }: { c: DashboardContext }) {
  return (
    <Panel title="Password">
      <Form c={c} action={to(c, "profile", "password")}>
        <Field
          label="Current password"
          name="current"
          type="password"
          autocomplete="current-password"
          required
        />
        <NewPassword label="New password" hint="Your other sessions end." />
        <button type="submit">Change password</button>
      </Form>
    </Panel>
  );
}

/** The forms that enable or disable the second factor. */
function SecondFactor({ c, isOn }: { c: DashboardContext; isOn: boolean }) {
  return (
    <Panel title="Second factor">
      <p class="soft">
        At sign-in you enter a code from an authenticator app, which changes every 30 seconds.
      </p>
      <Form c={c} action={to(c, "profile", "second-factor", ...(isOn ? ["off"] : []))}>
        <Field
          label="Your password"
          id="second-factor-password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <button type="submit" class={isOn ? "danger" : undefined}>
          {isOn ? "Turn off" : "Turn on"}
        </button>
      </Form>
    </Panel>
  );
}

/**
 * The secret as a QR code and as text, and the backup codes; they are shown only once. Null for a wrong code.
 */
function showEnrolment(c: DashboardContext, secret: { totpURI: string; backupCodes: string[] } | null) {
  return showPage(
    c,
    { title: "Turn on the second factor", status: secret === null ? 400 : 200 },
    <>
      {secret !== null && (
        <Panel title="1. Scan with your authenticator app">
          <div class="qr">{raw(renderSVG(secret.totpURI, { border: 2 }))}</div>
          <p>
            Or enter this by hand: <code>{new URL(secret.totpURI).searchParams.get("secret")}</code>
          </p>
        </Panel>
      )}
      {secret !== null && (
        <Panel title="2. Keep these backup codes">
          <p>Copy them now. They will not be shown again. Each code works once, instead of the app's code.</p>
          <pre>{secret.backupCodes.join("\n")}</pre>
        </Panel>
      )}
      <Panel title="Enter the code that the app shows">
        <Refusal text={secret === null ? "This code is wrong or expired." : undefined} />
        <Form c={c} action={to(c, "profile", "second-factor", "confirm")}>
          <Field label="Code" name="code" autocomplete="one-time-code" inputmode="numeric" required />
          <button type="submit">Turn on</button>
        </Form>
      </Panel>
    </>,
  );
}
