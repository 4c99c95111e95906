import { describe, expect, it } from "vitest";
import { readEnv } from "#edge/env.ts";
import { inferenceUrls } from "#edge/inference/settings.ts";
import { SettingsError } from "#vocabulary/setting-faults.ts";
import { PUBLIC_SETTINGS, testBindings } from "../harness/edge/bindings.ts";

const good = await testBindings("http://127.0.0.1:8080");

const NO_MAIL = { MAIL_URL: undefined, MAIL_TOKEN: undefined, MAIL_FROM: undefined };
const afar = { DATABASE_URL: "libsql://db.example.com", INFERENCE_URL: "https://inference.example.com" };

describe("the jurisdiction of Durable Objects", () => {
  const namespace = (where: string) => ({
    idFromName: () => where,
    get: () => null,
    jurisdiction: namespace,
  });
  const names = ["RATE_COUNTERS", "ATTEMPT_COUNTERS", "PASSWORD_QUEUE", "WEBHOOK_DISPATCHER"] as const;
  const bound = Object.fromEntries(names.map((name) => [name, namespace("")]));

  it("is that of every object, and none if none is named", () => {
    const env = readEnv({ ...good, ...bound, DO_JURISDICTION: "eu" });
    for (const name of names) expect(env[name]?.idFromName("name")).toBe("eu");
    expect(readEnv({ ...good, ...bound }).RATE_COUNTERS?.idFromName("name")).toBe("");
  });

  it.each([
    ["mars", bound],
    ["eu", {}],
    ["eu", { ...bound, PASSWORD_QUEUE: { idFromName() {}, get() {} } }],
  ])("%s is rejected if it cannot be kept", (DO_JURISDICTION, bindings) => {
    expect(() => readEnv({ ...good, ...bindings, DO_JURISDICTION })).toThrow(/^settings: DO_JURISDICTION: /);
  });
});

