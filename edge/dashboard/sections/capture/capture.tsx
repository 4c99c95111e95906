import { z } from "zod";
import { consentTextFor } from "../../../capture-settings/consent-text.ts";
import {
  accentField,
  allowedOriginsField,
  alternativeUrlField,
  appUrlField,
  brandNameField,
  consentTextField,
  localeField,
  logoFault,
  returnOriginsField,
} from "../../../capture-settings/fields.ts";
import { ApiError } from "../../../core/errors.ts";
import { changeCapture, changeConsentText } from "../../../operations/tenants/change-capture.ts";
import {
  type CaptureSettings,
  findCaptureSettings,
  listConsentTexts,
} from "../../../store/tenancy/capture-settings.ts";
import { findTenant } from "../../../store/tenancy/tenants.ts";
import { entriesField, orNone } from "../../form/fields.ts";
import { createPages, type DashboardContext, inTenant, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { readForm } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow } from "../../shell/roles.ts";
import { Panel } from "../../ui/parts.tsx";
import { ConsentForm, LogoForm, SettingsForm } from "./capture-forms.tsx";
import { Preview } from "./preview.tsx";

/** An empty field restores the default. */
const settingsForm = z
  .object({
    allowed_origins: entriesField.pipe(allowedOriginsField),
    return_origins: entriesField.pipe(returnOriginsField),
    brand_name: orNone(brandNameField),
    accent: orNone(accentField),
    alternative_url: orNone(alternativeUrlField),
    app_url: orNone(appUrlField),
    action: z.enum(["save", "preview"]).default("save"),
  })
  .transform(({ action, ...form }) => ({
    action,
    settings: {
      allowedOrigins: form.allowed_origins,
      returnOrigins: form.return_origins,
      brandName: form.brand_name,
      accent: form.accent,
      alternativeUrl: form.alternative_url,
      appUrl: form.app_url,
    },
  }));

const logoForm = z.object({ logo: z.instanceof(File), remove: z.literal("on").optional() });

const textForm = z.object({ locale: localeField, text: orNone(consentTextField) });

/** The settings of the capture page, for both modes. */
export const capture = createPages()
  .get("/", async (c) => show(c, await settingsOf(c)))
  .post("/", allow("capture.change"), async (c) => {
    const { action, settings } = await readForm(c, settingsForm);
    if (action === "preview") return show(c, { ...(await settingsOf(c)), ...settings });
    await changeCapture(inTenant(c), settings);
    return back(c, "The settings are saved.");
  })
  .post("/logo", allow("capture.change"), async (c) => {
    const { logo: file, remove } = await readForm(c, logoForm);
    const logo = remove === "on" ? null : new Uint8Array(await file.arrayBuffer());
    if (logo?.length === 0) throw new ApiError("invalid_parameter", "Choose a file.", { param: "logo" });
    const fault = logo === null ? null : logoFault(logo);
    if (fault !== null) throw new ApiError("invalid_parameter", `logo ${fault}.`, { param: "logo" });
    await changeCapture(inTenant(c), { logo });
    return back(c, logo === null ? "The logo is removed." : "The logo is saved.");
  })
  .get("/logo", async (c) => {
    const { logo } = await settingsOf(c);
    if (logo === null) return c.redirect(to(c, "capture"), 303);
    return c.body(new Uint8Array(logo), 200, { "Content-Type": "image/png" });
  })
  .post("/consent-text", allow("capture.change"), async (c) => {
    await changeConsentText(inTenant(c), await readForm(c, textForm));
    return back(c, "The consent text is saved. Earlier consents refer to the version that was shown.");
  });

const back = (c: DashboardContext, text: string) => redirect(c, to(c, "capture"), done(text));

const settingsOf = (c: DashboardContext) => findCaptureSettings(c.var.services.db, c.var.viewer.tenantId);

async function show(c: DashboardContext, settings: CaptureSettings) {
  const { db } = c.var.services;
  const { tenantId } = c.var.viewer;
  const [texts, tenant] = await Promise.all([listConsentTexts(db, tenantId), findTenant(db, tenantId)]);
  const brand = {
    name: settings.brandName ?? c.var.viewer.tenantName,
    accent: settings.accent,
    logo: settings.logo === null ? null : to(c, "capture", "logo"),
  };
  const consent = await consentTextFor(texts, "en", {
    name: brand.name,
    retentionDays: tenant?.retentionDays ?? null,
  });
  return showPage(
    c,
    { title: "Capture" },
    <>
      <p>These settings apply to test and live mode.</p>
      <Panel title="Preview">
        <Preview of={brand} text={consent.text} />
        <p class="hint">Low-contrast colours are adjusted for readability.</p>
      </Panel>
      <Panel title="Page and origins">
        <SettingsForm c={c} settings={settings} />
      </Panel>
      <Panel title="Logo">
        <LogoForm c={c} hasLogo={settings.logo !== null} />
      </Panel>
      <Panel title="Consent text">
        <ConsentForm c={c} texts={texts} />
      </Panel>
    </>,
  );
}
