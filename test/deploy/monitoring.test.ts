import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { Figures } from "#edge/platform/figures.ts";
import { addGpuWorkerMetrics } from "#inference/monitoring/gpu-worker-figures.ts";
import { createMetrics } from "#inference/monitoring/metrics.ts";
import { read, textOf } from "./artefacts.ts";

const none = { up: 0, running: 0, restarts: 0 };
const gpuWorkers = { states: [], on: () => {} };

interface Served {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
}

/** The metrics of the edge: its page names each, and each call is counted under labels. */
function ofTheEdge(): Served[] {
  const figures = new Figures();
  figures.begin()({ method: "GET", route: "/", status: 503, refusal: "service_unavailable" });
  figures.swept("ok");
  figures.sealed("icao_vds", "valid");
  figures.signed("chip", "authentic");
  const page = figures.text({ deliveryLag: 0 });
  return [...page.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name, type]) => {
    const sample = new RegExp(`^${name}(?:_count)?\\{(.*)\\}`, "m").exec(page)?.[1] ?? "";
    return { name: name!, type: type!, labels: [...sample.matchAll(/(\w+)=/g)].map(([, label]) => label!) };
  });
}

/** The metrics of the running inference service, with GPU workers, and those of Node. */
async function ofInference(): Promise<Served[]> {
  const { registry } = createMetrics({
    pool: { queued: 0, tenants: 0, saturation: 0, fleet: none },
    galleries: {
      totals: { galleries: 0, faces: 0, bytes: 0 },
      server: { lost: 0, away: 0, back: 0 },
    },
    gpuWorkers,
    build: { version: "", bundle: "", provider: "", onnxruntime: "" },
  });
  const metrics = await registry.getMetricsAsJSON();
  return metrics.map(({ name, type }) => {
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: string[] };
    return { name, type: String(type), labels: labelNames };
  });
}

const SERVED = [...ofTheEdge(), ...(await ofInference())];

/** A histogram has three series. */
const seriesOf = ({ name, type }: Served) =>
  type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
const SERIES = new Set(SERVED.flatMap(seriesOf));

const RULES = read("deploy/monitoring/rules.yaml").groups.flatMap(({ rules }: { rules: Rule[] }) => rules);
interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly annotations?: Readonly<Record<string, string>>;
}
const alerts: Rule[] = RULES.filter(({ alert }: Rule) => alert !== undefined);
const recorded: string[] = RULES.flatMap(({ record }: Rule) => record ?? []);

const DASHBOARD = read("deploy/monitoring/dashboard.json");
const panels: { readonly targets: readonly { readonly expr: string }[] }[] = DASHBOARD.panels;
const SCALED = read("deploy/kubernetes/components/keda/scaled-object.yaml").spec;

const QUERIES: Readonly<Record<string, readonly string[]>> = {
  rules: RULES.map(({ expr }: Rule) => expr),
  dashboard: [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...DASHBOARD.templating.list.map(({ query }: { query: { query: string } }) => query.query),
  ],
  "scaled object": SCALED.triggers.map(({ metadata }: { metadata: { query: string } }) => metadata.query),
};

/** Metric names in a query: words before a brace or bracket, or with the form of our own metrics. */
const metricsIn = (query: string) => {
  const bare = query.replaceAll(/"[^"]*"/g, "");
  return [
    ...new Set([
      ...[...bare.matchAll(/([a-zA-Z_:][\w:]*)\s*[{[]/g)].map(([, name]) => name!),
      ...(bare.match(/\b(selfsame|process|nodejs)[_:][\w:]+/g) ?? []),
    ]),
  ];
};

/** Metrics of Prometheus and of its blackbox exporter, which probes the edge. */
const OF_OTHERS = ["up", "probe_success"];

it("every metric of the rules, the dashboard and the scaled object exists in the running service", () => {
  const known = (name: string) => SERIES.has(name) || OF_OTHERS.includes(name) || recorded.includes(name);
  for (const [where, queries] of Object.entries(QUERIES)) {
    const named = queries.flatMap(metricsIn);
    expect(named.length, where).toBeGreaterThan(0);
    expect(
      named.filter((name) => !known(name)),
      where,
    ).toEqual([]);
  }
  expect(metricsIn('rate(selfsame_none_total{a="b{"}[5m]) > 0 and selfsame_other > 1')).toEqual([
    "selfsame_none_total",
    "selfsame_other",
  ]);
});

/** Labels that Prometheus adds, and a histogram's bound. */
const ADDED = ["instance", "job", "le"];

it("queries group by labels that a metric has", () => {
  const labels = new Set([...ADDED, ...SERVED.flatMap((metric) => metric.labels)]);
  const grouped = Object.values(QUERIES)
    .flat()
    .flatMap((query) => [...query.matchAll(/\b(?:by|without) \(([^)]*)\)/g)])
    .flatMap(([, list]) => list!.split(/,\s*/));
  expect(grouped.length).toBeGreaterThan(10);
  expect(grouped.filter((label) => !labels.has(label))).toEqual([]);
});

it("the page of metrics has each metric with its type and labels", () => {
  const rows = [
    ...textOf("docs/reference/metrics.md").matchAll(/^\| `(selfsame_\w+)` \| (\w+) \| ([^|]*) \|/gm),
  ].map(([, name = "", type, labels]) => ({ name, type, labels: (labels!.match(/\w+/g) ?? []).sort() }));
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  const ours = SERVED.filter(({ name }) => name.startsWith("selfsame_"));
  const expected = ours.map((metric) => ({ ...metric, labels: [...metric.labels].sort() }));
  expect(rows.sort(byName)).toEqual(expected.sort(byName));
});

it("every metric of a device and of the edge has its place on the dashboard", async () => {
  const registry = new Registry();
  addGpuWorkerMetrics(registry, gpuWorkers);
  const ofDevices = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  const ofEdge = ofTheEdge().map((metric) => seriesOf(metric)[0]!);
  const shown = QUERIES.dashboard!.join("\n");
  expect([...ofDevices, ...ofEdge].filter((name) => !shown.includes(name))).toEqual([]);
});

it("every alert has a section on the page that it links to, in the order of the rules, and no section is without one", () => {
  const sections = [...textOf("docs/how-to/troubleshoot.md").matchAll(/^### (Selfsame\w+)\n\n(.+)/gm)];
  expect(sections.map(([, name]) => name)).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, annotations } of alerts) {
    expect(annotations?.runbook).toBe(`docs/how-to/troubleshoot.md#${alert!.toLowerCase()}`);
  }
});

it("every alert has a test that makes it fire, and one in which it stays quiet", () => {
  const { tests } = read("deploy/monitoring/rules.test.yaml");
  const cases: { alertname: string; exp_alerts: unknown[] }[] = tests.flatMap(
    ({ alert_rule_test: rules }: { alert_rule_test: unknown[] }) => rules,
  );
  const named = (fires: boolean) =>
    [
      ...new Set(cases.filter((each) => each.exp_alerts.length > 0 === fires).map((each) => each.alertname)),
    ].sort();
  const all = alerts.map(({ alert }) => alert!).sort();
  expect(named(true)).toEqual(all);
  expect(named(false)).toEqual(all);
});
