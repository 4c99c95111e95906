import { expect, it } from "vitest";
import { listAudit } from "#edge/store/audit/audit.ts";
import { findTenant } from "#edge/store/tenancy/tenants.ts";
import { useTestEdge } from "../harness/edge/use.ts";
import { newOwner, tenantOf } from "./visitor.ts";

const edge = await useTestEdge({
  settings: { CLIENT_ADDRESS_HEADER: "x-address", SIGN_UP_MONTHLY_CAP: "none" },
});
const owner = await newOwner(edge);
const tenantId = await tenantOf(owner.visitor);

/** The newest entry of the audit log. */
async function lastEntry() {
  const [entry] = await listAudit(edge.services.db, tenantId, { limit: 1, before: null });
  const { action, actor, address, mode, before, after } = entry!;
  const facts = (text: string | null) => (text === null ? null : JSON.parse(text));
  return { action, actor, address, mode, before: facts(before), after: facts(after) };
}

const FROM = { "x-address": "192.0.2.7" };
const CALLER = { actor: expect.stringMatching(/^usr_/), address: "192.0.2.7" };

it("settings are saved, and the audit log records the old values, the actor and the address", async () => {
  const form = { retention_days: "30", max_ttl_seconds: "3600", face_match_level: "fmr_1e-4" };
  expect((await owner.visitor.get("/dashboard/test/settings")).text).toContain("erased for good");
  const saved = await owner.visitor.post(
    "/dashboard/test/settings",
    { ...form, store_media: "evidence" },
    FROM,
  );
  expect((await owner.visitor.follow(saved)).text).toContain("The settings are saved.");
  expect(await findTenant(edge.services.db, tenantId)).toMatchObject({
    storeMedia: "evidence",
    retentionDays: 30,
    maxTtlSeconds: 3600,
    faceMatchLevel: "fmr_1e-4",
  });
  expect(await lastEntry()).toEqual({
    ...CALLER,
    action: "tenant.settings",
    mode: null,
    before: { storeMedia: "none", retentionDays: null, maxTtlSeconds: 86_400, faceMatchLevel: "fmr_1e-3" },
    after: { storeMedia: "evidence", retentionDays: 30, maxTtlSeconds: 3600, faceMatchLevel: "fmr_1e-4" },
  });
  const refused = await owner.visitor.post("/dashboard/test/settings", { ...form, max_ttl_seconds: "59" });
  expect((await owner.visitor.follow(refused)).text).toContain("max_ttl_seconds");
  expect((await findTenant(edge.services.db, tenantId))?.storeMedia).toBe("evidence");
});

it("a cap holds for its mode at the next call, and can be lifted", async () => {
  const create = () => edge.call("POST", "/v1/verifications", owner.key, { customer_ref: "user-1" });
  await owner.visitor.get("/dashboard/test/usage");
  const { id } = (await create()).body.verification;
  const read = () => edge.call("GET", `/v1/verifications/${id}`, owner.key);
  await owner.visitor.post("/dashboard/test/usage/cap", { limit: "0" }, FROM);
  expect(await lastEntry()).toEqual({
    ...CALLER,
    action: "usage.cap",
    mode: "test",
    before: { limit: null },
    after: { limit: 0 },
  });
  expect((await read()).status).toBe(402);
  await owner.visitor.post("/dashboard/test/usage/cap", { limit: "" });
  expect((await read()).status).toBe(200);
  expect((await owner.visitor.get("/dashboard/test/usage")).text).toContain("<dd>1</dd>");
});

it("keys of one mode are made and revoked on its pages, and both are in the audit log", async () => {
  await owner.visitor.get("/dashboard/live/keys");
  const created = await owner.visitor.submit("/dashboard/live/keys", { authority: "full" }, FROM);
  const key = /svc_sk_live_\w+/.exec(created.text)![0];
  expect(await lastEntry()).toEqual({
    ...CALLER,
    action: "key.create",
    mode: "live",
    before: null,
    after: { hint: key.slice(-4) },
  });
  expect((await owner.visitor.get("/dashboard/live/keys")).text).not.toContain(key);
  expect((await owner.visitor.get("/dashboard/test/keys")).text).not.toContain(key.slice(-4));
  expect((await edge.call("GET", "/v1/verifications", key)).status).toBe(200);
  const id = /key_\w+/.exec(created.text)![0];
  await owner.visitor.get("/dashboard/test/keys");
  expect((await owner.visitor.post(`/dashboard/test/keys/${id}/revoke`, {})).status).toBe(404);
  expect((await edge.call("GET", "/v1/verifications", key)).status).toBe(200);
  await owner.visitor.post(`/dashboard/live/keys/${id}/revoke`, {}, FROM);
  expect(await lastEntry()).toMatchObject({ action: "key.revoke", before: { revoked: false } });
  expect((await edge.call("GET", "/v1/verifications", key)).status).toBe(401);
});

