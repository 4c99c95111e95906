import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newSecrets } from "#local/stack/secrets.ts";
import { useFolder } from "../harness/folder.ts";
import { Entry } from "../harness/stack/entry.ts";

const MIGRATE = "local/migrate.ts";
const EDGE = "local/edge/serve.ts";
const INFERENCE = "inference/main.ts";

const folder = useFolder();
const environment = {
  ...(await newSecrets()),
  DATABASE_URL: "http://127.0.0.1:1",
  INFERENCE_URL: "http://127.0.0.1:1",
  PUBLIC_URL: "http://127.0.0.1:8787",
  EDGE_PORT: "0",
  EDGE_METRICS_PORT: "0",
  EDGE_DATA: join(folder, "edge"),
};
const started: Entry[] = [];
afterEach(async () => {
  for (const entry of started.splice(0)) await entry.stop();
});

function start(script: string, args: readonly string[] = [], more: Record<string, string> = {}): Entry {
  const entry = new Entry(script, args, { ...environment, ...more });
  started.push(entry);
  return entry;
}

/** A port that a server has. */
async function listening(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

describe.each([
  [404, "no"],
  [200, "<html>"],
  [200, "{}"],
])("a server that answers %i, %j, at DATABASE_URL", (status, body) => {
  let server: Server;
  let other: Record<string, string>;
  beforeAll(async () => {
    server = createServer((_, response) => response.writeHead(status).end(body));
    other = { DATABASE_URL: `http://127.0.0.1:${await listening(server)}` };
  });
  afterAll(() => server.close());

  it.each([
    ["npm run migrate", MIGRATE, []],
    ["npm run admin", "local/admin.ts", ["tenants", "list"]],
  ])("is named as no libSQL server by %s, in one line", async (_, script, args) => {
    const entry = start(script, args, other);
    expect(await entry.ended()).toBe(1);
    expect(entry.err).toMatch(
      /^no_database: what answers at DATABASE_URL is no libSQL server \(.+\)\. Check the address\n$/,
    );
  });
});

describe("npm run inference", () => {
  it("names ports in use, before it loads a model", async () => {
    const server = createServer();
    const port = await listening(server);
    const entry = start(INFERENCE, [], { GRPC_PORT: `${port}`, GRPC_WEB_PORT: "0", METRICS_PORT: "0" });
    expect(await entry.ended()).toBe(1);
    server.close();
    expect(entry.err).toBe(`port_in_use: port ${port} is in use; set GRPC_PORT to another one\n`);
    expect(entry.out).toBe("");
  });

  it("names a host that is not of this machine", async () => {
    const entry = start(INFERENCE, [], { GRPC_HOST: "192.0.2.1", PLAINTEXT_BEYOND_LOOPBACK: "1" });
    expect(await entry.ended()).toBe(1);
    expect(entry.err).toBe('settings: GRPC_HOST: must be an address of this machine, not "192.0.2.1"\n');
  });

  it("names misspelt settings beside wrong ones", async () => {
    const entry = start(INFERENCE, [], { GRPCPORT: "1", WORKER: "3", WORKERS: "x" });
    expect(await entry.ended()).toBe(1);
    expect(entry.err.split("\n")).toEqual([
      expect.stringMatching(/^inference: GRPCPORT is not a setting .* mean GRPC_PORT\?$/),
      expect.stringMatching(/^inference: WORKER is not a setting .* mean WORKERS\?$/),
      'settings: WORKERS: must be a number, not "x"',
      "",
    ]);
  });

  it.each([
    [["--workers=3"], {}, "has no --workers. Settings are variables: WORKERS=3 npm run inference."],
    [
      ["3"],
      { npm_lifecycle_event: "inference", npm_config_grpc_port: "true" },
      "has no --grpc-port. Settings are variables: GRPC_PORT=3 npm run inference.",
    ],
    [["now"], {}, "takes --help only, not now."],
  ])("says how a setting is given for an argument: %j %o", async (args, given, text) => {
    const entry = start(INFERENCE, args, given);
    expect(await entry.ended()).toBe(2);
    expect(entry.err).toContain(`unknown_parameter: npm run inference ${text}`);
  });
});

describe("npm run edge", () => {
  it.each([
    [["--bundle", "."], {}, 2, "invalid_parameter: --bundle: "],
    [[], { BUNDLE_FOLDER: "/no/such" }, 1, "settings: BUNDLE_FOLDER: /no/such holds no bundle."],
    [
      [],
      {
        EDGE_HOST: "192.0.2.1",
        PUBLIC_URL: "https://a.example",
        SIGN_UP: "closed",
        CLIENT_ADDRESS_HEADER: "none",
      },
      1,
      "settings: EDGE_HOST: must be an address of this machine",
    ],
    [
      [],
      { EDGEPORT: "1", EDGE_PORT: "x" },
      1,
      "edge: EDGEPORT is not a setting of Selfsame, and has no effect. Did you mean EDGE_PORT?\nsettings: EDGE_PORT: must be",
    ],
  ])("names what is wrong before it starts or writes anything: %j %o", async (args, given, code, text) => {
    const entry = start(EDGE, args, given);
    expect(await entry.ended()).toBe(code);
    expect(entry.err).toContain(text);
    expect(entry.out).toBe("");
  });
});
