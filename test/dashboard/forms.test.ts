import { describe, expect, it } from "vitest";
import { useTestEdge } from "../harness/edge/use.ts";
import { newOwner, Visitor } from "./visitor.ts";

const edge = await useTestEdge();
const { visitor, key } = await newOwner(edge);

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
  expect(page.text).toContain("Retention (days) must be at least 1. You entered <code>-5</code>.");
  expect(page.text).toContain(
    "Maximum session token lifetime (seconds) must be a whole number. You entered <code>ten</code>.",
  );
  const days = tagOf("retention_days", page);
  expect(days).toContain('value="-5"');
  expect(days).toContain('aria-invalid="true"');
  // The first marked field has the focus: it may be below the screen.
  expect(page.text.match(/<(input|textarea|select)[^>]* autofocus/g)).toHaveLength(1);
  expect(days).toContain("autofocus");
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
  expect(page.text).toMatch(/data-fault="url">URL must begin with https:/);
  expect(page.text).toMatch(/value="ocr.completed" checked/);
  expect(page.text).not.toMatch(/value="verification.completed" checked/);
  const none = await visitor.post(path, { url: "https://example.com/hook" });
  // One message, under the legend, and no box is marked.
  expect(none.text).toMatch(
    /<legend>Events<\/legend><p[^>]*data-fault="events">Events must have at least one entry\./,
  );
  expect(none.text).not.toContain("aria-invalid");
  expect(none.text).toContain("A declined end user asked for a decision by a human.");
});

it("a form lists every fault at once, those of the deployment's rules and of JSON fields, too", async () => {
  const faultsOf = async (section: string, form: Record<string, string>) => {
    await visitor.get(`/dashboard/test/${section}`);
    const { text } = await visitor.post(`/dashboard/test/${section}`, form);
    return new Map([...text.matchAll(/data-fault="(\w+)">(.*?)</g)].map(([, name, fault]) => [name, fault]));
  };
  const endpoint = await faultsOf("webhooks", { url: "https://10.0.0.1/hook" });
  expect([...endpoint.keys()]).toEqual(["url", "events"]);
  const policy = await faultsOf("policies", { name: "", min_age: "abc", external_checks: "['a']" });
  for (const name of ["name", "min_age", "external_checks"]) expect(policy.has(name)).toBe(true);
  expect(policy.get("external_checks")).toContain("At line 1, column 2: JSON has no single quotes");
});

it("a fault that ends with a full stop gets no second one", async () => {
  const path = "/dashboard/test/webhooks";
  await visitor.get(path);
  const page = await visitor.post(path, { url: "http://example.com/x", events: ["ocr.completed"] });
  expect(page.text).toContain("WEBHOOK_ALLOW_PRIVATE=true. You entered <code>http://example.com/x</code>");
});

it("a key with full authority and a ticked scope is not made: the scope would have no effect", async () => {
  const path = "/dashboard/test/keys";
  await visitor.get(path);
  const page = await visitor.post(path, { authority: "full", scopes: "verifications:read" });
  expect([page.status, page.location]).toEqual([400, null]);
  expect(page.text).toContain(
    "This authority ignores the scopes. Untick them, or choose “Only the scopes that I tick below”.",
  );
  expect(page.text).toMatch(/value="verifications:read" checked/);
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
    app_url: "",
  });
  expect(page.text).toMatch(/Allowed origins must be origins [^<]*\. You entered <code>shop.example\/path/);
  expect(page.text).toContain(
    "Accent colour must be a colour such as #1259b5. You entered <code>red</code>.",
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
  expect(page.text).toContain("New password must have at least");
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
  expect(page.text).toContain("Organization must not be empty.");
  expect(page.text).toContain("Email must be an email address. You entered <code>no-address</code>.");
  expect(tagOf("name", page)).toContain('value="Ann"');
});

it("a page of another section is not shown in the form's place", async () => {
  await visitor.get(SETTINGS);
  const page = await visitor.post(SETTINGS, { ...FORM, page: "/dashboard/test/keys" });
  expect(page.text).toContain("Retention (days) must be at least 1");
});

