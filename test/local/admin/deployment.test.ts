import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHranaServer } from "#local/hrana/server.ts";
import { migrateDatabase } from "#local/migrate.ts";
import { newSecrets, type StackSecrets } from "#local/stack/secrets.ts";
import { useFolder } from "../../harness/folder.ts";
import { adminCommand } from "../../harness/stack/admin.ts";

const folder = useFolder();
let server: Awaited<ReturnType<typeof startHranaServer>>;
let secrets: StackSecrets;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  secrets = await newSecrets();
  const authToken = secrets.DATABASE_AUTH_TOKEN;
  server = await startHranaServer({ file: join(folder, "selfsame.db"), port: 0, authToken });
  environment = {
    DATABASE_URL: server.url,
    DATABASE_AUTH_TOKEN: authToken,
    DATA_KEYS: secrets.DATA_KEYS,
    SELFSAME_DATA: join(folder, "no-stack"),
  };
});
afterAll(() => server.close());

const admin = (words: string[], more: NodeJS.ProcessEnv = {}, isReadByOthers = false) =>
  adminCommand(words, { ...environment, ...more }, isReadByOthers);

describe("the operator's commands on a deployment's database", () => {
  it("leave the schema to npm run migrate", async () => {
    const { code, err } = await admin(["tenants", "list"]);
    expect([code, err.split(":")[0]]).toEqual([1, "not_migrated"]);
    await migrateDatabase(server.url, secrets.DATABASE_AUTH_TOKEN);
    expect((await admin(["tenants", "list"])).code).toBe(0);
  });

  it("make a tenant with an invitation of its owner, and write it into the tenant's audit log", async () => {
    const words = ["tenants", "create", "--name", "Acme", "--owner", "Owner@Example.com", "--json"];
    const { answer } = await admin(words, { PUBLIC_URL: "https://verify.example" });
    expect(answer).toMatchObject({ name: "Acme", owner: "owner@example.com" });
    expect(answer.path).toMatch(/^\/dashboard\/invitation#\S{20,}$/);
    expect(answer.url).toBe(`https://verify.example${answer.path}`);
    const { data } = (await admin(["audit", "list", "--tenant", answer.id, "--json"])).answer;
    const actions = data.map(({ action }: { action: string }) => action);
    expect(actions.sort()).toEqual(["member.invite", "tenant.create"]);
  });

  it("create no tenant for an owner without an address", async () => {
    const { err } = await admin(["tenants", "create", "--name", "Unowned", "--owner", "unknown"]);
    expect(err).toBe(
      "invalid_parameter: --owner must be an email address, such as ada@example.com. Usage: npm run admin -- tenants create --name TEXT [--owner ADDRESS]\n",
    );
    expect((await admin(["tenants", "list"])).out).not.toContain("Unowned");
  });

  it.each([
    [{ DATA_KEYS: "" }, "setting_missing: DATA_KEYS is not set"],
    [{ DATA_KEYS: "secret" }, "setting_invalid: DATA_KEYS"],
    [{ DATABASE_URL: "file:secret.db" }, "setting_invalid: DATABASE_URL"],
    [{ DATABASE_URL: "http://10.0.0.5:8080/secret" }, "setting_invalid: DATABASE_URL: is not encrypted"],
    [{ DATABASE_URL: "https://u:secret@a.example" }, "setting_invalid: DATABASE_URL: must hold no user name"],
    [{ DATABASE_URL: "libsql://a.example?authToken=secret" }, "setting_invalid: DATABASE_URL: must hold no"],
    [
      { DATABASE_URL: "http://127.0.0.1:1" },
      "^database_away: the database at DATABASE_URL cannot be reached",
    ],
    [
      { DATABASE_AUTH_TOKEN: "secret" },
      "^database_refused: the database at DATABASE_URL rejects DATABASE_AUTH",
    ],
  ])("reject %o by name, and show no value", async (wrong, message) => {
    const { code, err } = await admin(["tenants", "list"], wrong);
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(message));
    expect(err).not.toContain("secret");
  });

  it("reject DATA_KEYS that lack its master key, and name the key", async () => {
    const { DATA_KEYS } = await newSecrets();
    expect((await admin(["tenants", "list"], { DATA_KEYS })).err).toMatch(/^data_key_missing: .*dk_/);
  });

  it.each([
    ["data-keys drop", "out of DATA_KEYS"],
    ["backup create /tmp/selfsame-of-deployment", "provider"],
    ["backup verify /tmp/selfsame-of-deployment", "provider"],
    ["backup restore /tmp/selfsame-of-deployment", "provider"],
  ])("leave %s to a local stack, and name the alternative", async (words, instead) => {
    const { code, err } = await admin(words.split(" "));
    expect([code, err.split(":")[0]]).toEqual([1, "stack_only"]);
    expect(err).toContain(instead);
  });
});

describe("data-keys rotate on a deployment's database", () => {
  it("makes no key of its own, and names the setting for a new one", async () => {
    const { code, err } = await admin(["data-keys", "rotate"]);
    expect([code, err.split(":")[0]]).toEqual([1, "new_key_needed"]);
    expect(err).toContain("first in DATA_KEYS");
  });

  it("wraps every key by the new one, which the edges were given before, and reports that the old one may be dropped", async () => {
    const turned = { DATA_KEYS: `${(await newSecrets()).DATA_KEYS},${secrets.DATA_KEYS}` };
    const { code, out } = await admin(["data-keys", "rotate", "--json"], turned);
    expect(code).toBe(0);
    expect(JSON.parse(out).data).toMatchObject([
      { state: "may_be_dropped", keys: 0 },
      // The tenant's and the service's own.
      { state: "encrypts", keys: 2 },
    ]);
    expect((await admin(["tenants", "list"], { DATA_KEYS: turned.DATA_KEYS.split(",")[0]! })).code).toBe(0);
    expect((await admin(["tenants", "list"])).err).toMatch(/^data_key_missing: /);
  });
});

describe("secrets create", () => {
  it("prints each secret in the form of its setting, new ones each time", async () => {
    const { out } = await admin(["secrets", "create"]);
    const given = Object.fromEntries(
      [...out.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(Object.keys(given)).toEqual([
      ...["DATA_KEYS", "TOKEN_SIGNING_JWK", "RECEIPT_SIGNING_JWK", "INFERENCE_TOKEN"],
    ]);
    expect(Buffer.from(given.DATA_KEYS ?? "", "base64")).toHaveLength(32);
    expect(JSON.parse(given.TOKEN_SIGNING_JWK ?? "")).toMatchObject({ kty: "OKP", crv: "Ed25519" });
    expect(given.RECEIPT_SIGNING_JWK).not.toBe(given.TOKEN_SIGNING_JWK);
    expect((await admin(["secrets", "create"])).out).not.toBe(out);
  });

  it("writes a file that only its owner can read, and never over another one", async () => {
    const file = join(folder, "selfsame.env");
    expect((await admin(["secrets", "create", file])).out).not.toMatch(/=/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const kept = await readFile(file, "utf8");
    expect((await admin(["secrets", "create", file])).err).toMatch(/^file_exists: /);
    expect(await readFile(file, "utf8")).toBe(kept);
  });

  it("prints nothing into a file that others may read", async () => {
    const { code, out, err } = await admin(["secrets", "create"], {}, true);
    expect([code, out, err.split(":")[0]]).toEqual([1, "", "readable_by_others"]);
  });
});
