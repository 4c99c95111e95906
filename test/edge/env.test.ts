import { beforeAll, describe, expect, it } from "vitest";
import { EnvError, readEnv } from "#edge/env.ts";
import { inferenceUrls } from "#edge/inference/settings.ts";
import { PUBLIC_SETTINGS, testBindings } from "../harness/edge/bindings.ts";

let good: Record<string, unknown>;

beforeAll(async () => {
  good = await testBindings("http://127.0.0.1:8080");
});

describe("the jurisdiction of Durable Objects", () => {
  const namespace = (where: string) => ({
    idFromName: () => where,
    get: () => null,
    jurisdiction: namespace,
  });
  const names = ["RATE_COUNTERS", "ATTEMPT_COUNTERS", "PASSWORD_QUEUE", "WEBHOOK_DISPATCHER"] as const;
  const bound = Object.fromEntries(names.map((name) => [name, namespace("")]));

  it("is that of every object, and none where none is named", () => {
    const env = readEnv({ ...good, ...bound, DO_JURISDICTION: "eu" });
    for (const name of names) expect(env[name]?.idFromName("name")).toBe("eu");
    expect(readEnv({ ...good, ...bound }).RATE_COUNTERS?.idFromName("name")).toBe("");
  });

  it.each([
    ["mars", bound],
    ["eu", {}],
    ["eu", { ...bound, PASSWORD_QUEUE: { idFromName() {}, get() {} } }],
  ])("%s is refused where it cannot be kept", (DO_JURISDICTION, bindings) => {
    expect(() => readEnv({ ...good, ...bindings, DO_JURISDICTION })).toThrow(/^DO_JURISDICTION: /);
  });
});

