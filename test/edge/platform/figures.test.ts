import { afterAll, expect, it } from "vitest";
import { createApp } from "#edge/app.ts";
import { Outage } from "#edge/core/outage.ts";
import { Figures, Instance } from "#edge/platform/figures.ts";
import { supervise } from "#edge/platform/supervise.ts";
import { openTestEdge } from "../../harness/edge/test-edge.ts";

const edge = await openTestEdge();
afterAll(() => edge.close());

const lifetime = { waitUntil: () => {}, passThroughOnException() {}, props: {} };

const asked = (method: string, token?: string) => ({
  method,
  headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
});

/** A separate app, and its metrics. */
function watched() {
  const self = new Instance();
  const app = createApp(async () => edge.services, undefined, self);
  const call = async (method: string, path: string, credential?: string) =>
    app.request(
      new Request(`http://localhost${path}`, asked(method, credential)),
      {},
      edge.bindings,
      lifetime,
    );
  return { self, call, text: () => self.figures.text({ deliveryLag: 0 }) };
}

it("counts calls by route and status, and refusals by code", async () => {
  const { call, text } = watched();
  const tenant = await edge.newTenant();
  await call("GET", "/v1/verifications", tenant.keys.test);
  await call("GET", "/v1/verifications/vf_1", tenant.keys.test);
  await call("GET", "/v1/verifications/vf_2");
  const metrics = text();
  for (const line of [
    'requests_total{method="GET",route="/v1/verifications",status="200"} 1',
    'requests_total{method="GET",route="/v1/verifications/:id",status="404"} 1',
    'requests_total{method="GET",route="/v1/verifications/:id",status="401"} 1',
    'refusals_total{code="not_found"} 1',
    'refusals_total{code="missing_credentials"} 1',
    'request_seconds_count{method="GET",route="/v1/verifications/:id"} 2',
    'request_seconds_bucket{method="GET",route="/v1/verifications/:id",le="+Inf"} 2',
    "in_flight 0",
  ]) {
    expect(metrics).toContain(`selfsame_edge_${line}\n`);
  }
});

it("names no tenant, and nothing that a caller sent, so that no caller can make series", async () => {
  const { call, text } = watched();
  const tenant = await edge.newTenant();
  await call("GET", "/v1/verifications/vf_1", tenant.keys.test);
  const before = text().split("\n").length;
  for (const path of ["/no/such/path", "/no/other", "/v1/verifications/vf_secret"]) {
    await call("GET", path, tenant.keys.test);
    await call("PROPFIND", path, tenant.keys.test);
    await call("MADEUP", path, tenant.keys.test);
  }
  const once = text();
  for (let n = 0; n < 20; n++) await call(`MADE${n}`, `/path/${n}?q=${n}`, tenant.keys.test);
  expect(text().split("\n").length).toBe(once.split("\n").length);
  expect(once.split("\n").length).toBeGreaterThan(before);
  for (const secret of [tenant.id, tenant.keys.test, "vf_secret", "MADE", "no/such"]) {
    expect(text()).not.toContain(secret);
  }
});

it("counts a call as in flight until it is answered, and its time in every bucket that holds it", () => {
  let now = 0;
  const figures = new Figures(() => now);
  const end = figures.begin();
  expect(figures.text({ deliveryLag: null })).toContain("selfsame_edge_in_flight 1\n");
  now = 200;
  end({ method: "GET", route: "/a", status: 200, refusal: undefined });
  const metrics = figures.text({ deliveryLag: null });
  expect(metrics).toContain("selfsame_edge_in_flight 0\n");
  expect(metrics).toContain('_bucket{method="GET",route="/a",le="0.1"} 0\n');
  expect(metrics).toContain('_bucket{method="GET",route="/a",le="0.25"} 1\n');
  expect(metrics).toContain('_sum{method="GET",route="/a"} 0.2\n');
});

it("answers only the process that runs the Worker, and has no lag to tell while the database is away", async () => {
  const { self } = watched();
  const instance = { lag: () => Promise.reject(new Error("away")), tick: async () => undefined };
  const ask = (method: string, path: string, token?: string, given: unknown = "token") =>
    supervise(new Request(`http://localhost${path}`, asked(method, token)), given, self, instance);
  const refused = [
    ask("GET", "/metrics"),
    ask("POST", "/leave", "other"),
    ask("POST", "/leave", "", ""),
    ask("POST", "/leave", "undefined", undefined),
    ask("GET", "/leave", "token"),
  ];
  for (const { status } of await Promise.all(refused)) expect(status).toBe(404);
  expect(self.isLeaving).toBe(false);
  const metrics = await (await ask("GET", "/metrics", "token")).text();
  expect(metrics).toContain("# TYPE selfsame_edge_delivery_lag_seconds gauge\n");
  expect(metrics).not.toMatch(/^selfsame_edge_delivery_lag_seconds /m);
});

it("a tick that meets an outage ends quietly, since the log has it; any other error ends the request", async () => {
  const tick = (error: Error) =>
    supervise(new Request("http://localhost/tick", asked("POST", "token")), "token", watched().self, {
      lag: async () => 0,
      tick: () => Promise.reject(error),
    });
  const away = new Error("Failed query", { cause: new Outage("away", { message: "away" }) });
  expect((await tick(away)).status).toBe(204);
  await expect(tick(new Error("a defect"))).rejects.toThrow("a defect");
});

it("says by /health that it leaves, while every other call is still answered", async () => {
  const { self, call } = watched();
  const tenant = await edge.newTenant();
  self.isLeaving = true;
  const health = await call("GET", "/health");
  expect([health.status, health.headers.get("retry-after")]).toEqual([503, "1"]);
  expect((await call("GET", "/v1/verifications", tenant.keys.test)).status).toBe(200);
});
