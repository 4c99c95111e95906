import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHranaServer } from "#local/hrana/server.ts";
import { newSecrets } from "#local/stack/secrets.ts";
import { useFolder } from "../harness/folder.ts";
import { Entry } from "../harness/stack/entry.ts";

const START = "local/start.ts";
const MIGRATE = "local/migrate.ts";
const EDGE = "local/edge/serve.ts";
const INFERENCE = "inference/main.ts";

const folder = useFolder();
let database: Awaited<ReturnType<typeof startHranaServer>>;
let environment: Record<string, string>;
const started: Entry[] = [];

beforeAll(async () => {
  const secrets = await newSecrets();
  const authToken = secrets.DATABASE_AUTH_TOKEN;
  database = await startHranaServer({ file: join(folder, "selfsame.db"), port: 0, authToken });
  environment = {
    ...secrets,
    DATABASE_URL: database.url,
    INFERENCE_URL: "http://127.0.0.1:1",
    PUBLIC_URL: "http://127.0.0.1:8787",
    EDGE_PORT: "0",
    EDGE_METRICS_PORT: "0",
    LAME_DUCK: "0.5",
    EDGE_DATA: join(folder, "edge"),
  };
});
afterEach(async () => {
  for (const entry of started.splice(0)) await entry.stop();
});
afterAll(() => database.close());

function start(script: string, args: readonly string[] = [], more: Record<string, string> = {}): Entry {
  const entry = new Entry(script, args, { ...environment, ...more });
  started.push(entry);
  return entry;
}

describe.each([
  [START, "npm start", 2],
  [MIGRATE, "npm run migrate", 2],
  [EDGE, "npm run edge", 2],
  [INFERENCE, "npm run inference", 2],
  ["lab/demo/main.ts", "npm run demo", 2],
  ["lab/demo/samples.ts", "npm run samples", 2],
])("%s", (script, command, code) => {
  it("says with --help how it is run and which settings it takes, and does nothing", async () => {
    const entry = start(script, ["--help"]);
    expect(await entry.ended()).toBe(0);
    expect(entry.out).toContain(`Usage: ${command}`);
  });

  it("rejects an option that it does not know with one line, and does nothing", async () => {
    const entry = start(script, ["--no-such-option"]);
    expect(await entry.ended()).toBe(code);
    expect(entry.err).toMatch(/^.*--no-such-option.*\n$/);
    expect(entry.out).toBe("");
  });
});

describe("npm start", () => {
  it.each([
    ["WEBHOOK_EXTRA_CA", { WEBHOOK_EXTRA_CA: "/no/such/file.pem" }],
    ["WEBHOOK_TIME_SCALE", { WEBHOOK_TIME_SCALE: "0" }],
    ["SIGN_UP: must be one of open, closed", { SIGN_UP: "maybe" }],
    [
      'PUBLIC_URL: must be an http or https URL such as https://id.example.com, not "foo"',
      { PUBLIC_URL: "foo" },
    ],
    ["MAIL_FROM: must be an email address", { MAIL_FROM: "nobody" }],
    ["PORT: must be a number", { PORT: "http" }],
    ["PORT: must be at most 65535", { PORT: "87870" }],
    ["SIGN_UP_MONTHLY_CAP: must be a whole number, or none", { SIGN_UP_MONTHLY_CAP: "many" }],
    ["CLIENT_ADDRESS_HEADER: must be cloudflare, none, or the name", { CLIENT_ADDRESS_HEADER: "x y" }],
    ["WEBHOOK_EXTRA_CA: package.json is no PEM file of a certificate", { WEBHOOK_EXTRA_CA: "package.json" }],
    ["PUBLIC_URL: is not encrypted", { PUBLIC_URL: "http://id.example.com" }],
    ["PUBLIC_URL: must end after the host or port", { PUBLIC_URL: "https://id.example.com/abc?x=1" }],
    ["OIDC_ALLOWED_DOMAINS: must be domains, such as", { OIDC_ALLOWED_DOMAINS: "acme" }],
    ["PUBLIC_URL: must be an http or https URL", { PUBLIC_URL: "ftp://verify.example" }],
    // It is public there: sign-up and trusted headers must be decided first.
    ["SIGN_UP", { PUBLIC_URL: "https://verify.example", CLIENT_ADDRESS_HEADER: "none" }],
    ["CLIENT_ADDRESS_HEADER", { PUBLIC_URL: "https://verify.example", SIGN_UP: "closed" }],
  ])("rejects a wrong or missing %s by its name before anything is started: %j", async (name, given) => {
    const data = join(folder, "stack");
    const stack = start(START, [], { SELFSAME_DATA: data, PORT: "0", ...given });
    expect(await stack.ended()).toBe(1);
    expect(stack.err).toContain(name);
    expect(stack.out).not.toContain("Starting inference");
    expect(existsSync(join(data, "selfsame.db"))).toBe(false);
  });
});