describe("the settings", () => {
  it("are read with their secrets decoded", () => {
    const env = readEnv(good);
    expect(env.DATA_KEYS).toMatchObject([{ length: 32 }]);
    expect(env.TOKEN_SIGNING_JWK.kid).toBe("k1");
  });

  it.each([
    ["DATABASE_URL", undefined],
    ["DATABASE_URL", "file:local.db"],
    ["INFERENCE_URL", "not a url"],
    ["INFERENCE_TOKEN", ""],
    ["INFERENCE_TOKEN", "secret-too-short"],
    ["INFERENCE_URL", "http://inference.secret.example:50052"],
    ["DATABASE_URL", "http://10.0.0.5:8080"],
    ["DATABASE_URL", "libsql://database.secret.example?tls=0"],
    ["DATABASE_READ_TIMEOUT", "0"],
    ["REQUEST_DEADLINE", "90"],
    ["TOKEN_SIGNING_JWK", "{secret"],
    ["TOKEN_SIGNING_JWK", '{"kty":"OKP","crv":"Ed25519","x":"public-only-secret"}'],
    ["DATA_KEYS", undefined],
    ["DATA_KEYS", btoa("secret")],
    ["DATA_KEYS", "secret?"],
    ["DATA_KEYS", ","],
    ["RECEIPT_SIGNING_JWK", undefined],
    ["PUBLIC_URL", "ftp://secret.example"],
    ["MEDIA", { put() {} }],
    ["WEBHOOK_EGRESS", { get() {} }],
    ["WEBHOOK_NETWORK", "secret"],
    ["WEBHOOK_ALLOW_PRIVATE", "1"],
    ["WEBHOOK_TIME_SCALE", "1000"],
    ["LIMIT_KEY_READS", "100000"],
    ["LIMIT_NOT_LIVE", "0"],
    ["RATE_COUNTERS", { get() {} }],
  ])("are refused with a wrong %s, which is named and not shown", (name, value) => {
    const read = () => readEnv({ ...good, [name]: value });
    expect(read).toThrow(EnvError);
    expect(read).toThrow(name);
    expect(read).not.toThrow(/secret/);
  });

  it.each([
    ["SIGN_UP", "maybe", "SIGN_UP: must be one of open, closed"],
    ["REQUEST_DEADLINE", "90", "REQUEST_DEADLINE: must be at most 60"],
    ["DATABASE_READ_TIMEOUT", "0", "DATABASE_READ_TIMEOUT: must be at least"],
    ["INFERENCE_TOKEN", "secret-too-short", "INFERENCE_TOKEN: must have at least 32 characters"],
  ])("are refused with a wrong %s in words that say what would be right", (name, value, words) => {
    expect(() => readEnv({ ...good, [name]: value })).toThrow(words);
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

  it("are refused on Cloudflare with the address of a developer's machine, as where PUBLIC_URL was forgotten", () => {
    const { WEBHOOK_EGRESS, ...unbound } = good;
    const afar = { DATABASE_URL: "libsql://db.example.com", INFERENCE_URL: "https://inference.example.com" };
    const cloudflare = { ...unbound, ...afar, WEBHOOK_NETWORK: "cloudflare" };
    expect(() => readEnv(cloudflare)).toThrow("PUBLIC_URL: leads to one machine alone");
    expect(() => readEnv({ ...cloudflare, PUBLIC_URL: undefined })).toThrow("PUBLIC_URL: is missing");
    expect(() => readEnv({ ...cloudflare, ...PUBLIC_SETTINGS })).not.toThrow();
  });

  it("are refused without a network for webhooks that has no private addresses", () => {
    const { WEBHOOK_EGRESS, ...unbound } = good;
    const cloudflare = { ...unbound, ...PUBLIC_SETTINGS, WEBHOOK_NETWORK: "cloudflare" };
    const afar = { DATABASE_URL: "libsql://db.example.com", INFERENCE_URL: "https://inference.example.com" };
    expect(() => readEnv(unbound)).toThrow(/WEBHOOK_EGRESS: is not bound/);
    expect(() => readEnv(cloudflare)).toThrow(/WEBHOOK_NETWORK: .* DATABASE_URL.*INFERENCE_URL/);
    expect(() => readEnv({ ...cloudflare, ...afar, INFERENCE_URL: "http://inference:8080" })).toThrow(
      /INFERENCE_URL/,
    );
    expect(readEnv({ ...cloudflare, ...afar }).WEBHOOK_EGRESS).toBeUndefined();
    expect(readEnv({ ...good, WEBHOOK_EGRESS }).WEBHOOK_EGRESS).toBe(WEBHOOK_EGRESS);
  });

  it("have one master key, or several, of which the newest stands first", () => {
    const [newest, oldest] = [1, 2].map((byte) => Buffer.alloc(32, byte));
    const keys = (given: string) => readEnv({ ...good, DATA_KEYS: given }).DATA_KEYS;
    const [first, second] = [newest, oldest].map((key) => key!.toString("base64"));
    expect(keys(first!)).toEqual([new Uint8Array(newest!)]);
    expect(keys(`${first}, ${second}`)).toEqual([newest, oldest].map((key) => new Uint8Array(key!)));
  });

  it("refuse a key of receipts that is a key of tokens, too", () => {
    expect(() => readEnv({ ...good, RECEIPT_SIGNING_JWK: good.TOKEN_SIGNING_JWK })).toThrow(
      "RECEIPT_SIGNING_JWK",
    );
  });

  it("let plain HTTP leave the machine only where that is asked for by name", () => {
    const DATABASE_URL = "http://10.0.0.5:8080";
    expect(() => readEnv({ ...good, DATABASE_URL })).toThrow("PLAINTEXT_BEYOND_LOOPBACK");
    expect(readEnv({ ...good, DATABASE_URL, PLAINTEXT_BEYOND_LOOPBACK: "1" })).toMatchObject({
      DATABASE_URL,
    });
    for (const url of ["http://localhost:1", "http://[::1]:1", "https://db.example", "libsql://db.example"]) {
      expect(readEnv({ ...good, DATABASE_URL: url })).toMatchObject({ DATABASE_URL: url });
    }
  });

  it.each([
    ["SIGN_UP", { SIGN_UP: undefined }, /must be open or closed/],
    ["SIGN_UP", { MAIL_URL: undefined, MAIL_TOKEN: undefined, MAIL_FROM: undefined }, /needs MAIL_URL/],
    [
      "CLIENT_ADDRESS_HEADER",
      { CLIENT_ADDRESS_HEADER: undefined },
      /must be cloudflare, none, or the header/,
    ],
  ])("must decide %s where others reach the service (%o)", (name, changes, says) => {
    const deployed = { ...good, ...PUBLIC_SETTINGS };
    expect(readEnv(deployed).SIGN_UP).toBe("open");
    expect(() => readEnv({ ...deployed, ...changes })).toThrow(says);
    expect(() => readEnv({ ...deployed, ...changes })).toThrow(name);
    const local = { ...deployed, ...changes, PUBLIC_URL: "http://127.0.0.1:8787" };
    expect(readEnv(local)).toBeDefined();
    const beyondLoopback = { ...deployed, ...changes, PUBLIC_URL: "http://192.0.2.1:8787" };
    expect(() => readEnv(beyondLoopback)).toThrow(name);
  });

  it("let a deployment be closed without mail", () => {
    const mute = { MAIL_URL: undefined, MAIL_TOKEN: undefined, MAIL_FROM: undefined };
    expect(readEnv({ ...good, ...PUBLIC_SETTINGS, ...mute, SIGN_UP: "closed" }).SIGN_UP).toBe("closed");
  });

  it.each([
    ["none", null],
    ["0", 0],
    [undefined, 1_000],
  ])("take a cap of self-made tenants of %s", (SIGN_UP_MONTHLY_CAP, cap) => {
    expect(readEnv({ ...good, SIGN_UP_MONTHLY_CAP }).SIGN_UP_MONTHLY_CAP).toBe(cap);
  });

  it("change the rate limits on a local stack only", () => {
    const raised = { ...good, LOCAL_STACK: "1", LIMIT_KEY_READS: "100000" };
    expect(readEnv(raised)).toMatchObject({ LIMIT_KEY_READS: 100_000, LIMIT_KEY_WRITES: 300 });
    expect(readEnv({ ...good, LIMIT_KEY_READS: "600" }).LIMIT_KEY_READS).toBe(600);
  });

  it("allow private webhook receivers on a local stack", () => {
    const local = { ...good, LOCAL_STACK: "1", WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_TIME_SCALE: "1000" };
    expect(readEnv(local)).toMatchObject({ WEBHOOK_ALLOW_PRIVATE: true, WEBHOOK_TIME_SCALE: 1000 });
  });
});
