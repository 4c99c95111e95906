import { raw } from "hono/html";
import { renderSVG } from "uqr";
import { type DashboardContext, to } from "../../shell/context.ts";
import { Form } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { Field, Panel, Refusal } from "../../ui/parts.tsx";

/** The forms that enable or disable the second factor. */
export function SecondFactor({ c, isOn }: { c: DashboardContext; isOn: boolean }) {
  return (
    <Panel title="Second factor">
      <p class="soft">An authenticator app shows a new code every 30 seconds; the sign-in asks for it.</p>
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
export function showEnrolment(
  c: DashboardContext,
  secret: { totpURI: string; backupCodes: string[] } | null,
) {
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
          <p>Each is good once, when the app is not at hand. They will not be shown again.</p>
          <pre>{secret.backupCodes.join("\n")}</pre>
        </Panel>
      )}
      <Panel title="Enter the code that the app shows">
        <Refusal text={secret === null ? "This code is wrong or too old." : undefined} />
        <Form c={c} action={to(c, "profile", "second-factor", "confirm")}>
          <Field label="Code" name="code" autocomplete="one-time-code" inputmode="numeric" required />
          <button type="submit">Turn on</button>
        </Form>
      </Panel>
    </>,
  );
}
