import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { VARIABLES } from "#edge/env.ts";
import { limitVariables } from "#edge/limits/settings.ts";
import { HELP, SETTINGS } from "#local/edge/help.ts";
import { BOUND, readServeSettings } from "#local/edge/settings.ts";
import { newSecrets } from "#local/stack/secrets.ts";
import { newAuthority } from "../../harness/certificates.ts";
import { useFolder } from "../../harness/folder.ts";

const folder = useFolder();
/** Two pairs of a certificate and its key, as files. */
const [[cert, key], [, strangeKey]] = (await Promise.all(
  ["own", "strange"].map(async (name) => {
    const { cert, private: key } = await (await newAuthority()).leaf();
    return Object.entries({ cert, key }).map(([kind, pem]) => {
      const path = join(folder, `${name}-${kind}.pem`);
      writeFileSync(path, pem);
      return path;
    });
  }),
)) as [[string, string], [string, string]];

const good = {
  ...(await newSecrets()),
  PUBLIC_URL: "https://id.example.com",
  SIGN_UP: "closed",
  CLIENT_ADDRESS_HEADER: "none",
  DATABASE_URL: "http://127.0.0.1:8080",
  INFERENCE_URL: "http://127.0.0.1:50052",
};

describe("the settings of an edge by itself", () => {
  it("have defaults for addresses and folders, on this machine only", () => {
    const settings = readServeSettings({ ...good, EDGE_HOST: "" });
    expect(settings).toMatchObject({ host: "127.0.0.1", port: 8787, bundleFolder: undefined });
    expect(settings.dataFolder).toMatch(/\/\.local\/edge$/);
    expect(settings.variables).toMatchObject({ PUBLIC_URL: good.PUBLIC_URL, DATA_KEYS: good.DATA_KEYS });
  });

  it("give the Worker nothing else of the environment, and override no binding", () => {
    const { variables } = readServeSettings({ ...good, HOME: "/root", MEDIA: "x", PASSWORD_QUEUE: "x" });
    for (const name of ["HOME", "MEDIA", "PASSWORD_QUEUE"]) expect(variables).not.toHaveProperty(name);
  });

  it.each([
    ["PUBLIC_URL", undefined, "PUBLIC_URL: is missing"],
    ["DATABASE_URL", "", "DATABASE_URL: is missing"],
    ["SIGN_UP", undefined, "SIGN_UP: must be"],
    ["DATA_KEYS", "secret", "DATA_KEYS"],
    ["LOCAL_STACK", "1", "LOCAL_STACK: is for npm start alone"],
    ["WEBHOOK_EXTRA_CA", "secret.pem", "WEBHOOK_EXTRA_CA: is for npm start alone"],
    ["WEBHOOK_ALLOW_PRIVATE", "1", "WEBHOOK_ALLOW_PRIVATE: is for a local stack only"],
  ])("are rejected with a wrong %s, which is named and not shown", (name, value, message) => {
    const read = () => readServeSettings({ ...good, [name]: value });
    expect(read).toThrow(message);
    expect(read).not.toThrow(/secret/);
  });

  it.each([
    ["EDGE_PORT", "x", 'EDGE_PORT: must be a number, not "x"'],
    ["SIGN_UP", "maybe", 'SIGN_UP: must be one of open, closed, not "maybe"'],
    ["EDGE_METRICS_PORT", "8787", "EDGE_METRICS_PORT: must not be 8787, which is EDGE_PORT"],
    ["INFERENCE_CA", "/no/ca.pem", "INFERENCE_CA: /no/ca.pem does not exist"],
    ["INFERENCE_CA", import.meta.dirname, "is a folder, not a file"],
    ["INFERENCE_CA", import.meta.filename, "settings.test.ts is no PEM file of a certificate"],
    ["INFERENCE_CLIENT_KEY", import.meta.filename, "settings.test.ts is no PEM file of a private key"],
    ["INFERENCE_CLIENT_KEY", "", "INFERENCE_CLIENT_KEY: set it, or remove INFERENCE_CLIENT_CERT"],
    ["INFERENCE_CLIENT_KEY", strangeKey, "INFERENCE_CLIENT_KEY: is not the key of the certificate in"],
  ])(
    "are rejected with a wrong %s with what was received, if it is no secret: %s",
    (name, value, message) => {
      const pair = { INFERENCE_CLIENT_CERT: cert, INFERENCE_CLIENT_KEY: key };
      expect(readServeSettings({ ...good, ...pair }).inferenceTls?.client).toBeDefined();
      expect(() => readServeSettings({ ...good, ...pair, [name]: value })).toThrow(message);
    },
  );

  it("are rejected with a file's content in place of its path, which is not shown", () => {
    const read = () => readServeSettings({ ...good, INFERENCE_CLIENT_KEY: readFileSync(key, "utf8") });
    expect(read).toThrow("INFERENCE_CLIENT_KEY: must be the path of a PEM file, not what it holds");
    expect(read).not.toThrow("PRIVATE");
  });

  it("are all named at once if none is set", () => {
    const missing = [
      ...["PUBLIC_URL", "DATA_KEYS", "DATABASE_URL", "INFERENCE_TOKEN", "TOKEN_SIGNING_JWK"],
      ...["RECEIPT_SIGNING_JWK", "INFERENCE_URL"],
    ];
    const listed = missing.map((name) => `${name}: is missing[^;]*`).join("; ");
    expect(() => readServeSettings({})).toThrow(new RegExp(`^settings: ${listed}$`));
  });

  it("say how secrets that are missing are made", () => {
    expect(() => readServeSettings({ ...good, INFERENCE_TOKEN: "" })).toThrow(
      /INFERENCE_TOKEN: is missing\. npm run admin -- secrets create prints new ones$/,
    );
  });

  it("report the errors of the process and of the Worker together", () => {
    const read = () => readServeSettings({ ...good, EDGE_PORT: "-1", INFERENCE_TOKEN: "short" });
    expect(read).toThrow(/^settings: EDGE_PORT.*INFERENCE_TOKEN/);
  });

  it.each([
    ["http://127.0.0.1:8787", "leads to this machine alone"],
    ["http://id.example.com", "PUBLIC_URL: is not encrypted"],
  ])("reject to listen beyond this machine for %s, which no proxy serves with TLS", (PUBLIC_URL, why) => {
    expect(() => readServeSettings({ ...good, PUBLIC_URL, EDGE_HOST: "0.0.0.0" })).toThrow(why);
    expect(readServeSettings({ ...good, EDGE_HOST: "0.0.0.0" }).host).toBe("0.0.0.0");
    const behind = { PUBLIC_URL, EDGE_HOST: "::1", PLAINTEXT_BEYOND_LOOPBACK: "1" };
    expect(readServeSettings({ ...good, ...behind }).host).toBe("::1");
  });

  it("are all in --help, but for those of tests", () => {
    const own = [
      ...["EDGE_HOST", "EDGE_PORT", "EDGE_DATA", "BUNDLE_FOLDER"],
      ...["EDGE_METRICS_HOST", "EDGE_METRICS_PORT", "LAME_DUCK", "DRAIN_LIMIT"],
      ...["INFERENCE_CA", "INFERENCE_CLIENT_CERT", "INFERENCE_CLIENT_KEY"],
    ];
    const ofTests =
      /^(LOCAL_STACK|LIMIT_|WEBHOOK_ALLOW_PRIVATE|WEBHOOK_TIME_SCALE|WEBHOOK_NETWORK|DO_JURISDICTION)/;
    const named = VARIABLES.filter((name) => !(name in BOUND || ofTests.test(name)));
    expect(SETTINGS.map(([name]) => name).sort()).toEqual([...named, ...own].sort());
    expect(Object.keys(limitVariables).filter((name) => HELP.includes(name))).toEqual([]);
  });
});
