import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "libsql";
import { beforeAll, expect, test } from "vitest";
import { layout } from "#local/stack/files.ts";
import { loadSecrets } from "#local/stack/secrets.ts";
import { useFolder } from "../harness/folder.ts";
import { adminCommand } from "../harness/stack/admin.ts";

const folder = useFolder();
let tenant: string;
/** The flags of most commands. */
let tenantFlag: string;

beforeAll(async () => {
  await loadSecrets(layout(folder).secrets);
  tenant = (await admin("tenants create --name Acme")).answer.id;
  tenantFlag = `--tenant ${tenant}`;
});

const run = (line: string, dataFolder = folder) =>
  adminCommand(line.split(" "), { SELFSAME_DATA: dataFolder });

/** Runs a command line on a stack that does not run; words are split at spaces. */
const admin = (line: string) => run(`${line} --json`);

test("a tenant is created, listed, and its settings are changed", async () => {
  expect(tenant).toMatch(/^tn_/);
  const { answer } = await admin(
    `tenants settings ${tenantFlag} --store-media portrait --max-ttl-seconds 600`,
  );
  const changed = { id: tenant, store_media: "portrait" };
  expect(answer).toMatchObject({ ...changed, max_ttl_seconds: 600, retention_days: null });
  expect((await admin("tenants list")).answer.data).toMatchObject([changed]);
});

test("a retention is set and lifted, and the help says what it does", async () => {
  const settings = (days: string) => admin(`tenants settings ${tenantFlag} --retention-days ${days}`);
  expect((await settings("30")).answer).toMatchObject({ retention_days: 30 });
  expect((await settings("none")).answer).toMatchObject({ retention_days: null });
  expect((await settings("0")).err).toMatch(/^invalid_parameter: /);
  expect((await run("tenants settings --help")).out).toContain("erased for good");
});

test("a tenant's origins are added to and taken from its lists, each checked first", async () => {
  const capture = (flags: string) => admin(`tenants capture ${tenantFlag} ${flags}`.trim());
  const origins =
    "--allow-origin https://Shop.example/,http://localhost:3000 --return-origin com.example.app:";
  expect((await capture(`${origins} --accent #777777 --app-url com.example.app:/chip`)).answer).toMatchObject(
    {
      allowed_origins: ["https://shop.example", "http://localhost:3000"],
      return_origins: ["com.example.app:"],
      accent: "#777777",
      app_url: "com.example.app:/chip",
    },
  );
  const removed = await capture("--remove-origin http://localhost:3000 --accent none");
  expect(removed.answer).toMatchObject({ allowed_origins: ["https://shop.example"], accent: null });
  for (const [wrong, code] of [
    ["--allow-origin https://*.shop.example", "invalid_parameter"],
    ["--allow-origin com.example.app:", "invalid_parameter"],
    ["--remove-origin https://other.example", "not_found"],
    ["--alternative-url javascript:alert(1)", "invalid_parameter"],
    ["--logo /nowhere.png", "not_found"],
    [`--logo ${import.meta.filename} --brand-name Never`, "invalid_parameter"],
    [`--consent-text ${import.meta.filename}`, "missing_parameter"],
  ] as const) {
    const { code: exit, err } = await capture(wrong);
    expect([exit, err.split(":")[0]]).toEqual([code === "not_found" ? 1 : 2, code]);
  }
  const several = await capture("--accent red --logo /nowhere.png --remove-origin https://other.example");
  expect(several.err).toMatch(/^not_found: .*other\.example.*; --accent .*; --logo: .*\n$/);
  const unchanged = { allowed_origins: ["https://shop.example"], brand_name: null, consent_texts: [] };
  expect((await capture("")).answer).toMatchObject(unchanged);
});

test("a consent text has versions, and its audit entry the digest alone", async () => {
  const path = join(folder, "consent.txt");
  for (const text of ["We ask.", "We ask kindly."]) {
    await writeFile(path, text);
    await admin(`tenants capture ${tenantFlag} --locale en --consent-text ${path}`);
  }
  const { consent_texts: texts } = (await admin(`tenants capture ${tenantFlag}`)).answer;
  expect(texts).toMatchObject([{ locale: "en", version: "2" }]);
  const entries = await admin(`audit list ${tenantFlag} --action tenant.consent_text`);
  expect(entries.answer.data).toHaveLength(2);
  expect(entries.out).toContain(texts[0].sha256);
  expect(entries.out).not.toContain("kindly");
});

