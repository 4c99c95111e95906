import { sha256Hex } from "../../crypto/sha256.ts";
import { addConsentText, listConsentTexts } from "../../store/tenancy/capture-settings.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { TenantContext } from "../commit/context.ts";

/** A locale in BCP 47; a null text goes back to the service's own. */
interface NewText {
  readonly locale: string;
  readonly text: string | null;
}

/**
 * Gives the tenant's consent text in a locale a new version. The earlier ones stay, since people agreed to
 * them; the same text again is no new version.
 */
export async function changeConsentText(ctx: TenantContext, { locale, text }: NewText): Promise<void> {
  const { services, tenantId, now: createdAt } = ctx;
  const held = (await listConsentTexts(services.db, tenantId)).find((own) => own.locale === locale);
  if ((held?.text ?? null) === text) return;
  const sha256 = text === null ? null : await sha256Hex(text);
  await commit(ctx, {
    statements: [addConsentText(services.db, tenantId, { locale, text, sha256, createdAt })],
    audit: [
      auditEntry(ctx, {
        action: "tenant.consent_text",
        target: tenantId,
        before: { locale, sha256: held?.sha256 ?? null },
        after: { locale, sha256 },
      }),
    ],
  });
}