it("npm start says how a setting is given if npm took it as an option of its own", async () => {
  const stack = start(START, [], { npm_lifecycle_event: "start", npm_config_port: "3000" });
  expect(await stack.ended()).toBe(2);
  expect(stack.err).toBe(
    "unknown_parameter: npm start has no --port. Settings are variables: PORT=3000 npm start. See npm start -- --help\n",
  );
});

it("npm start names every wrong setting at once, of the stack, the edge and inference, with the value", async () => {
  const wrong = {
    PORT: "http",
    SIGN_UP: "maybe",
    WORKERS: "0",
    WEBHOOK_EXTRA_CA: "/no/file",
    MODELS_FROM: "ftp://models.example",
    SELFSAME_DATA: join(folder, "misspelt", "data"),
    GRPC_PORT: "50051",
  };
  const stack = start(START, [], wrong);
  expect(await stack.ended()).toBe(1);
  expect(stack.out).toContain("GRPC_PORT has no effect with npm start: it chooses this port itself.");
  expect(stack.err).toBe(
    `settings: PORT: must be a number, not "http"; SELFSAME_DATA: neither ${wrong.SELFSAME_DATA} nor ${join(folder, "misspelt")} exists; MODELS_FROM: must be a folder that exists, or an http or https URL; WEBHOOK_EXTRA_CA: /no/file does not exist; SIGN_UP: must be one of open, closed, not "maybe"; WORKERS: must be at least 1, not "0"\n`,
  );
});

it.each([
  ["/proc/x", "is not a writable folder (ENOENT). Choose another, or change its owner."],
  ["/dev/null", "is a file, not a folder"],
  [
    import.meta.dirname,
    expect.stringMatching(
      /^is in other use: it holds \S+ and \d+ more\. Choose a new or empty folder, or one of an earlier start$/,
    ),
  ],
])(
  "npm start ends for a data folder that cannot be made, or is in other use, and names it: %s",
  async (data, fault) => {
    const stack = start(START, [], { SELFSAME_DATA: data, PORT: "0" });
    expect(await stack.ended()).toBe(1);
    const begin = `settings: SELFSAME_DATA: ${data} `;
    expect([stack.err.slice(0, begin.length), stack.err.slice(begin.length, -1)]).toEqual([begin, fault]);
  },
);

it.each([
  [
    START,
    ["--port", "3000"],
    "npm start has no --port. It takes --help. Settings are variables: PORT=3000 npm start.",
  ],
  [START, ["--sign-up=closed"], "Settings are variables: SIGN_UP=closed npm start."],
  [START, ["--mail-token=k3y-of-mail"], "Settings are variables: MAIL_TOKEN=… npm start."],
  [START, ["dev"], "npm start takes options only, not `dev`."],
  [MIGRATE, ["--writer-stopped"], "Did you mean --writers-stopped?"],
  [MIGRATE, ["now"], "npm run migrate takes options only, not `now`."],
  [EDGE, ["--bundle"], "missing_parameter: --bundle needs a value: --bundle DIR."],
  ["lab/demo/samples.ts", ["--out", "x"], "unknown_parameter: npm run samples has no --out."],
  ["lab/demo/samples.ts", ["a", "b"], "npm run samples takes 1 argument at most, not `b`."],
  ["lab/demo/main.ts", ["fast"], "npm run demo takes options only, not `fast`."],
  ["lab/main.ts", ["evaluat"], "lab has no program `evaluat`. Did you mean evaluate?"],
  [
    "lab/main.ts",
    ["fuzz", "--runs", "3"],
    "not `--runs`, `3`. Its variables: RUNS=N SEED=N npm run lab -- fuzz",
  ],
  ["lab/main.ts", ["bench", "foo"], "a part of lab bench must be one of inference, "],
  ["lab/main.ts", ["bench", "--modles", "x"], "lab bench has no --modles. Did you mean --models?"],
  ["lab/main.ts", ["evaluate", "face"], "not `face`. Did you mean faces?"],
])("a wrong argument is exit 2 and one line that says what was meant: %s %j", async (script, args, text) => {
  const entry = start(script, args);
  expect(await entry.ended()).toBe(2);
  expect(entry.err).toContain(text);
  expect(entry.err.split("\n")).toHaveLength(2);
});