test("a key is shown once, listed by its hint, and revoked", async () => {
  const { id, key } = (await admin(`keys create ${tenantFlag} --mode live`)).answer;
  expect(key).toMatch(/^svc_sk_live_[0-9A-Za-z]{38}$/);
  const listed = await admin(`keys list ${tenantFlag}`);
  expect(listed.answer.data).toMatchObject([{ id, mode: "live", hint: key.slice(-4), revoked_at: null }]);
  expect(listed.out).not.toContain(key);
  await admin(`keys revoke ${tenantFlag} --id ${id}`);
  expect((await admin(`keys list ${tenantFlag}`)).answer.data[0].revoked_at).not.toBeNull();
});

test("a restricted key is created, and listed with its rights", async () => {
  const other = (await admin("tenants create --name Other")).answer.id;
  const flags = "--scopes events:read,verifications:read --networks 192.0.2.1,2001:db8::/32";
  const made = await admin(
    `keys create --tenant ${other} --mode test ${flags} --expires-at 2099-01-01T00:00:00Z`,
  );
  expect(made.answer.key).toMatch(/^svc_rk_test_/);
  expect((await admin(`keys list --tenant ${other}`)).answer.data).toMatchObject([
    {
      scopes: ["verifications:read", "events:read"],
      networks: ["192.0.2.1/32", "2001:db8::/32"],
      expires_at: "2099-01-01T00:00:00.000Z",
    },
  ]);
  for (const wrong of [
    "--scopes all",
    "--networks here",
    "--expires-at 2099-01-01",
    "--expires-at 2020-01-01T00:00:00Z",
  ]) {
    const { code, err } = await admin(`keys create --tenant ${other} --mode test ${wrong}`);
    expect([code, err.split(":")[0]], wrong).toEqual([2, "invalid_parameter"]);
  }
});

test("keys are limited in number, and the refusal says so by its code", async () => {
  for (let n = 0; n < 20; n++) expect((await admin(`keys create ${tenantFlag} --mode test`)).code).toBe(0);
  const { code, err } = await admin(`keys create ${tenantFlag} --mode test`);
  expect([code, err]).toEqual([1, expect.stringMatching(/^limit_reached: /)]);
});

