import { expect, it } from "vitest";
import { en } from "#capture/text/en.ts";
import { findCaptureSettings, listConsentTexts } from "#edge/store/tenancy/capture-settings.ts";
import { useTestEdge } from "../harness/edge/use.ts";
import { newMember, newOwner, tenantOf } from "./visitor.ts";

const edge = await useTestEdge();
const { visitor } = await newOwner(edge);
const tenantId = await tenantOf(visitor);

const PATH = "/dashboard/test/capture";
const FORM = {
  allowed_origins: "https://Shop.example/\nhttp://localhost:3000",
  return_origins: "com.example.app:",
  brand_name: "Shop & Co.",
  accent: "#FFCC00",
  alternative_url: "",
  app_url: "com.example.app:/chip",
};
const settings = () => findCaptureSettings(edge.db, tenantId);

it("origins, name and colour are saved in their canonical form, and a wrong one changes nothing", async () => {
  const saved = await visitor.post(PATH, FORM);
  expect((await visitor.follow(saved)).text).toContain("Shop &amp; Co.");
  expect(await settings()).toMatchObject({
    allowedOrigins: ["https://shop.example", "http://localhost:3000"],
    returnOrigins: ["com.example.app:"],
    brandName: "Shop & Co.",
    accent: "#ffcc00",
    alternativeUrl: null,
    appUrl: "com.example.app:/chip",
  });
  for (const wrong of [
    { allowed_origins: "https://*.shop.example" },
    { accent: "red" },
    { alternative_url: "javascript:alert(1)" },
    { app_url: "http://app.example/chip" },
  ]) {
    const refused = await visitor.post(PATH, { ...FORM, brand_name: "Never", ...wrong });
    expect((await visitor.follow(refused)).text).toContain(Object.keys(wrong)[0]);
    expect((await settings()).brandName).toBe("Shop & Co.");
  }
});

it("a preview shows the colours and words as people see them, and saves nothing", async () => {
  const shown = await visitor.post(PATH, { ...FORM, brand_name: "Preview Ltd", action: "preview" });
  expect(shown.status).toBe(200);
  expect(shown.text).toContain("Preview Ltd");
  // Yellow on white cannot be read: it is darkened there, and stays in the dark.
  expect(shown.text.match(/#ffcc00/g)?.length).toBeGreaterThan(1);
  expect(shown.text).not.toContain(`fill="#ffcc00">Agree`);
  for (const words of [en.consent_title, en.consent_button]) expect(shown.text).toContain(`>${words}</text>`);
  expect((await settings()).brandName).toBe("Shop & Co.");
});

it("a consent text is saved as a version of its language", async () => {
  await visitor.post(`${PATH}/consent-text`, { locale: "en", text: "We ask.\r\n\r\nYou agree." });
  expect(await listConsentTexts(edge.db, tenantId)).toMatchObject([
    { locale: "en", version: "1", text: "We ask.\n\nYou agree." },
  ]);
  expect((await visitor.get(PATH)).text).toContain("You agree.");
  await visitor.post(`${PATH}/consent-text`, { locale: "en", text: "" });
  expect(await listConsentTexts(edge.db, tenantId)).toEqual([]);
});

it("a logo is shown once it is saved, and only a small PNG image is", async () => {
  const png = new Uint8Array(64);
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  png.set([0, 0, 0, 9, 0, 0, 0, 9], 16);
  expect((await visitor.get(`${PATH}/logo`)).location).toBe(PATH);
  const drawn = new Blob(["<svg onload=alert(1)>"], { type: "image/png" });
  await visitor.get(PATH);
  const refused = await visitor.upload(`${PATH}/logo`, { logo: drawn });
  expect((await visitor.follow(refused)).text).toContain("PNG");
  const none = await visitor.upload(`${PATH}/logo`, { logo: new Blob([]) });
  expect(none.text).toMatch(/data-fault="logo"[^>]*>Choose a file\./);
  const huge = await visitor.upload(`${PATH}/logo`, { logo: new Blob([new Uint8Array(2 ** 20)]) });
  expect(huge.status).toBe(413);
  expect(huge.text).toMatch(/data-fault="logo"[^>]*>Logo must be a PNG image of at most 32 KiB\./);
  await visitor.upload(`${PATH}/logo`, { logo: new Blob([png]) });
  expect(await settings()).toMatchObject({ logo: png });
  expect((await visitor.get(PATH)).text).toContain(`href="${PATH}/logo"`);
  const shown = await visitor.get(`${PATH}/logo`);
  expect(shown.headers.get("content-type")).toBe("image/png");
  expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
  await visitor.upload(`${PATH}/logo`, { logo: new Blob([]), remove: "on" });
  expect((await settings()).logo).toBeNull();
});

it("a reviewer neither sees nor changes the settings", async () => {
  const { visitor: reviewer } = await newMember(edge, visitor, "reviewer");
  expect((await reviewer.get(PATH)).status).toBe(403);
  for (const path of [PATH, `${PATH}/logo`, `${PATH}/consent-text`])
    expect((await reviewer.post(path, { ...FORM, locale: "en", text: "Mine." })).status).toBe(403);
  expect(await listConsentTexts(edge.db, tenantId)).toEqual([]);
});
