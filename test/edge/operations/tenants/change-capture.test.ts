import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "#edge/crypto/hashing.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import { changeCapture, changeConsentText } from "#edge/operations/tenants/change-capture.ts";
import { findCaptureSettings, listConsentTexts } from "#edge/store/tenancy/capture-settings.ts";
import { openTestEdge, type TestEdge, type TestTenant } from "#test/harness/edge/test-edge.ts";

let edge: TestEdge;
let tenant: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  edge = await openTestEdge();
});
beforeEach(async () => {
  [tenant, other] = [await edge.newTenant(), await edge.newTenant()];
});
afterAll(() => edge.close());

const ctx = () => ({ ...systemContext(edge.services, edge.services.clock()), tenantId: tenant.id });
const entries = async () =>
  (await edge.client.execute({ sql: "select * from audit_entries where tenant_id = ?", args: [tenant.id] }))
    .rows;

describe("a tenant's capture settings", () => {
  it("change one by one, for this tenant alone", async () => {
    const nothing = await findCaptureSettings(edge.db, other.id);
    await changeCapture(ctx(), { allowedOrigins: ["https://shop.example"], accent: "#1259b5" });
    const after = await changeCapture(ctx(), { accent: null, brandName: "Shop" });
    expect(after).toEqual(await findCaptureSettings(edge.db, tenant.id));
    expect(after).toEqual({
      ...nothing,
      allowedOrigins: ["https://shop.example"],
      brandName: "Shop",
    });
    expect(await findCaptureSettings(edge.db, other.id)).toEqual(nothing);
  });

  it("leave an entry in the audit log for what changed, a logo by its digest", async () => {
    const logo = new Uint8Array([1, 2, 3]);
    await changeCapture(ctx(), { logo, allowedOrigins: [] });
    await changeCapture(ctx(), { logo: new Uint8Array([1, 2, 3]) });
    const [entry, ...rest] = await entries();
    expect(rest).toEqual([]);
    expect(entry).toMatchObject({ action: "tenant.capture" });
    expect(JSON.parse(String(entry?.before))).toEqual({ logo: null });
    expect(JSON.parse(String(entry?.after))).toEqual({ logo: await sha256Hex(logo) });
  });
});

describe("a tenant's consent text", () => {
  it("has a new version with each change, which the audit log names by its digest", async () => {
    await changeConsentText(ctx(), { locale: "en", text: "First." });
    await changeConsentText(ctx(), { locale: "en", text: "Second." });
    await changeConsentText(ctx(), { locale: "en", text: "Second." });
    await changeConsentText(ctx(), { locale: "de", text: "Erstens." });
    expect(await listConsentTexts(edge.db, tenant.id)).toEqual([
      { locale: "de", version: "1", text: "Erstens.", sha256: await sha256Hex("Erstens.") },
      { locale: "en", version: "2", text: "Second.", sha256: await sha256Hex("Second.") },
    ]);
    expect(await listConsentTexts(edge.db, other.id)).toEqual([]);
    expect(await entries()).toHaveLength(3);
    expect(JSON.stringify(await entries())).not.toContain("Second.");
  });

  it("never comes back under an old version, and the earlier texts stay", async () => {
    await changeConsentText(ctx(), { locale: "en", text: "First." });
    await changeConsentText(ctx(), { locale: "en", text: null });
    expect(await listConsentTexts(edge.db, tenant.id)).toEqual([]);
    await changeConsentText(ctx(), { locale: "en", text: "First." });
    expect(await listConsentTexts(edge.db, tenant.id)).toMatchObject([{ version: "3", text: "First." }]);
    const { rows } = await edge.client.execute({
      sql: "select version, text from consent_texts where tenant_id = ? order by version",
      args: [tenant.id],
    });
    expect(rows.map(({ text }) => text)).toEqual(["First.", null, "First."]);
  });
});