it("a whole number is saved in digits alone: no exponent, no fraction", async () => {
  await visitor.get(SETTINGS);
  for (const retention_days of ["1e3", "1.5", "0x10"]) {
    const page = await visitor.post(SETTINGS, { ...FORM, retention_days, max_ttl_seconds: "600" });
    expect(page.text).toContain(
      `Retention (days) must be a whole number. You entered <code>${retention_days}</code>.`,
    );
  }
});

it("an origin with a space is one wrong entry, and is named as it was entered", async () => {
  const path = "/dashboard/test/capture";
  await visitor.get(path);
  const page = await visitor.post(path, {
    allowed_origins: "https://shop example",
    return_origins: "",
    brand_name: "",
    accent: "",
    alternative_url: "",
    app_url: "",
  });
  expect(page.text).toMatch(
    /Allowed origins must be [^<]*without spaces[^<]*You entered <code>https:\/\/shop example<\/code>/,
  );
});

describe("a filter that is not valid", () => {
  it.each([
    ["reviews?locale=not+a+language", "Language must be a language such as en or pt-BR."],
    [
      "verifications?since=2026-02-02&until=2026-01-01",
      "Created until (UTC) must not be before “Created from”.",
    ],
    ["verifications?since=soon", "Created from (UTC) must be a day such as 2026-03-14."],
  ])("is shown on its own page, at its field, with what was entered: %s", async (path, fault) => {
    const page = await visitor.get(`/dashboard/test/${path}`);
    expect(page.status).toBe(400);
    expect(page.text).toContain(fault);
    expect(page.text).toContain("Check the marked field. The list is empty until it is corrected.");
    expect(page.text).toContain("The filter is not valid");
    const [, name, value] = /[?&](\w+)=([^&]*)$/.exec(path)!;
    expect(tagOf(name!, page)).toContain(`value="${value!.replaceAll("+", " ")}"`);
  });
});

it.each([
  ["settings/members", "settings"],
  ["usage/cap", "usage"],
  ["capture/logo", "capture"],
  ["capture/consent-text", "capture"],
  ["reviews/next", "reviews"],
  ["verifications/vf_1/review", "verifications/vf_1"],
  ["verifications/vf_1/link", "verifications/vf_1"],
  ["verifications/search", "verifications"],
  ["verifications/export", "verifications"],
  ["members/invitations/iv_1/revoke", "members"],
])("the address of a form leads to its page: %s", async (path, page) => {
  expect(await visitor.get(`/dashboard/test/${path}`)).toMatchObject({
    status: 303,
    location: `/dashboard/test/${page}`,
  });
});

it("an address that no form is sent to is a page that does not exist", async () => {
  expect((await visitor.get("/dashboard/test/keys/else")).status).toBe(404);
});

it("a form is answered by a redirect, and its new secret is shown once on the page that follows", async () => {
  await visitor.get("/dashboard/test/keys");
  const created = await visitor.post("/dashboard/test/keys", { authority: "full" });
  expect(created).toMatchObject({ status: 303, location: "/dashboard/test/keys" });
  const cookie = created.headers.getSetCookie().find((each) => each.startsWith("selfsame.carried="))!;
  expect(cookie).toMatch(/Path=\/dashboard\/test\/keys; HttpOnly; SameSite=Lax/);
  const thief = visitor.thief();
  const [key] = /svc_sk_test_\w+/.exec((await visitor.get("/dashboard/test/keys")).text)!;
  expect(cookie).not.toContain(key);
  expect((await visitor.get("/dashboard/test/keys")).text).not.toContain(key);
  const { visitor: other } = await newOwner(edge);
  other.cookies.set("selfsame.carried", thief.cookies.get("selfsame.carried")!);
  expect((await other.get("/dashboard/test/keys")).text).not.toContain(key);
});

it("a search can be returned to", async () => {
  await visitor.get("/dashboard/test/verifications");
  const { location } = await visitor.post("/dashboard/test/verifications/search", { text: "Lindqvist" });
  for (let visit = 0; visit < 2; visit++) {
    const { status, text } = await visitor.get(location!);
    expect([status, text]).toEqual([200, expect.stringContaining('value="Lindqvist"')]);
  }
});

it("charts without data say so", async () => {
  await edge.call("POST", "/v1/verifications", key, { customer_ref: "charted" });
  const { text } = await visitor.get("/dashboard/test/overview");
  expect(text.match(/No data in this period\./g)).toHaveLength(2);
  expect(text).not.toContain("1 ms");
});
