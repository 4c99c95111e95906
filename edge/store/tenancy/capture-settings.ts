import { and, eq, sql } from "drizzle-orm";
import { captureSettings, consentTexts } from "../../../drizzle/schema/capture.ts";
import { tenants } from "../../../drizzle/schema/tenants.ts";
import type { ConsentText } from "../../capture-settings/consent-text.ts";
import type { Database, Statement } from "../batch.ts";

/** A tenant's settings for its capture pages. */
export type CaptureSettings = Omit<typeof captureSettings.$inferSelect, "tenantId">;

const NOTHING_SET: CaptureSettings = {
  allowedOrigins: [],
  returnOrigins: [],
  brandName: null,
  accent: null,
  logo: null,
  alternativeUrl: null,
  appUrl: null,
};

export async function findCaptureSettings(db: Database, tenantId: string): Promise<CaptureSettings> {
  const [row] = await db.select().from(captureSettings).where(eq(captureSettings.tenantId, tenantId));
  if (row === undefined) return NOTHING_SET;
  const { tenantId: _, ...settings } = row;
  return settings;
}

/** The public settings of a tenant, in one read; undefined for an unknown tenant. */
export async function findPublicFace(db: Database, tenantId: string) {
  const [row] = await db
    .select({
      name: sql<string>`coalesce(${captureSettings.brandName}, ${tenants.name})`,
      accent: captureSettings.accent,
      alternativeUrl: captureSettings.alternativeUrl,
      allowedOrigins: captureSettings.allowedOrigins,
    })
    .from(tenants)
    .leftJoin(captureSettings, eq(captureSettings.tenantId, tenants.id))
    .where(eq(tenants.id, tenantId));
  return row === undefined ? undefined : { ...row, allowedOrigins: row.allowedOrigins ?? [] };
}

/** Writes the given settings; the others stay. */
export function saveCaptureSettings(
  db: Database,
  tenantId: string,
  changes: Partial<CaptureSettings>,
): Statement {
  return db
    .insert(captureSettings)
    .values({ ...NOTHING_SET, ...changes, tenantId })
    .onConflictDoUpdate({ target: captureSettings.tenantId, set: changes });
}

/** The tenant's current texts: the last version of each locale, unless it is null. */
export async function listConsentTexts(db: Database, tenantId: string): Promise<ConsentText[]> {
  const rows = await db
    .select({
      locale: consentTexts.locale,
      // SQLite takes the other columns from the row with the highest version.
      version: sql<number>`max(${consentTexts.version})`,
      text: consentTexts.text,
      sha256: consentTexts.sha256,
    })
    .from(consentTexts)
    .where(eq(consentTexts.tenantId, tenantId))
    .groupBy(consentTexts.locale);
  return rows.flatMap(({ locale, version, text, sha256 }) =>
    text === null || sha256 === null ? [] : [{ version: String(version), locale, text, sha256 }],
  );
}

/** Adds the next version of the tenant's text in this locale; a null text restores the service's own. */
export function addConsentText(
  db: Database,
  tenantId: string,
  row: Pick<typeof consentTexts.$inferInsert, "locale" | "text" | "sha256" | "createdAt">,
): Statement {
  const earlier = db
    .select({ version: sql`coalesce(max(${consentTexts.version}), 0) + 1` })
    .from(consentTexts)
    .where(and(eq(consentTexts.tenantId, tenantId), eq(consentTexts.locale, row.locale)));
  return db.insert(consentTexts).values({ ...row, tenantId, version: sql<number>`(${earlier})` });
}
