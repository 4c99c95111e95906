import type { PropsWithChildren } from "hono/jsx";
import type { ConsentText } from "../../../capture-settings/consent-text.ts";
import { LARGEST_LOGO } from "../../../capture-settings/fields.ts";
import type { CaptureSettings } from "../../../store/tenancy/capture-settings.ts";
import { Check } from "../../form/checks.tsx";
import { type DashboardContext, to } from "../../shell/context.ts";
import { Form } from "../../shell/forms.tsx";
import { viewerMay } from "../../shell/roles.ts";
import { Field, Table, TextField } from "../../ui/parts.tsx";

/** The fields; disabled for members who may not change them. */
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
      <Fields c={c} legend="Page and origins">
        <TextField
          label="Allowed origins"
          name="allowed_origins"
          class="short"
          spellcheck={false}
          hint="Websites that may embed the page or call the API from a browser. One per line, for example https://shop.example. http://localhost:3000 works in test mode only."
        >
          {settings.allowedOrigins.join("\n")}
        </TextField>
        <TextField
          label="Allowed return URLs"
          name="return_origins"
          class="short"
          spellcheck={false}
          hint="One per line: an origin, or the scheme of an app, for example com.example.app:"
        >
          {settings.returnOrigins.join("\n")}
        </TextField>
        <Field
          label="Displayed name"
          name="brand_name"
          value={settings.brandName ?? ""}
          placeholder={c.var.viewer.tenantName}
          maxlength={60}
        />
        <Field
          label="Accent colour"
          name="accent"
          value={settings.accent ?? ""}
          placeholder="#1259b5"
          maxlength={7}
        />
        <Field
          label="Another way to verify (link)"
          name="alternative_url"
          value={settings.alternativeUrl ?? ""}
          placeholder="https://shop.example/branch"
          hint="An https: or mailto: address for people who cannot or do not want to be verified here."
        />
        <Field
          label="Your app that reads chips (link)"
          name="app_url"
          value={settings.appUrl ?? ""}
          placeholder="https://app.example/chip"
          hint="An https: address or one with your app's scheme, for example com.example.app:/chip. The page adds the verification's ID."
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
      <Fields c={c} legend="Logo">
        <Field
          label="Logo"
          name="logo"
          type="file"
          accept="image/png"
          hint={`PNG, up to ${LARGEST_LOGO.bytes / 1024} KiB and ${LARGEST_LOGO.side} px.`}
        />
        {hasLogo && <Check label="Remove the logo" name="remove" />}
        {viewerMay(c, "capture.change") && <button type="submit">Save</button>}
      </Fields>
    </Form>
  );
}

export function ConsentForm({ c, texts }: { c: DashboardContext; texts: readonly ConsentText[] }) {
  return (
    <>
      <p>
        People consent to this text before any image is taken. Without a text of your own, the page shows this
        service's text in the reader's language. It is not legal advice.
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
        <Fields c={c} legend="Consent text">
          <Field label="Language" name="locale" required value="en" hint="For example en or pt-BR." />
          <TextField
            label="Text"
            name="text"
            maxlength={8_000}
            hint="Each change creates a new version, and earlier versions are kept. Leave it empty to use the text of this service."
          />
          {viewerMay(c, "capture.change") && <button type="submit">Save</button>}
        </Fields>
      </Form>
    </>
  );
}