describe("the settings", () => {
  it("are read with their secrets decoded", () => {
    const env = readEnv(good);
    expect(env.DATA_KEYS).toMatchObject([{ length: 32 }]);
    expect(env.TOKEN_SIGNING_JWK.kid).toBe("k1");
  });

  it.each([
    ["DATABASE_URL", undefined, "is missing"],
    ["DATABASE_URL", "file:local.db", ""],
    ["DATABASE_URL", "http://10.0.0.5:8080", "PLAINTEXT_BEYOND_LOOPBACK"],
    ["DATABASE_URL", "libsql://u:secret@db.example", "must hold no user name"],
    ["DATABASE_URL", "libsql://database.secret.example?tls=0", ""],
    ["DATABASE_READ_TIMEOUT", "0", "must be at least"],
    ["INFERENCE_URL", "not a url", "must be an http or https URL"],
    ["REQUEST_DEADLINE", "soon", "must be a number"],
    ["INFERENCE_URL", "http://inference.secret.example:50052", "is not encrypted"],
    ["INFERENCE_TOKEN", "", ""],
    ["INFERENCE_TOKEN", "secret-too-short", "must have at least 32 characters"],
    ["REQUEST_DEADLINE", "90", "must be at most 60"],
    ["SIGN_UP", "maybe", "must be one of open, closed"],
    ["TOKEN_SIGNING_JWK", "{secret", ""],
    [
      "TOKEN_SIGNING_JWK",
      '{"kty":"OKP","crv":"Ed25519","x":"public-only-secret"}',
      "must be a private Ed25519 JWK (kty OKP, crv Ed25519, x, d, kid), as npm run admin -- secrets create makes one: wrong or missing are kid, d",
    ],
    ["TOKEN_VERIFY_JWKS", '{"keys":[{"kty":"secret"}]}', "wrong or missing are keys.0.kty, keys.0.crv"],
    ["DATA_KEYS", undefined, "is missing"],
    ["DATA_KEYS", `${btoa("x".repeat(32))},${btoa("secret")}`, "but key 2 of 2 has 6 bytes"],
    ["DATA_KEYS", "secret?", ""],
    ["DATA_KEYS", ",", ""],
    ["RECEIPT_SIGNING_JWK", undefined, "is missing"],
    ["PUBLIC_URL", "https://u:secret@id.example.com", "must end after the host or port"],
    ["PUBLIC_URL", "https://id.example.com/secret", "must end after the host or port"],
    ["PUBLIC_URL", "https://id.example.com?secret=1", "must end after the host or port"],
    ["PUBLIC_URL", "http://secret.example.com", "is not encrypted"],
    ["MEDIA", { put() {} }, ""],
    ["WEBHOOK_EGRESS", { get() {} }, ""],
    ["WEBHOOK_NETWORK", "a-secret-of-32-characters-or-more", "must be cloudflare"],
    ["WEBHOOK_ALLOW_PRIVATE", "1", ""],
    ["WEBHOOK_TIME_SCALE", "1000", ""],
    ["LIMIT_KEY_READS", "100000", ""],
    ["LIMIT_NOT_LIVE", "0", ""],
    ["RATE_COUNTERS", { get() {} }, ""],
  ])("are rejected with a wrong %s, %j, which is named and not shown: it %s", (name, value, words) => {
    const read = () => readEnv({ ...good, [name]: value });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(name);
    expect(read).toThrow(words);
    // Not the command that makes secrets.
    expect(read).not.toThrow(/secret(?!s create)/);
  });

  it.each([
    [
      "PUBLIC_URL",
      "ftp://id.example",
      'must be an http or https URL such as https://id.example.com, not "ftp',
    ],
    ["PUBLIC_URL", undefined, "is missing, and must be an http or https URL such as"],
    ["SIGN_UP", "maybe", 'must be one of open, closed, not "maybe"'],
    ["REQUEST_DEADLINE", "90", 'must be at most 60, not "90"'],
    ["WEBHOOK_ALLOW_PRIVATE", "maybe", 'must be true or false, not "maybe"'],
  ])("are rejected with a wrong %s, %s, with what was received and what is right", (name, value, words) => {
    expect(() => readEnv({ ...good, [name]: value })).toThrow(`${name}: ${words}`);
  });

  it("name one host of inference or a list of them, nearest first, and not both", () => {
    const { INFERENCE_URL, ...rest } = good;
    const list = "http://127.0.0.1:1, https://b.example";
    expect(inferenceUrls(readEnv({ ...rest, INFERENCE_URLS: list })).map(({ url }) => url)).toEqual(
      list.split(", "),
    );
    expect(() => readEnv(rest)).toThrow("INFERENCE_URL: is missing");
    expect(() => readEnv({ ...good, INFERENCE_URLS: list })).toThrow(
      "INFERENCE_URL: is beside INFERENCE_URLS",
    );
    const plain = `${list},http://c.example`;
    expect(() => readEnv({ ...rest, INFERENCE_URLS: plain })).toThrow("INFERENCE_URLS: is not encrypted");
  });

  it("are rejected on Cloudflare with the address of a developer's machine, or without PUBLIC_URL", () => {
    const { WEBHOOK_EGRESS, ...unbound } = good;
    const cloudflare = { ...unbound, ...afar, WEBHOOK_NETWORK: "cloudflare" };
    expect(() => readEnv(cloudflare)).toThrow("PUBLIC_URL: leads to one machine alone");
    expect(() => readEnv({ ...cloudflare, PUBLIC_URL: undefined })).toThrow("PUBLIC_URL: is missing");
    expect(() => readEnv({ ...cloudflare, ...PUBLIC_SETTINGS })).not.toThrow();
  });

  it("are rejected without a network for webhooks that has no private addresses", () => {
    const { WEBHOOK_EGRESS, ...unbound } = good;
    const cloudflare = { ...unbound, ...PUBLIC_SETTINGS, WEBHOOK_NETWORK: "cloudflare" };
    expect(() => readEnv(unbound)).toThrow(/WEBHOOK_EGRESS: is not bound/);
    expect(() => readEnv(cloudflare)).toThrow(/WEBHOOK_NETWORK: .* DATABASE_URL.*INFERENCE_URL/);
    const plain = { ...cloudflare, ...afar, INFERENCE_URL: "http://inference:8080" };
    expect(() => readEnv(plain)).toThrow(/INFERENCE_URL/);
    expect(readEnv({ ...cloudflare, ...afar }).WEBHOOK_EGRESS).toBeUndefined();
    expect(readEnv({ ...good, WEBHOOK_EGRESS }).WEBHOOK_EGRESS).toBe(WEBHOOK_EGRESS);
  });

  it("name a wrong setting, and what another lacks, at once", () => {
    const mail = { ...good, ...NO_MAIL, MAIL_URL: "mail.example" };
    expect(() => readEnv(mail)).toThrow(
      'settings: MAIL_URL: must be an https URL, not "mail.example"; MAIL_TOKEN: set it, or remove MAIL_URL; MAIL_FROM: set it, or remove MAIL_URL',
    );
    const open = { ...good, DATABASE_URL: "http://db.example", INFERENCE_TOKEN: "short" };
    expect(() => readEnv(open)).toThrow(/^settings: INFERENCE_TOKEN: .*; DATABASE_URL: is not encrypted/);
  });

  it("are not judged together with one that is wrong by itself", () => {
    const list = { ...good, INFERENCE_URL: undefined, INFERENCE_URLS: "inference" };
    expect(() => readEnv(list)).toThrow(/^settings: INFERENCE_URLS: [^;]*$/);
  });

  it("have one master key, or several, the newest first", () => {
    const [newest, oldest] = [1, 2].map((byte) => Buffer.alloc(32, byte));
    const keys = (given: string) => readEnv({ ...good, DATA_KEYS: given }).DATA_KEYS;
    const [first, second] = [newest, oldest].map((key) => key!.toString("base64"));
    expect(keys(first!)).toEqual([new Uint8Array(newest!)]);
    expect(keys(`${first}, ${second}`)).toEqual([newest, oldest].map((key) => new Uint8Array(key!)));
  });

  it("name a provider of sign-ins as a whole, by TLS beyond this machine, and may turn passwords off then", () => {
    const provider = {
      OIDC_ISSUER: "https://login.example.com",
      OIDC_CLIENT_ID: "selfsame",
      OIDC_CLIENT_SECRET: "secret",
      OIDC_ALLOWED_DOMAINS: "Example.com, example.org",
    };
    const off = { PASSWORD_SIGN_IN: "off" };
    expect(readEnv({ ...good, ...provider, ...off })).toMatchObject({
      OIDC_ALLOWED_DOMAINS: ["example.com", "example.org"],
      ...off,
    });
    for (const name of Object.keys(provider)) {
      expect(() => readEnv({ ...good, ...provider, [name]: undefined })).toThrow(
        `${name}: set it, or remove `,
      );
    }
    const plain = { ...provider, OIDC_ISSUER: "http://login.example.com" };
    expect(() => readEnv({ ...good, ...plain })).toThrow("OIDC_ISSUER: must be https");
    expect(readEnv({ ...good, ...provider, OIDC_ISSUER: "http://127.0.0.1:9000" })).toBeDefined();
    expect(() => readEnv({ ...good, ...provider, OIDC_ALLOWED_DOMAINS: "*" })).toThrow(
      "OIDC_ALLOWED_DOMAINS",
    );
    expect(() => readEnv({ ...good, ...off })).toThrow("PASSWORD_SIGN_IN: is off, which needs OIDC_ISSUER");
  });

  it("reject a key of receipts that is a key of tokens, too", () => {
    expect(() => readEnv({ ...good, RECEIPT_SIGNING_JWK: good.TOKEN_SIGNING_JWK })).toThrow(
      "RECEIPT_SIGNING_JWK",
    );
  });

  it("allow plain HTTP to other machines only if an explicit setting says so", () => {
    const DATABASE_URL = "http://10.0.0.5:8080";
    expect(readEnv({ ...good, DATABASE_URL, PLAINTEXT_BEYOND_LOOPBACK: "1" })).toMatchObject({
      DATABASE_URL,
    });
    for (const url of ["http://localhost:1", "http://[::1]:1", "https://db.example", "libsql://db.example"]) {
      expect(readEnv({ ...good, DATABASE_URL: url })).toMatchObject({ DATABASE_URL: url });
    }
  });

  it.each([
    ["SIGN_UP", { SIGN_UP: undefined }, /must be open or closed/],
    ["SIGN_UP", NO_MAIL, /needs MAIL_URL/],
    [
      "CLIENT_ADDRESS_HEADER",
      { CLIENT_ADDRESS_HEADER: undefined },
      /must be cloudflare, none, or the header/,
    ],
  ])("must decide %s if others reach the service (%o)", (name, changes, says) => {
    const deployed = { ...good, ...PUBLIC_SETTINGS };
    expect(readEnv(deployed).SIGN_UP).toBe("open");
    expect(readEnv({ ...deployed, ...NO_MAIL, SIGN_UP: "closed" }).SIGN_UP).toBe("closed");
    expect(() => readEnv({ ...deployed, ...changes })).toThrow(says);
    const at = (PUBLIC_URL: string) => readEnv({ ...deployed, ...changes, PUBLIC_URL });
    expect(at("http://127.0.0.1:8787")).toBeDefined();
    expect(() => at("http://192.0.2.1:8787")).toThrow(name);
  });

  it.each([
    ["none", null],
    ["0", 0],
    [undefined, 1_000],
  ])("take a cap of self-made tenants of %s", (SIGN_UP_MONTHLY_CAP, cap) => {
    expect(readEnv({ ...good, SIGN_UP_MONTHLY_CAP }).SIGN_UP_MONTHLY_CAP).toBe(cap);
  });

  it("change the rate limits, and allow private webhook receivers, on a local stack only", () => {
    const raised = { ...good, LOCAL_STACK: "1", LIMIT_KEY_READS: "100000" };
    expect(readEnv(raised)).toMatchObject({ LIMIT_KEY_READS: 100_000, LIMIT_KEY_WRITES: 300 });
    expect(readEnv({ ...good, LIMIT_KEY_READS: "600" }).LIMIT_KEY_READS).toBe(600);
    const local = { ...raised, WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_TIME_SCALE: "1000" };
    expect(readEnv(local)).toMatchObject({ WEBHOOK_ALLOW_PRIVATE: true, WEBHOOK_TIME_SCALE: 1000 });
  });
});
