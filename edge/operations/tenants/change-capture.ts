import { sha256Hex } from "../../crypto/hashing.ts";
import {
  addConsentText,
  type CaptureSettings,
  findCaptureSettings,
  listConsentTexts,
  saveCaptureSettings,
} from "../../store/tenancy/capture-settings.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type TenantContext } from "../commit/context.ts";

type Changes = Partial<CaptureSettings>;

/**
 * Changes the given settings of a tenant's pages, and leaves unchanged ones out of the audit log. Returns the
 * settings after the change.
 */
export async function changeCapture(ctx: TenantContext, given: Changes): Promise<CaptureSettings> {
  const { services, tenantId } = ctx;
  const settings = await findCaptureSettings(services.db, tenantId);
  const [before, after] = await Promise.all([factsOf(settings), factsOf({ ...settings, ...given })]);
  const names = (Object.keys(given) as (keyof Changes)[]).filter(
    (name) => !isSame(before[name], after[name]),
  );
  if (names.length === 0) return settings;
  const pick = <T extends object>(from: T) =>
    Object.fromEntries(names.map((name) => [name, Reflect.get(from, name)]));
  await commit(ctx, {
    statements: [saveCaptureSettings(services.db, tenantId, pick(given))],
    audit: [
      auditEntry(ctx, {
        action: "tenant.capture",
        target: tenantId,
        before: pick(before),
        after: pick(after),
      }),
    ],
  });
  return { ...settings, ...given };
}

/** The settings as the audit log records them: an image by its digest. */
async function factsOf(settings: CaptureSettings) {
  return { ...settings, logo: settings.logo === null ? null : await sha256Hex(settings.logo) };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A locale in BCP 47; a null text restores the service's own. */
interface NewText {
  readonly locale: string;
  readonly text: string | null;
}

/**
 * Gives the tenant's consent text in a locale a new version. Earlier versions stay, since people agreed to
 * them; an unchanged text makes no new version.
 */
export async function changeConsentText(ctx: TenantContext, { locale, text }: NewText): Promise<void> {
  const { services, tenantId, now: createdAt } = ctx;
  const current = (await listConsentTexts(services.db, tenantId)).find((own) => own.locale === locale);
  if ((current?.text ?? null) === text) return;
  const sha256 = text === null ? null : await sha256Hex(text);
  await commit(ctx, {
    statements: [addConsentText(services.db, tenantId, { locale, text, sha256, createdAt })],
    audit: [
      auditEntry(ctx, {
        action: "tenant.consent_text",
        target: tenantId,
        before: { locale, sha256: current?.sha256 ?? null },
        after: { locale, sha256 },
      }),
    ],
  });
}
