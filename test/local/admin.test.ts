import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { layout } from "#local/stack/files.ts";
import { lockFolder } from "#local/stack/lock.ts";
import { loadSecrets } from "#local/stack/secrets.ts";
import { adminCommand } from "../harness/stack/admin.ts";

let folder: string;
let tenant: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-admin-"));
  await loadSecrets(layout(folder).secrets);
  tenant = (await admin("tenants", "create", "--name", "Acme")).answer.id;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command line on a stack that does not run; words are split at spaces. */
async function admin(...words: string[]) {
  return run([...words, "--json"]);
}

async function run(words: string[], dataFolder = folder) {
  return adminCommand(words, { SELFSAME_DATA: dataFolder });
}

const endpoint = async () =>
  (
    await admin(
      ...["webhooks", "create", "--tenant", tenant, "--mode", "test"],
      ...["--url", "https://example.com/hook", "--events", "ocr.completed,verification.completed"],
    )
  ).answer;

test("a tenant's origins are added to and taken from its lists, each checked first", async () => {
  const words = ["tenants", "capture", "--tenant", tenant];
  const { answer } = await admin(
    ...[...words, "--allow-origin", "https://Shop.example/,http://localhost:3000"],
    ...["--return-origin", "com.example.app:", "--accent", "#777777"],
  );
  expect(answer).toMatchObject({
    allowed_origins: ["https://shop.example", "http://localhost:3000"],
    return_origins: ["com.example.app:"],
    accent: "#777777",
  });
  const removed = await admin(...words, "--remove-origin", "http://localhost:3000", "--accent", "none");
  expect(removed.answer).toMatchObject({ allowed_origins: ["https://shop.example"], accent: null });
  for (const [wrong, code] of [
    [["--allow-origin", "https://*.shop.example"], "invalid_parameter"],
    [["--allow-origin", "com.example.app:"], "invalid_parameter"],
    [["--remove-origin", "https://other.example"], "not_found"],
    [["--alternative-url", "javascript:alert(1)"], "invalid_parameter"],
    [["--logo", "/nowhere.png"], "not_found"],
    [["--logo", import.meta.filename, "--brand-name", "Never"], "invalid_parameter"],
    [["--consent-text", import.meta.filename], "missing_parameter"],
  ] as const) {
    const { code: exit, err } = await admin(...words, ...wrong);
    expect([exit, err.split(":")[0]]).toEqual([1, code]);
  }
  expect((await admin(...words)).answer).toMatchObject({
    allowed_origins: ["https://shop.example"],
    brand_name: null,
    consent_texts: [],
  });
});

test("a consent text has versions, and its audit entry the digest alone", async () => {
  const path = join(folder, "consent.txt");
  const words = ["tenants", "capture", "--tenant", tenant, "--locale", "en", "--consent-text"];
  for (const text of ["We ask.", "We ask kindly."]) {
    await writeFile(path, text);
    await admin(...words, path);
  }
  const { answer } = await admin("tenants", "capture", "--tenant", tenant);
  expect(answer.consent_texts).toMatchObject([{ locale: "en", version: "2" }]);
  const entries = await admin("audit", "list", "--tenant", tenant, "--action", "tenant.consent_text");
  expect(entries.answer.data).toHaveLength(2);
  expect(entries.out).toContain(answer.consent_texts[0].sha256);
  expect(entries.out).not.toContain("kindly");
});

test("a tenant is created, listed, and its settings are changed", async () => {
  expect(tenant).toMatch(/^tn_/);
  const words = ["tenants", "settings", "--tenant", tenant];
  const { answer } = await admin(...words, "--store-media", "portrait", "--max-ttl-seconds", "600");
  expect(answer).toMatchObject({
    id: tenant,
    store_media: "portrait",
    max_ttl_seconds: 600,
    retention_days: null,
  });
  expect((await admin("tenants", "list")).answer.data).toMatchObject([
    { id: tenant, store_media: "portrait" },
  ]);
});

test("a retention is set and taken back", async () => {
  const settings = (days: string) =>
    admin("tenants", "settings", "--tenant", tenant, "--retention-days", days);
  expect((await settings("30")).answer).toMatchObject({ retention_days: 30 });
  expect((await settings("none")).answer).toMatchObject({ retention_days: null });
  expect((await settings("0")).err).toMatch(/^invalid_parameter: /);
  expect((await run(["tenants", "--help"])).out).toContain("erased for good");
});