it("npm run demo ends for a CHROMIUM that does not exist, before anything starts", async () => {
  const entry = start("lab/demo/main.ts", [], { CHROMIUM: "/nonexistent/c" });
  expect(await entry.ended()).toBe(1);
  expect(entry.err).toContain("setting_invalid: CHROMIUM: /nonexistent/c does not exist");
  expect(entry.out).toBe("");
});

describe("npm run migrate", () => {
  it.each([
    [
      "a missing setting",
      { DATABASE_URL: "" },
      /^settings: DATABASE_URL: is missing, and must be an https:, http: or libsql: URL such as https:\S+\n$/,
    ],
    [
      "a misspelt setting",
      { DATABASE_URL: "", DATABSE_URL: "secret" },
      /^migrate: DATABSE_URL is not .* mean DATABASE_URL\?\nsettings: DATABASE_URL: is missing/,
    ],
    [
      "another database",
      { DATABASE_URL: "postgres://127.0.0.1" },
      /^settings: DATABASE_URL: must be an https:, .*, not "postgres:\/\/127.0.0.1"\n$/,
    ],
    [
      "a password",
      { DATABASE_URL: "https://u:secret@a.example" },
      /^settings: DATABASE_URL: must hold no user/,
    ],
    [
      "a token in clear",
      { DATABASE_URL: "http://10.0.0.5:8080" },
      /^settings: DATABASE_URL: is not encrypted/,
    ],
    ["a database that is away", { DATABASE_URL: "http://127.0.0.1:1" }, /^database_away: .* DATABASE_URL /],
    ["a refused token", { DATABASE_AUTH_TOKEN: "secret" }, /^database_refused: .*DATABASE_AUTH_TOKEN/],
  ])("says what is wrong without showing a value: %s", async (_, given, message) => {
    const entry = start(MIGRATE, [], given);
    expect(await entry.ended()).toBe(1);
    expect(entry.err).toMatch(message);
    expect(entry.err).not.toContain("secret");
  });

  it("makes the tables, says so, and has nothing to do the second time", async () => {
    const first = start(MIGRATE);
    expect(await first.ended()).toBe(0);
    expect(first.out).toMatch(/^\d+ migrations applied: the schema is the newest\n$/m);
    const second = start(MIGRATE);
    expect(await second.ended()).toBe(0);
    expect(second.out).toBe("0 migrations applied: the schema is the newest\n");
  });
});

describe("npm run edge", () => {
  it("names a wrong setting before anything listens", async () => {
    const entry = start(EDGE, [], { PUBLIC_URL: "" });
    expect(await entry.ended()).toBe(1);
    expect(entry.err).toMatch(
      /^settings: PUBLIC_URL: is missing, and must be an http or https URL such as .*\n$/,
    );
    expect(entry.out).toBe("");
  });

  it("serves from a bundle that was made before, says whether it is ready, and ends in order", async () => {
    const bundle = join(folder, "bundle");
    const bundling = start(EDGE, ["--bundle", bundle]);
    expect(await bundling.ended()).toBe(0);
    expect(await bundling.event("bundled")).toEqual({ event: "bundled", folder: bundle });
    // The user of a container image is not the one that built it.
    const ordinary = join(folder, "ordinary.json");
    writeFileSync(ordinary, "");
    expect(statSync(join(bundle, "options.json")).mode).toBe(statSync(ordinary).mode);
    await start(MIGRATE).ended();
    const edge = start(EDGE, [], { BUNDLE_FOLDER: bundle });
    const { url } = await edge.event("ready");
    expect(await edge.event("health")).toMatchObject({
      ready: false,
      why: expect.stringContaining("Image analysis"),
    });
    expect((await fetch(`${url}/health`)).status).toBe(503);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    const { url: monitoring } = await edge.event("monitoring");
    const asked = ["/livez", "/readyz", "/other", "/__proto__"].map((path) => fetch(`${monitoring}${path}`));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 503, 404, 404]);
    const figures = await (await fetch(`${monitoring}/metrics`)).text();
    expect(figures).toContain('selfsame_edge_requests_total{method="GET",route="/health",status="503"}');
    expect(figures).toMatch(/^selfsame_edge_delivery_lag_seconds 0$/m);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const stopping = edge.stop();
    await edge.event("draining");
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    expect(await stopping).toBe(0);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });

  it("says that a port is in use", async () => {
    const port = new URL(database.url).port;
    const entry = start(EDGE, [], { BUNDLE_FOLDER: join(folder, "bundle"), EDGE_PORT: port });
    expect(await entry.ended()).toBe(1);
    expect(entry.err).toBe(`port_in_use: port ${port} is in use; set EDGE_PORT to another one\n`);
  });
});
