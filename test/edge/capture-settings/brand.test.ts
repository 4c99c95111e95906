import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#capture/text/language.ts";
import { consentTextFor, recognitionTextFor } from "#edge/capture-settings/consent-text.ts";
import {
  accentField,
  allowedOriginsField,
  alternativeUrlField,
  appUrlField,
  brandNameField,
  consentTextField,
  LARGEST_LOGO,
  localeField,
  logoFault,
  returnOriginsField,
} from "#edge/capture-settings/fields.ts";
import { SERVICE_LOCALES } from "#edge/capture-settings/service-consent.ts";
import { contrast, themeOf } from "#edge/capture-settings/theme.ts";
import { sha256Hex } from "#edge/crypto/hashing.ts";

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);

describe("a tenant's colour", () => {
  it("can be read on the page and carries text in light and dark, whatever it is", () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const { light, dark } = themeOf(accent);
        for (const { accent: shown, on_accent: text } of [light, dark]) {
          expect(contrast(shown, text)).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(light.accent, "#ffffff")).toBeGreaterThanOrEqual(4.5);
        expect(contrast(dark.accent, "#0f141a")).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it("is shown as it is if it can be read, by the contrasts that WCAG gives", () => {
    expect([themeOf("#1259b5").light.accent, themeOf("#7db7f7").dark.accent]).toEqual(["#1259b5", "#7db7f7"]);
    expect(contrast("#000000", "#ffffff")).toBe(21);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });
});

const png = (width: number, height: number, bytes = 100) => {
  const content = new Uint8Array(bytes);
  content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(content.buffer).setUint32(16, width);
  new DataView(content.buffer).setUint32(20, height);
  return content;
};

describe("a logo", () => {
  it("is a small PNG image", () => {
    expect(logoFault(png(200, 80))).toBeNull();
    expect(logoFault(png(LARGEST_LOGO.side, 1, LARGEST_LOGO.bytes))).toBeNull();
  });

  it("is rejected when it is large, in bytes or unpacked, or anything else than PNG", () => {
    expect(logoFault(png(200, 80, LARGEST_LOGO.bytes + 1))).toContain("KiB");
    expect(logoFault(png(LARGEST_LOGO.side + 1, 80))).toContain("pixels");
    expect(logoFault(png(0, 80))).toContain("pixels");
    expect(logoFault(new TextEncoder().encode("<svg onload=alert(1)>".repeat(5)))).toContain("PNG");
    expect(logoFault(png(1, 1).subarray(0, 20))).toContain("PNG");
  });
});

const LONG_URL = `https://a/${"x".repeat(2000)}`;

describe("a tenant's settings", () => {
  it.each([
    [brandNameField, ["Shop & Co.", "株式会社"], ["", " ", "a\nb", "a\u202eb", "x".repeat(61)]],
    [accentField, ["#1259b5", "#ABCDEF"], ["red", "#fff", "1259b5", "#1259b5;"]],
    [
      alternativeUrlField,
      ["https://shop.example/branch", "mailto:help@shop.example"],
      ["http://shop.example", "javascript:alert(1)", "//x", "https://u:p@shop.example", LONG_URL],
    ],
    [
      appUrlField,
      ["https://app.example/chip?from=page", "com.example.app:/chip", "com.example.app://chip"],
      [
        "http://app.example/chip",
        "javascript:alert(1)",
        "app:/chip",
        "intent://chip",
        "https://u:p@app.example/",
        "https://app.example/#a",
        "//x",
        LONG_URL,
      ],
    ],
    [localeField, ["en", "pt-BR", "zh-Hant-TW", "es-419"], ["EN", "english", "en_US", "", "../x"]],
    [consentTextField, ["We ask.\n\nYou agree."], ["", " \n ", "a\u0000b", "x".repeat(8_001)]],
  ] as const)("take what fits and reject the rest (%#)", (field, good, bad) => {
    for (const text of good) expect(field.safeParse(text).success).toBe(true);
    for (const text of bad) expect(field.safeParse(text).success).toBe(false);
  });
});

describe("a list of origins", () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `https://s${i}.example`);

  it.each([allowedOriginsField, returnOriginsField])("holds at most 20, each once (%#)", (field) => {
    expect(field.parse(["https://a.example", "https://A.example/"])).toEqual(["https://a.example"]);
    expect(field.safeParse(many(20)).success).toBe(true);
    expect(field.safeParse(many(21)).success).toBe(false);
    expect(field.safeParse(["https://*.example"]).success).toBe(false);
  });

  it("accepts app schemes for return origins only", () => {
    expect(returnOriginsField.safeParse(["com.example.app:"]).success).toBe(true);
    expect(allowedOriginsField.safeParse(["com.example.app:"]).success).toBe(false);
  });
});

