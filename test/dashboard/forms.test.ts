import { expect, it } from "vitest";
import { useTestEdge } from "../harness/edge/use.ts";
import { newOwner, Visitor } from "./visitor.ts";

const edge = await useTestEdge();
const { visitor } = await newOwner(edge);

const SETTINGS = "/dashboard/test/settings";
const FORM = {
  store_media: "evidence",
  retention_days: "-5",
  max_ttl_seconds: "ten",
  face_match_level: "fmr_1e-4",
};

/** The start tag of the field with this name. */
const tagOf = (name: string, { text }: { readonly text: string }) =>
  new RegExp(`<(input|textarea|select|fieldset)[^>]*"${name}(-fault)?"[^>]*>`).exec(text)?.[0] ?? "";

it("a rejected form is shown again with what was entered, and each fault under its field, by its label", async () => {
  await visitor.get(SETTINGS);
  const page = await visitor.post(SETTINGS, FORM);
  expect([page.status, page.location]).toEqual([400, null]);
  expect(page.text).toContain("Nothing was changed. Check the 2 marked fields.");
  expect(page.text).toContain("Retention (days): enter 1 or more; you entered <code>-5</code>.");
  expect(page.text).toContain(
    "Maximum session token lifetime (seconds): enter a whole number; you entered <code>ten</code>.",
  );
  const days = tagOf("retention_days", page);
  expect(days).toContain('value="-5"');
  expect(days).toContain('aria-invalid="true"');
  expect(days).toContain('aria-describedby="retention_days-hint retention_days-fault"');
  expect(tagOf("face_match_level", page)).not.toContain("aria-invalid");
  expect(page.text).toMatch(/<option value="evidence" selected/);
  expect(page.text).toMatch(/<option value="fmr_1e-4" selected/);
  expect(page.text).not.toContain("retention_days must");
});

it("a returned form can be sent again, with another fault and then without one", async () => {
  await visitor.get(SETTINGS);
  await visitor.post(SETTINGS, FORM);
  const again = await visitor.post(SETTINGS, { ...FORM, retention_days: "5" });
  expect([again.status, tagOf("retention_days", again)]).toEqual([400, expect.stringContaining('value="5"')]);
  expect(again.text).toContain("Check the marked field.");
  const saved = await visitor.post(SETTINGS, { ...FORM, retention_days: "5", max_ttl_seconds: "600" });
  expect((await visitor.follow(saved)).text).toContain("The settings are saved.");
});

it("what an operation rejects is shown at its field as well, and ticks are kept", async () => {
  const path = "/dashboard/test/webhooks";
  await visitor.get(path);
  const page = await visitor.post(path, { url: "http://example.com/hook", events: ["ocr.completed"] });
  expect(page.status).toBe(400);
  expect(tagOf("url", page)).toContain('value="http://example.com/hook"');
  expect(page.text).toMatch(/data-fault="url">URL: [^<]*https/i);
  expect(page.text).toMatch(/value="ocr.completed" checked/);
  expect(page.text).not.toMatch(/value="verification.completed" checked/);
  const none = await visitor.post(path, { url: "https://example.com/hook" });
  expect(none.text).toMatch(/data-fault="events">Events: /);
});

it("a new endpoint's form has the decisions ticked", async () => {
  const { text } = await visitor.get("/dashboard/test/webhooks");
  const ticked = [...text.matchAll(/name="events" value="([^"]*)" checked/g)].map(([, event]) => event);
  expect(ticked).toEqual(["verification.completed", "verification.reviewed"]);
});

it("of a list, the entry at fault is named; the page's other forms stay as they are", async () => {
  const path = "/dashboard/test/capture";
  await visitor.get(path);
  const page = await visitor.post(path, {
    allowed_origins: "https://shop.example\nshop.example/path",
    return_origins: "",
    brand_name: "Shop",
    accent: "red",
    alternative_url: "",
  });
  expect(page.text).toMatch(/Allowed origins: must be an origin [^<]*; you entered <code>shop.example\/path/);
  expect(page.text).toContain(
    "Accent colour: must be a colour such as #1259b5; you entered <code>red</code>.",
  );
  expect(page.text).toContain("https://shop.example\nshop.example/path</textarea>");
  expect(tagOf("locale", page)).toContain('value="en"');
});

it("a password is not shown again", async () => {
  await visitor.get("/dashboard/test/profile");
  const page = await visitor.post("/dashboard/test/profile/password", {
    current: "the-old-password",
    password: "short",
  });
  expect(page.status).toBe(400);
  expect(page.text).toContain("New password: must have at least");
  for (const secret of ["the-old-password", "short"]) expect(page.text).not.toContain(`"${secret}"`);
  expect(page.text).not.toContain("<code>short");
});

it("a form before the sign-in is returned as well", async () => {
  const stranger = new Visitor(edge);
  await stranger.get("/dashboard/sign-up");
  const page = await stranger.post("/dashboard/sign-up", {
    organization: "",
    name: "Ann",
    email: "no-address",
    password: "long enough for anyone",
  });
  expect(page.status).toBe(400);
  expect(page.text).toContain("Organization: enter a value.");
  expect(page.text).toContain("Email: must be an email address; you entered <code>no-address</code>.");
  expect(tagOf("name", page)).toContain('value="Ann"');
});

it("a page of another section is not shown in the form's place", async () => {
  await visitor.get(SETTINGS);
  const page = await visitor.post(SETTINGS, { ...FORM, page: "/dashboard/test/keys" });
  expect(page.text).toContain("Retention (days): enter 1 or more");
});
