import { describe, expect, it } from "vitest";
import { VARIABLES } from "#edge/env.ts";
import { limitVariables } from "#edge/limits/settings.ts";
import { HELP, SETTINGS } from "#local/edge/help.ts";
import { BOUND, readServeSettings } from "#local/edge/settings.ts";
import { newSecrets } from "#local/stack/secrets.ts";

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
    ["EDGE_PORT", "secret", "EDGE_PORT"],
    ["INFERENCE_CA", "/secret/ca.pem", "INFERENCE_CA: cannot be read"],
    ["INFERENCE_CA", import.meta.filename, "INFERENCE_CA: is no PEM file"],
    ["INFERENCE_CLIENT_CERT", import.meta.filename, "INFERENCE_CLIENT_CERT: is no PEM file"],
    ["LOCAL_STACK", "1", "LOCAL_STACK: is for npm start alone"],
    ["WEBHOOK_EXTRA_CA", "secret.pem", "WEBHOOK_EXTRA_CA: is for npm start alone"],
    ["WEBHOOK_ALLOW_PRIVATE", "1", "WEBHOOK_ALLOW_PRIVATE: is for a local stack only"],
  ])("are rejected with a wrong %s, which is named and not shown", (name, value, message) => {
    const read = () => readServeSettings({ ...good, [name]: value });
    expect(read).toThrow(message);
    expect(read).not.toThrow(/secret/);
  });

  it("report the errors of the process and of the Worker together", () => {
    const read = () => readServeSettings({ ...good, EDGE_PORT: "-1", INFERENCE_TOKEN: "short" });
    expect(read).toThrow(/^settings: EDGE_PORT.*INFERENCE_TOKEN/);
  });

  it.each([
    ["http://127.0.0.1:8787", "leads to this machine alone"],
    ["http://id.example.com", "is not https"],
  ])("reject to listen beyond this machine for %s, which no proxy serves with TLS", (PUBLIC_URL, why) => {
    expect(() => readServeSettings({ ...good, PUBLIC_URL, EDGE_HOST: "0.0.0.0" })).toThrow(why);
    expect(readServeSettings({ ...good, EDGE_HOST: "0.0.0.0" }).host).toBe("0.0.0.0");
    expect(readServeSettings({ ...good, PUBLIC_URL, EDGE_HOST: "::1" }).host).toBe("::1");
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
