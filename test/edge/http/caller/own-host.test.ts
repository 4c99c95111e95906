import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#edge/app.ts";
import { capturePages } from "#edge/capture/routes.ts";
import { PUBLIC_SETTINGS } from "#test/harness/edge/bindings.ts";
import { openTestEdge, type TestEdge } from "#test/harness/edge/test-edge.ts";

/** One route of each kind, none of which may be served under another host. */
const PATHS = [
  "/docs",
  "/openapi.json",
  "/v1/events",
  "/dashboard/sign-up",
  "/verify",
  "/media/a/b",
  "/none",
];
const FOREIGN = ["http://evil.example:8970", "http://10.0.0.7:8787", "http://a.id.example.com"];

const SETTINGS = {
  public: PUBLIC_SETTINGS,
  local: {},
  "a local stack behind a tunnel": { ...PUBLIC_SETTINGS, LOCAL_STACK: "1" },
};

describe.each(Object.entries(SETTINGS))("the Host of a call, if the settings are %s", (kind, settings) => {
  let edge: TestEdge;
  let ask: (url: string, init?: RequestInit) => Promise<Response>;

  beforeAll(async () => {
    edge = await openTestEdge({ settings });
    const built = { files: {}, script: "a.js", style: "a.css", icon: "a.svg" };
    const app = createApp(async () => edge.services).route("/verify", capturePages(built));
    const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
    ask = async (url, init) => app.request(new Request(url, init), undefined, edge.bindings, context);
  });
  afterAll(() => edge.close());

  it.each(FOREIGN)("is rejected as %s, whatever is asked for, and not repeated (L4)", async (host) => {
    for (const path of PATHS) {
      const answer = await ask(host + path, { headers: { origin: host } });
      const text = await answer.text();
      const { code } = (JSON.parse(text) as { error: { code: string } }).error;
      expect([path, answer.status, code]).toEqual([path, 421, "misdirected_request"]);
      expect(answer.headers.has("x-request-id")).toBe(true);
      expect(text).not.toContain(new URL(host).hostname);
    }
    const form = await ask(`${host}/dashboard/sign-up`, { method: "POST", body: new URLSearchParams() });
    expect(form.status).toBe(421);
  });

  it("is anything if a probe asks for the health", async () => {
    for (const host of [...FOREIGN, "http://edge"]) {
      const { status } = await ask(`${host}/health`);
      expect([host, [200, 503].includes(status)]).toEqual([host, true]);
    }
    expect((await ask("http://evil.example/health/x")).status).toBe(421);
  });

  const ours = {
    public: ["https://id.example.com", "http://id.example.com", "http://id.example.com:8787"],
    local: ["http://127.0.0.1:8787", "http://localhost:1", "http://[::1]:2", "http://a.localhost"],
    "a local stack behind a tunnel": ["https://id.example.com", "http://127.0.0.1:8787"],
  }[kind]!;
  it.each(ours)("is taken as %s", async (host) => {
    for (const path of PATHS) expect([path, (await ask(host + path)).status === 421]).toEqual([path, false]);
  });

  it("keeps browsers to TLS on every answer, if PUBLIC_URL is https, and else on none (L5)", async () => {
    const isOverTls = kind !== "local";
    for (const path of [...PATHS, "/health", "/.well-known/jwks.json"]) {
      const answer = await ask(ours[0] + path);
      const hsts = answer.headers.get("strict-transport-security");
      expect([path, hsts]).toEqual([path, isOverTls ? "max-age=63072000" : null]);
    }
  });

  if (kind === "public") {
    it("is not this machine's if others reach the service", async () => {
      for (const host of ["http://localhost", "http://127.0.0.1:8787", "http://[::1]"]) {
        expect((await ask(`${host}/v1/events`)).status).toBe(421);
      }
    });
  }
});