test("a person is invited, and an address without an account cannot be freed", async () => {
  const invite = `members invite ${tenantFlag} --email ada@example.com --role`;
  expect((await admin(`${invite} owner`)).answer).toMatchObject({
    id: expect.stringMatching(/^inv_/),
    path: expect.stringMatching(/^\/dashboard\/invitation#\w{32}$/),
  });
  expect((await admin(`${invite} king`)).err).toMatch(/^invalid_parameter: /);
  expect((await admin(`members list ${tenantFlag}`)).answer).toEqual({ data: [] });
  const removed = await admin("members remove --email ada@example.com");
  expect([removed.code, removed.err]).toEqual([1, expect.stringMatching(/^not_found: /)]);
});

test("an endpoint is created, switched, rotated, tested, replayed and deleted", async () => {
  const events = ["ocr.completed", "verification.completed"];
  const create = `webhooks create ${tenantFlag} --mode test --url https://example.com/hook --events ${events}`;
  const { id, secret } = (await admin(create)).answer;
  expect(id).toMatch(/^we_/);
  expect(secret).toMatch(/^whsec_[0-9A-Za-z]{38}$/);
  const listed = await admin(`webhooks list ${tenantFlag}`);
  expect(listed.answer.data).toMatchObject([{ id, mode: "test", enabled: true, events }]);
  expect(listed.out).not.toContain(secret);
  const webhooks = async (verb: string, flags = "") =>
    (await admin(`webhooks ${verb} ${tenantFlag} --id ${id} ${flags}`.trim())).answer;
  const { event_id } = await webhooks("test");
  const pending = { event_id, type: "webhook.test", state: "pending", attempts: [] };
  expect((await webhooks("deliveries")).data).toMatchObject([pending]);
  expect(await webhooks("disable")).toMatchObject({ enabled: false, disabled_reason: "toggled_off" });
  const dead = { event_id, reason: "endpoint_disabled" };
  expect((await webhooks("dead-letters")).data).toMatchObject([dead]);
  expect(await webhooks("replay", "--all")).toBeUndefined();
  expect(await webhooks("enable")).toMatchObject({ enabled: true });
  expect(await webhooks("replay", `--event ${event_id}`)).toEqual({ event_ids: [event_id] });
  expect((await webhooks("rotate", "--overlap-hours 2")).secret).not.toBe(secret);
  expect(await webhooks("delete")).toEqual({ id, deleted: true });
  expect((await admin(`webhooks list ${tenantFlag}`)).answer).toEqual({ data: [] });
});

test("a cap is set, shown with this month's use, and lifted", async () => {
  for (const [limit, cap] of [
    ["0", 0],
    ["none", null],
  ] as const) {
    const set = await admin(`usage cap ${tenantFlag} --mode test --limit ${limit}`);
    expect(set.answer).toMatchObject({ used: 0, cap });
    expect((await admin(`usage show ${tenantFlag} --mode test`)).answer).toMatchObject({ used: 0, cap });
  }
});

test("the audit log is listed, exported and verified, and a change by hand is found", async () => {
  const { answer: verified } = await admin(`audit verify ${tenantFlag}`);
  expect(verified).toMatchObject({ tenant_id: tenant, verified: true });
  const { data } = (await admin(`audit list ${tenantFlag} --action tenant. --limit 50`)).answer;
  expect(data.at(-1)).toMatchObject({ n: 1, action: "tenant.create", actor: "operator", address: null });
  const file = join(folder, "audit.jsonl");
  const { entries, head } = (await admin(`audit export ${file} ${tenantFlag}`)).answer;
  expect([entries, head]).toEqual([verified.entries, verified.head]);
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(lines.map((_, i) => i + 1));
  expect((await admin(`audit export ${file} ${tenantFlag}`)).err).toMatch(/^file_unwritable: /);
  const offline = await admin(`audit verify ${file} --head ${head}`);
  expect(offline.answer).toMatchObject({ tenant_id: tenant, head });
  expect((await admin(`audit verify ${tenantFlag} --head ${head}`)).code).toBe(0);
  const other = `${head.split(":")[0]}:${"0".repeat(64)}`;
  const replaced = await admin(`audit verify ${tenantFlag} --head ${other}`);
  expect(replaced.err).toMatch(/^audit_chain_broken: .*replaced/);
  const database = new Database(layout(folder).database);
  database.exec("update audit_entries set target = 'tn_other' where n = 1");
  database.close();
  const { code, err } = await admin(`audit verify ${tenantFlag}`);
  expect([code, err]).toEqual([1, "audit_chain_broken: entry 1 is altered; 0 before it hold\n"]);
});

test("the models are listed without a database", async () => {
  const { answer } = await admin("models list");
  expect(answer.data[0]).toHaveProperty("in_use");
});

test("a policy is created from a file, changed, replayed and archived", async () => {
  const rules = async (policy: object) => {
    const file = join(folder, "rules.json");
    await writeFile(file, JSON.stringify(policy));
    return file;
  };
  const on = `${tenantFlag} --mode test`;
  const made = await admin(`policies create ${on} --name Standard --rules ${await rules({ min_age: 18 })}`);
  expect(made.answer).toMatchObject({ version: 1, policy: { min_age: 18 } });
  const policy = `${on} --id ${made.answer.id}`;
  const changed = await admin(`policies change ${policy} --rules ${await rules({ min_age: 21 })}`);
  expect(changed.answer).toMatchObject({ version: 2, policy: { min_age: 21 } });
  const draft = `--rules ${await rules({ min_age: 25 })} --made-with any_policy`;
  expect((await admin(`policies replay ${policy} ${draft}`)).answer).toMatchObject({ examined: 0 });
  const wrong = await admin(`policies change ${policy} --rules ${await rules({ min_age: 200 })}`);
  expect(wrong.err).toMatch(/^invalid_file: .*rules\.json, line 1: min_age must be at most 120, not 200\./);
  expect((await admin(`policies archive ${policy}`)).answer.archived_at).not.toBeNull();
  expect((await admin(`policies list ${on}`)).answer.data).toMatchObject([{ version: 2 }]);
});

test("help of a command has a line for each flag, and says which are required", async () => {
  const { code, out } = await run("webhooks listen --help");
  expect(code).toBe(0);
  expect(out).toContain("--forward URL [--events TYPE,…]");
  for (const line of [
    /^ {2}--forward URL +your receiver.*\(required\)$/m,
    /^ {2}--events TYPE,… +only these/m,
  ]) {
    expect(out).toMatch(line);
  }
});

test("an invitation has a path, and no URL while the service's own is unknown", async () => {
  const { answer } = await admin("tenants create --name Other --owner eve@example.com");
  expect(answer).toMatchObject({ path: expect.stringMatching(/^\/dashboard\/invitation#/), url: null });
});

test("help names every command of a noun", async () => {
  const { code, out } = await run("keys --help");
  expect(code).toBe(0);
  for (const verb of ["keys create", "keys list", "keys revoke"]) expect(out).toContain(verb);
});
