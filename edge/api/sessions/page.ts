import { z } from "zod";
import { requirePerson } from "../../auth/scopes.ts";
import { consentTextFor } from "../../capture-settings/consent-text.ts";
import { localeField } from "../../capture-settings/fields.ts";
import { themeOf } from "../../capture-settings/theme.ts";
import { toBase64 } from "../../crypto/encoding.ts";
import type { AppContext } from "../../http/context.ts";
import { findCaptureSettings, listConsentTexts } from "../../store/tenancy/capture-settings.ts";
import { findTenant } from "../../store/tenancy/tenants.ts";

const FALLBACK_LOCALE = "en";

export const pageQuery = z.strictObject({
  locale: localeField
    .optional()
    .describe("The reader's language, such as `en` or `pt-BR`; the verification's own goes before it."),
});

/** GET /v1/capture/page: what a page shows the person before anything is asked of them. It claims nothing. */
export async function readPage(c: AppContext, { locale }: z.output<typeof pageQuery>) {
  const principal = requirePerson(c.var.principal);
  const { capture } = principal.verification;
  const { settings, texts, asker } = await readAsker(c);
  return c.json({
    mode: principal.scope.mode,
    expires_at: new Date(endOf(principal)).toISOString(),
    locale: capture?.locale ?? null,
    require_live_capture: capture?.requireLiveCapture ?? false,
    handoff: capture?.handoff ?? "allow",
    tenant: {
      name: asker.name,
      logo: settings.logo === null ? null : `data:image/png;base64,${toBase64(settings.logo)}`,
      theme: themeOf(settings.accent),
      alternative_url: settings.alternativeUrl,
    },
    consent_text: await consentTextFor(texts, capture?.locale ?? locale ?? FALLBACK_LOCALE, asker),
  });
}

/** When what the caller holds ends, in milliseconds since the epoch. */
function endOf(principal: ReturnType<typeof requirePerson>): number {
  if (principal.kind === "handoff") return principal.handoff.expiresAt;
  return principal.kind === "link" ? principal.expiresAt : principal.verification.expiresAt;
}

/** The tenant's settings and consent texts, and whom the service's own text names. */
export async function readAsker({ var: { services, principal } }: AppContext) {
  const { tenantId } = principal.scope;
  const [tenant, settings, texts] = await Promise.all([
    findTenant(services.db, tenantId),
    findCaptureSettings(services.db, tenantId),
    listConsentTexts(services.db, tenantId),
  ]);
  if (tenant === undefined) throw new Error("The tenant of a credential is not there.");
  const { name, retentionDays } = tenant;
  return { settings, texts, asker: { name: settings.brandName ?? name, retentionDays } };
}