it("a key with a name and limits is made on the page of the keys, and the audit log has its rights", async () => {
  const path = "/dashboard/test/keys";
  await owner.visitor.get(path);
  const limits = {
    name: " back office ",
    authority: "restricted",
    scopes: ["events:read", "verifications:read"],
    networks: "192.0.2.7/24\n2001:db8::/32",
    expires_on: "2099-01-31",
  };
  const created = await owner.visitor.submit(path, limits, FROM);
  const key = /svc_rk_test_\w+/.exec(created.text)![0];
  expect(await lastEntry()).toEqual({
    ...CALLER,
    action: "key.create",
    mode: "test",
    before: null,
    after: {
      hint: key.slice(-4),
      name: "back office",
      scopes: ["verifications:read", "events:read"],
      networks: ["192.0.2.0/24", "2001:db8::/32"],
      expires_at: Date.UTC(2099, 0, 31),
    },
  });
  const page = await owner.visitor.get(path);
  expect(page.text).toContain("verifications:read, events:read");
  expect(page.text).toMatch(/<td[^>]*><div><strong[^>]*>back office<\/strong><code[^>]*>svc_rk_test_…/);
  expect(page.text).toContain("from 192.0.2.0/24, 2001:db8::/32");
  expect((await edge.call("GET", "/v1/verifications", key, undefined, FROM)).status).toBe(200);
  expect((await edge.call("GET", "/v1/verifications", key)).status).toBe(403);
  for (const [wrong, why] of [
    [{ ...limits, scopes: [] }, "Tick at least one scope, or choose another authority."],
    [{ ...limits, name: "n".repeat(61) }, "Name must have at most 60 characters"],
    [{ ...limits, scopes: ["else"] }, "else is not a scope"],
    [{ ...limits, networks: "example.com" }, "Networks must be in CIDR notation"],
    [{ ...limits, expires_on: "2020-01-01" }, "Expires on must be a day in the future"],
  ] as const) {
    await owner.visitor.get(path);
    const refused = await owner.visitor.follow(await owner.visitor.post(path, wrong));
    expect(refused.text).toContain(why);
  }
  const all = { ...limits, scopes: [], networks: "192.0.2.7/24\nexample.com", expires_on: "2020-01-01" };
  await owner.visitor.get(path);
  const { text } = await owner.visitor.post(path, all);
  expect(text.match(/data-fault="(scopes|networks|expires_on)"/g)).toHaveLength(3);
  expect(text).toContain("one per line. You entered <code>example.com</code>.");
  await owner.visitor.get(path);
  const two = await owner.visitor.post(path, {
    ...limits,
    networks: "10.0.0.0/33\n192.0.2.0/24\nabc",
  });
  expect(two.text).toContain("You entered <code>10.0.0.0/33</code> and <code>abc</code>.");
  await owner.visitor.get(path);
  const full = await owner.visitor.submit(path, { ...limits, authority: "full", scopes: [] });
  expect(full.text).toMatch(/svc_sk_test_\w{38}/);
});

it.each([
  ["server", "verifications:write, verifications:read, results:read, events:read, personal:read"],
  ["reading", "verifications:read, policies:read, results:read, lists:read, faces:read, events:read"],
  ["reviews", "verifications:read, verifications:review, results:read, personal:read, media:read"],
])("a key for %s is one choice, and has the scopes of this use", async (authority, scopes) => {
  const path = "/dashboard/test/keys";
  await owner.visitor.get(path);
  const created = await owner.visitor.submit(path, { name: authority, authority }, FROM);
  expect(created.text).toMatch(/svc_rk_test_\w+/);
  expect(created.text).toContain(`>${scopes}</span>`);
});

it("the list of endpoints warns of a URL that is there twice", async () => {
  const path = "/dashboard/live/webhooks";
  await owner.visitor.get(path);
  const add = (url: string) => owner.visitor.submit(path, { url, events: ["ocr.completed"] });
  await add("https://example.com/other");
  expect((await add("https://example.com/twice")).text).not.toContain("same URL twice");
  expect((await add("https://example.com/twice")).text.match(/same URL twice/g)).toHaveLength(2);
  await owner.visitor.get("/dashboard/test/webhooks");
});