test("a key is shown once, listed by its hint, and revoked", async () => {
  const { id, key } = (await admin("keys", "create", "--tenant", tenant, "--mode", "live")).answer;
  expect(key).toMatch(/^svc_sk_live_[0-9A-Za-z]{38}$/);
  const listed = await admin("keys", "list", "--tenant", tenant);
  expect(listed.answer.data).toMatchObject([{ id, mode: "live", hint: key.slice(-4), revoked_at: null }]);
  expect(listed.out).not.toContain(key);
  await admin("keys", "revoke", "--tenant", tenant, "--id", id);
  expect((await admin("keys", "list", "--tenant", tenant)).answer.data[0].revoked_at).not.toBeNull();
});

test("keys are limited in number, and the refusal says so by its code", async () => {
  const words = ["keys", "create", "--tenant", tenant, "--mode", "test"];
  for (let n = 0; n < 20; n++) expect((await admin(...words)).code).toBe(0);
  const { code, err } = await admin(...words);
  expect([code, err]).toEqual([1, expect.stringMatching(/^limit_reached: /)]);
});

test("a person is invited, and an address without an account cannot be freed", async () => {
  const at = ["--tenant", tenant, "--email", "ada@example.com"];
  const { id, path } = (await admin("members", "invite", ...at, "--role", "owner")).answer;
  expect([id, path]).toEqual([
    expect.stringMatching(/^inv_/),
    expect.stringMatching(/^\/dashboard\/invitation#\w{32}$/),
  ]);
  expect((await admin("members", "invite", ...at, "--role", "king")).err).toMatch(/^invalid_parameter: /);
  expect((await admin("members", "list", "--tenant", tenant)).answer).toEqual({ data: [] });
  const removed = await admin("members", "remove", "--email", "ada@example.com");
  expect([removed.code, removed.err]).toEqual([1, expect.stringMatching(/^not_found: /)]);
});

test("an endpoint is created, switched, rotated, tested, replayed and deleted", async () => {
  const { id, secret } = await endpoint();
  expect([id, secret]).toEqual([
    expect.stringMatching(/^we_/),
    expect.stringMatching(/^whsec_[0-9A-Za-z]{38}$/),
  ]);
  const at = ["--tenant", tenant, "--id", id];
  const listed = await admin("webhooks", "list", "--tenant", tenant);
  expect(listed.answer.data).toMatchObject([
    { id, mode: "test", enabled: true, events: ["ocr.completed", "verification.completed"] },
  ]);
  expect(listed.out).not.toContain(secret);
  const { event_id: event } = (await admin("webhooks", "test", ...at)).answer;
  expect((await admin("webhooks", "deliveries", ...at)).answer.data).toMatchObject([
    { event_id: event, type: "webhook.test", state: "pending", attempts: [] },
  ]);
  expect((await admin("webhooks", "disable", ...at)).answer).toMatchObject({
    enabled: false,
    disabled_reason: "toggled_off",
  });
  expect((await admin("webhooks", "dead-letters", ...at)).answer.data).toMatchObject([
    { event_id: event, reason: "endpoint_disabled" },
  ]);
  expect((await admin("webhooks", "replay", ...at, "--all")).code).toBe(1);
  expect((await admin("webhooks", "enable", ...at)).answer).toMatchObject({ enabled: true });
  expect((await admin("webhooks", "replay", ...at, "--event", event)).answer).toEqual({ event_ids: [event] });
  const rotated = (await admin("webhooks", "rotate", ...at, "--overlap-hours", "2")).answer;
  expect(rotated.secret).not.toBe(secret);
  expect((await admin("webhooks", "delete", ...at)).answer).toEqual({ id, deleted: true });
  expect((await admin("webhooks", "list", "--tenant", tenant)).answer).toEqual({ data: [] });
});

test("a cap is set, shown with this month's use, and lifted", async () => {
  const at = ["--tenant", tenant, "--mode", "test"];
  expect((await admin("usage", "cap", ...at, "--limit", "0")).answer).toMatchObject({ used: 0, cap: 0 });
  expect((await admin("usage", "show", ...at)).answer).toMatchObject({ used: 0, cap: 0 });
  expect((await admin("usage", "cap", ...at, "--limit", "none")).answer).toMatchObject({ cap: null });
  expect((await admin("usage", "show", ...at)).answer).toMatchObject({ cap: null });
});

test("the audit log is listed, exported and verified, and a change by hand is found", async () => {
  const at = ["--tenant", tenant];
  const { answer: verified } = await admin("audit", "verify", ...at);
  expect(verified).toMatchObject({ tenant_id: tenant, verified: true });
  const { data } = (await admin("audit", "list", ...at, "--action", "tenant.", "--limit", "50")).answer;
  expect(data.at(-1)).toMatchObject({ n: 1, action: "tenant.create", actor: "operator", address: null });
  const file = join(folder, "audit.jsonl");
  const exported = (await admin("audit", "export", file, ...at)).answer;
  expect(exported).toMatchObject({ entries: verified.entries, head: verified.head });
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(lines.map((_, i) => i + 1));
  expect((await admin("audit", "export", file, ...at)).err).toMatch(/^file_unwritable: /);
  const { head } = exported;
  expect((await admin("audit", "verify", file, "--head", head)).answer).toMatchObject({
    tenant_id: tenant,
    head,
  });
  expect((await admin("audit", "verify", ...at, "--head", verified.head)).code).toBe(0);
  const other = `${verified.head.split(":")[0]}:${"0".repeat(64)}`;
  expect((await admin("audit", "verify", ...at, "--head", other)).err).toMatch(
    /^audit_chain_broken: .*replaced/,
  );
  const database = new Database(layout(folder).database);
  database.exec("update audit_entries set target = 'tn_other' where n = 1");
  database.close();
  const broken = await admin("audit", "verify", ...at);
  expect([broken.code, broken.err]).toEqual([
    1,
    "audit_chain_broken: entry 1 is altered; 0 before it hold\n",
  ]);
});

test("the models are listed without a database", async () => {
  const { answer } = await admin("models", "list");
  expect(answer.data.length).toBeGreaterThan(0);
  expect(answer.data[0]).toHaveProperty("in_use");
});

test.each([
  ["unknown_command", ["tenants", "abolish"]],
  ["missing_parameter", ["tenants", "create"]],
  ["unknown_parameter", ["tenants", "list", "--color", "red"]],
  ["not_found", ["keys", "list", "--tenant", "tn_0"]],
  ["invalid_parameter", ["keys", "create", "--tenant", "TENANT", "--mode", "both"]],
  ["not_found", ["webhooks", "disable", "--tenant", "TENANT", "--id", "we_0"]],
  [
    "invalid_parameter",
    [
      "webhooks",
      "create",
      "--tenant",
      "TENANT",
      "--mode",
      "test",
      "--url",
      "http://a.b",
      "--events",
      "ocr.completed",
    ],
  ],
  [
    "not_found",
    [
      ...["verifications", "review", "--tenant", "TENANT", "--mode", "test", "--id", "vf_0"],
      ...["--decision", "approved", "--reason", "identity_confirmed"],
    ],
  ],
  [
    "invalid_parameter",
    [
      ...["verifications", "review", "--tenant", "TENANT", "--mode", "test", "--id", "vf_0"],
      ...["--decision", "review", "--reason", "identity_confirmed"],
    ],
  ],
  ["invalid_parameter", ["audit", "verify", "--tenant", "TENANT", "--head", "1"]],
  ["invalid_parameter", ["usage", "cap", "--tenant", "TENANT", "--mode", "test", "--limit", "-1"]],
  ["missing_parameter", ["usage", "cap", "--tenant", "TENANT", "--mode", "test"]],
])("a refusal is exit 1 and one line that names %s", async (code, words) => {
  const refused = await admin(...words.map((word) => (word === "TENANT" ? tenant : word)));
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toMatch(new RegExp(`^${code}: .+\n$`));
});

test("where there is no stack it says so and makes none", async () => {
  const { code, err } = await run(["tenants", "list"], join(folder, "elsewhere"));
  expect([code, err.split(":")[0]]).toEqual([1, "no_stack"]);
});

test("while a stack is starting on the folder, the commands wait for nobody and say so", async () => {
  const unlock = await lockFolder(folder);
  const { code, err } = await admin("tenants", "list");
  unlock();
  expect([code, err.split(":")[0]]).toEqual([1, "stack_not_ready"]);
});

test("help names every command of a noun", async () => {
  const { code, out } = await run(["keys", "--help"]);
  expect(code).toBe(0);
  for (const verb of ["keys create", "keys list", "keys revoke"]) expect(out).toContain(verb);
});
