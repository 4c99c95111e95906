import type { PropsWithChildren } from "hono/jsx";
import type { ConsentText } from "../../../capture-settings/consent-text.ts";
import { LARGEST_LOGO } from "../../../capture-settings/fields.ts";
import type { CaptureSettings } from "../../../store/tenancy/capture-settings.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { Form } from "../../shell/forms.tsx";
import { viewerMay } from "../../shell/roles.ts";
import { Field, Table, TextField } from "../../ui/parts.tsx";

/** The fields, disabled for members who may not change them. */
function Fields({ c, legend, children }: PropsWithChildren<{ c: DashboardContext; legend: string }>) {
  return (
    <fieldset disabled={!viewerMay(c, "capture.change")}>
      <legend class="unseen">{legend}</legend>
      {children}
    </fieldset>
  );
}

export function SettingsForm({ c, settings }: { c: DashboardContext; settings: CaptureSettings }) {
  return (
    <Form c={c} action={to(c, "capture")}>
      <Fields c={c} legend="Page and origins of both modes">
        <TextField
          label="Origins whose pages may call"
          name="allowed_origins"
          class="short"
          spellcheck={false}
          hint="One a line, exactly, such as https://shop.example. http://localhost:3000 counts in test mode."
        >
          {settings.allowedOrigins.join("\n")}
        </TextField>
        <TextField
          label="Where people may be sent back to"
          name="return_origins"
          class="short"
          spellcheck={false}
          hint="One a line: an origin likewise, or an app's scheme, such as com.example.app:"
        >
          {settings.returnOrigins.join("\n")}
        </TextField>
        <Field
          label="Name that people are shown"
          name="brand_name"
          value={settings.brandName ?? ""}
          placeholder={c.var.viewer.tenantName}
          maxlength={60}
        />
        <Field
          label="Colour"
          name="accent"
          value={settings.accent ?? ""}
          placeholder="#1259b5"
          maxlength={7}
        />
        <Field
          label="Another way, for those who cannot or will not be verified here"
          name="alternative_url"
          value={settings.alternativeUrl ?? ""}
          placeholder="https://shop.example/branch"
          hint="An https: or mailto: address."
        />
        {viewerMay(c, "capture.change") && (
          <div class="actions">
            <button type="submit" name="action" value="save">
              Save
            </button>
            <button type="submit" name="action" value="preview" class="plain">
              Preview
            </button>
          </div>
        )}
      </Fields>
    </Form>
  );
}

export function LogoForm({ c, hasLogo }: { c: DashboardContext; hasLogo: boolean }) {
  return (
    <Form c={c} action={to(c, "capture", "logo")} enctype="multipart/form-data">
      <Fields c={c} legend="Logo of both modes">
        <Field
          label="PNG image"
          name="logo"
          type="file"
          accept="image/png"
          hint={`At most ${LARGEST_LOGO.bytes / 1024} KiB and ${LARGEST_LOGO.side} pixels a side. It is told to the page with its session, so that no other host is asked.`}
        />
        {hasLogo && (
          <div class="field">
            <label class="check">
              <input type="checkbox" name="remove" /> Remove the logo
            </label>
          </div>
        )}
        {viewerMay(c, "capture.change") && <button type="submit">Save</button>}
      </Fields>
    </Form>
  );
}

export function ConsentForm({ c, texts }: { c: DashboardContext; texts: readonly ConsentText[] }) {
  return (
    <>
      <p>
        People agree to this text before anything of them is captured. Where you have none, the service's own
        is shown; it is no legal advice.
      </p>
      {texts.length > 0 && (
        <Table
          label="Your texts"
          head={["Language", "Version", "Text", "SHA-256"]}
          rows={texts.map(({ locale, version, text, sha256 }) => [
            locale,
            version,
            text,
            <code>{sha256.slice(0, 16)}…</code>,
          ])}
        />
      )}
      <Form c={c} action={to(c, "capture", "consent-text")}>
        <Fields c={c} legend="Consent text of both modes">
          <Field label="Language" name="locale" required value="en" hint="Such as en or pt-BR." />
          <TextField
            label="Text"
            name="text"
            maxlength={8_000}
            hint="A changed text is a new version; earlier ones are kept. Empty: the service's own again."
          />
          {viewerMay(c, "capture.change") && <button type="submit">Save</button>}
        </Fields>
      </Form>
    </>
  );
}