it("an endpoint is added, rotated, switched and deleted; each is in the audit log, and no secret is", async () => {
  const path = "/dashboard/test/webhooks";
  await owner.visitor.get(path);
  for (const [fields, why] of [
    [{ url: "http://example.com/", events: "ocr.completed" }, "HTTPS"],
    [{ url: "https://127.0.0.1/", events: "ocr.completed" }, "public internet"],
    [{ url: "https://example.com/" }, "Events must have at least one entry"],
  ] as const) {
    const refused = await owner.visitor.follow(await owner.visitor.post(path, fields));
    expect(refused.text).toMatch(new RegExp(`class="fault"[^<]*>[^<]*${why}`, "i"));
  }
  const created = await owner.visitor.submit(path, {
    url: "https://example.com/hook?token=of-the-receiver",
    events: ["ocr.completed", "verification.completed"],
  });
  const secrets = ["of-the-receiver", /whsec_\w+/.exec(created.text)![0]];
  const id = /we_\w+/.exec(created.text)![0];
  const changes = { url: "https://example.org/hook", events: "verification.completed" };
  await owner.visitor.post(`${path}/${id}/change`, changes);
  expect((await owner.visitor.get(`${path}/${id}`)).text).toContain("https://example.org/hook");
  expect(await lastEntry()).toMatchObject({ action: "webhook.change", after: { url: changes.url } });
  const { text: offered } = await owner.visitor.get(`${path}/${id}`);
  // The safe choice comes first; the old secret stops now only by a form of its own, in a fold.
  expect(offered).toMatch(
    /name="overlap_hours"[^>]*><option value="24"[^>]*>[^<]*<\/option><option value="1"/,
  );
  expect(offered).toMatch(/<summary>Stop the old secret now…<\/summary>.*name="overlap_hours" value="0"/s);
  const rotated = await owner.visitor.submit(`${path}/${id}/rotate`, { overlap_hours: "1" });
  secrets.push(/whsec_\w+/.exec(rotated.text)![0]);
  expect((await owner.visitor.get(`${path}/${id}`)).text).not.toContain("whsec_");
  await owner.visitor.post(`${path}/${id}/disable`, {});
  expect((await owner.visitor.get(`${path}/${id}`)).text).toContain("disabled: turned off");
  await owner.visitor.post(`${path}/${id}/enable`, {});
  await owner.visitor.post(`${path}/${id}/test`, {}, FROM);
  // Until its first attempt, the page is loaded again by itself.
  expect((await owner.visitor.get(`${path}/${id}`)).headers.get("refresh")).toBe("2");
  expect(await lastEntry()).toEqual({
    ...CALLER,
    action: "webhook.test",
    mode: "test",
    before: null,
    after: { event_id: expect.stringMatching(/^wh_evt_/) },
  });
  await owner.visitor.post(`${path}/${id}/delete`, {});
  expect((await lastEntry()).before).toMatchObject({ url: "https://example.org/hook" });
  expect((await owner.visitor.get(`${path}/${id}`)).status).toBe(404);
  const entries = await listAudit(edge.services.db, tenantId, { limit: 50, before: null }, { target: id });
  expect(entries.map(({ action }) => action)).toEqual([
    "webhook.delete",
    "webhook.test",
    "webhook.enable",
    "webhook.disable",
    "webhook.rotate_secret",
    "webhook.change",
    "webhook.create",
  ]);
  for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
});

it("a shorter retention that erases something is saved after a question, which says what is erased", async () => {
  const { visitor, key } = await newOwner(edge);
  const tenant = await tenantOf(visitor);
  edge.advance(-2 * 86_400_000);
  const { id } = (await edge.call("POST", "/v1/verifications", key, { customer_ref: "user-2" })).body
    .verification;
  await edge.call("POST", `/v1/verifications/${id}/cancel`, key, {});
  edge.advance(2 * 86_400_000);
  const path = "/dashboard/test/settings";
  const form = { store_media: "none", max_ttl_seconds: "3600", face_match_level: "fmr_1e-3" };
  const days = async () => (await findTenant(edge.services.db, tenant))?.retentionDays;
  await visitor.get(path);
  expect((await visitor.submit(path, { ...form, retention_days: "30" })).text).toContain(
    "settings are saved",
  );
  await visitor.get(path);
  const question = await visitor.submit(path, { ...form, retention_days: "1" });
  expect(question.text).toMatch(/results for 1 day/);
  expect(question.text).toMatch(/<dt>Test verifications<\/dt><dd>1<\/dd>/);
  expect(await days()).toBe(30);
  const unsure = await visitor.post(`${path}/shorter`, {});
  expect([unsure.status, unsure.text]).toEqual([400, expect.stringContaining("Tick the box")]);
  expect(await days()).toBe(30);
  expect((await visitor.submit(`${path}/shorter`, { confirmed: "on" })).text).toContain("settings are saved");
  expect(await days()).toBe(1);
});