describe("the consent text", () => {
  const tenant = { name: "Shop", retentionDays: 90 };
  const own = (locale: string) => ({ version: "3", locale, text: `own ${locale}`, sha256: "digest" });

  it("is the tenant's own in the reader's locale, language, or in English", async () => {
    const texts = [own("en"), own("pt"), own("pt-BR")];
    expect(await consentTextFor(texts, "pt-BR", tenant)).toEqual(own("pt-BR"));
    expect(await consentTextFor(texts, "pt-PT", tenant)).toEqual(own("pt"));
    expect(await consentTextFor(texts, "ja", tenant)).toEqual(own("en"));
  });

  it("is the service's own if the tenant has none: recipient, data, retention, and how to withdraw", async () => {
    const { text, version, sha256 } = await consentTextFor([], "en", tenant);
    expect(version).toBe("selfsame-4");
    expect(sha256).toBe(await sha256Hex(text));
    for (const part of ["Shop", "biometric", "90 days", "withdraw", "another way"])
      expect(text).toContain(part);
    const kept = await consentTextFor([], "en", { ...tenant, retentionDays: null });
    expect(kept.text).not.toContain("90 days");
    expect(kept.text).toContain("Shop decides how long they are kept. Ask them if you want to know.");
    expect(kept.sha256).not.toBe(sha256);
    expect(text).toContain("a person at Shop looks at your photos");
    expect(text).toContain("erased with the decision, and at the latest 30 days after this check expires");
  });

  it("is the service's own in each language of the page, and in English for any other", async () => {
    expect(SERVICE_LOCALES).toEqual(Object.keys(LANGUAGES));
    for (const locale of SERVICE_LOCALES) {
      const own = await consentTextFor([], `${locale}-001`, tenant);
      expect(own).toMatchObject({ locale, version: "selfsame-4", sha256: await sha256Hex(own.text) });
      const paragraphs = own.text.split("\n\n");
      expect(paragraphs).toHaveLength(5);
      expect(paragraphs.filter((each) => each.includes("Shop"))).toHaveLength(4);
      expect(own.text.match(/30|90/g)).toEqual(["30", "90"]);
      const kept = await consentTextFor([], locale, { ...tenant, retentionDays: null });
      expect(kept.text.match(/30|90/g)).toEqual(["30"]);
      expect(kept.text).not.toBe(own.text);
    }
    expect((await consentTextFor([], "it", tenant)).locale).toBe("en");
  });

  it("of a person who comes back is the service's own, and speaks of the face only", async () => {
    for (const locale of SERVICE_LOCALES) {
      const usual = (await consentTextFor([], locale, tenant)).text.split("\n\n");
      const own = await consentTextFor([], locale, { ...tenant, isReturn: true });
      expect(own.version).toBe("selfsame-return-3");
      const paragraphs = own.text.split("\n\n");
      expect(paragraphs.slice(2)).toEqual(usual.slice(2));
      expect(paragraphs.slice(0, 2)).not.toEqual(usual.slice(0, 2));
    }
    const { text } = await consentTextFor([], "en", { ...tenant, isReturn: true });
    expect(text).not.toContain("your ID");
  });

  it("on being recognised says in each language who, what, how long, and how to withdraw", async () => {
    for (const locale of SERVICE_LOCALES) {
      const own = await recognitionTextFor(locale, { ...tenant, registrationDays: 730 });
      expect(own).toMatchObject({ locale, version: "selfsame-face-1", sha256: await sha256Hex(own.text) });
      const paragraphs = own.text.split("\n\n");
      expect(paragraphs).toHaveLength(3);
      expect(own.text.match(/\d+/g)).toEqual(["730"]);
      expect((await recognitionTextFor(locale, tenant)).text).not.toMatch(/\d/);
      expect(paragraphs[0]).toContain("Shop");
    }
    const { text } = await recognitionTextFor("it", tenant);
    for (const part of ["biometric", "encrypted", "You decide", "withdraw consent at any time"])
      expect(text).toContain(part);
  });

  it("counts the days of its retention as the language does", async () => {
    const daysIn = async (locale: string, retentionDays: number) =>
      (await consentTextFor([], locale, { name: "Shop", retentionDays })).text;
    expect(await daysIn("en", 1)).toContain("erased 1 day after");
    expect(await daysIn("de", 1)).toContain("werden 1 Tag nach");
    expect(await daysIn("ar", 1)).toContain("بعد يوم واحد من");
    expect(await daysIn("ar", 2)).toContain("بعد يومين من");
    expect(await daysIn("ar", 7)).toContain("بعد 7 أيام من");
    expect(await daysIn("ar", 365)).toContain("بعد 365 يومًا من");
    expect(await daysIn("ar", 100)).toContain("بعد 100 يوم من");
  });
});
