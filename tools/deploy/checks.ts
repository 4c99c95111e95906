import { spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { generate } from "selfsigned";

const ROOT = join(import.meta.dirname, "../..");
const DEPLOY = join(ROOT, "deploy");

interface Step {
  readonly what: string;
  readonly args: readonly string[];
}

interface Check {
  readonly name: string;
  readonly tool: Tool;
  /** Paths that it reads, which stay unchecked without the tool. */
  readonly paths: readonly string[];
  /** `folder` is a new one, for files that the configuration names and this machine lacks. */
  steps(folder: string): readonly Step[] | Promise<readonly Step[]>;
}

const named = (program: string, version = "--version"): Tool => ({
  command: [program],
  version: [version],
});

/** Copies a file with other texts in it, and returns the copy's path. */
function adapted(folder: string, path: string, texts: Readonly<Record<string, string>>): string {
  const target = join(folder, basename(path));
  const changed = Object.entries(texts).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    readFileSync(join(DEPLOY, path), "utf8"),
  );
  writeFileSync(target, changed);
  return target;
}

/** A certificate for each place where a proxy's configuration names one. */
async function certificate(folder: string): Promise<Readonly<Record<string, string>>> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "inference" }]);
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  return {
    "/etc/haproxy/tls.pem": file("edge.pem", `${cert}\n${key}`),
    "/tls/tls.pem": file("tls.pem", `${cert}\n${key}`),
    "/tls/tls.crt": file("tls.crt", cert),
    "/tls/tls.key": file("tls.key", key),
    "/tls/ca.crt": file("ca.crt", cert),
  };
}

const HOSTS = "inference-hosts.selfsame.svc.cluster.local";
/** Names of hosts, which this machine does not know, as addresses: HAProxy warns of a name without one. */
const ADDRESSES = Object.fromEntries(
  ["edge:8787", ...[0, 1, 2, 3].map((n) => `inference-${n}.${HOSTS}:50052`)].map((name) => [
    ` ${name}`,
    ` 127.0.0.1:${name.split(":")[1]}`,
  ]),
);

/** The dashboard's queries as rules, so that promtool parses them. */
function dashboardRules(folder: string): string {
  const { panels } = JSON.parse(readFileSync(join(DEPLOY, "monitoring/dashboard.json"), "utf8"));
  const queries: string[] = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*")),
  );
  const rules = queries.map((expr, index) => ({ record: `panel:${index}`, expr }));
  const target = join(folder, "dashboard-rules.json");
  writeFileSync(target, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  return target;
}

const KUSTOMIZATIONS = ["base", "overlays/fleet", "overlays/gpu"];
const kustomization = (name: string) => join(DEPLOY, "kubernetes", name);

/** Kustomize's output for a folder, as a file, or its error. */
function rendered(folder: string, name: string): string {
  const target = join(folder, `${name.replaceAll("/", "-")}.yaml`);
  writeFileSync(target, run(["kubectl", "kustomize", kustomization(name)]).output);
  return target;
}

const compose = (...files: readonly string[]) => files.map((file) => join(DEPLOY, "compose", file));
const COMPOSITIONS = [
  ["compose.yaml"],
  ["compose.yaml", "gpu.yaml"],
  ["compose.yaml", "milvus.yaml"],
  ["compose.yaml", "monitoring.yaml"],
];

const units = () => readdirSync(join(DEPLOY, "systemd"));

/** The proxies' configurations become part of it. */
const KUBERNETES = ["deploy/kubernetes/", "deploy/proxies/kustomization.yaml"];

/** Files that no tool here checks, and why. */
export const UNCHECKED: Readonly<Record<string, string>> = {
  "deploy/Dockerfile":
    "hadolint reads it; tools/deploy/images.sh builds it, which takes minutes; .ci/run starts that",
  "deploy/Dockerfile.dockerignore": "read by the build alone",
  "deploy/kubernetes/components/keda/scaled-object.yaml": "its schema is KEDA's; npm test holds its query",
  "deploy/kubernetes/": "no cluster has started it",
  "deploy/compose/": "no Docker has started it",
  "deploy/milvus/values.yaml":
    "Milvus's chart is out of reach here; npm test holds its settings to compose's",
  "deploy/monitoring/grafana.yaml": "read by Grafana alone, which has no checker",
  "deploy/monitoring/dashboards.yaml": "read by Grafana alone, which has no checker",
};

export const CHECKS: readonly Check[] = [
  {
    name: "hadolint",
    tool: named("hadolint"),
    paths: ["deploy/Dockerfile"],
    steps: () => [{ what: "Dockerfile", args: [join(DEPLOY, "Dockerfile")] }],
  },
  {
    name: "compose-go",
    tool: { command: ["compose-go", "-no-interpolation"], version: ["-help"] },
    paths: COMPOSITIONS.map((files) => `deploy/compose/${files.at(-1)}`),
    steps: () =>
      COMPOSITIONS.map((files) => ({ what: `compose/${files.join(" and ")}`, args: compose(...files) })),
  },
  {
    name: "kubectl",
    tool: { command: ["kubectl"], version: ["version", "--client"] },
    paths: KUBERNETES,
    steps: () =>
      KUSTOMIZATIONS.map((name) => ({
        what: `kubernetes/${name}`,
        args: ["kustomize", kustomization(name)],
      })),
  },
  {
    name: "kubernetes-validate",
    // Checks the output of kubectl.
    tool: {
      command: ["sh", "-c", 'kubectl version --client > /dev/null && exec kubernetes-validate "$@"', "sh"],
      version: ["--version"],
    },
    paths: KUBERNETES,
    steps: (folder) =>
      KUSTOMIZATIONS.map((name) => ({
        what: `kubernetes/${name}, but for the ScaledObject, whose schema is KEDA's`,
        args: ["--strict", rendered(folder, name)],
      })),
  },
  {
    name: "systemd-analyze",
    tool: named("systemd-analyze"),
    paths: ["deploy/systemd/"],
    steps: (folder) => {
      const texts = {
        "/opt/selfsame": ROOT,
        "User=selfsame-inference": "User=root",
        "User=selfsame-edge": "User=root",
      };
      const files = units().map((unit) => adapted(folder, `systemd/${unit}`, texts));
      const exposure = files.map((file) => ({
        what: `systemd/${basename(file)}, exposure at most 2.5`,
        args: ["security", "--offline=yes", "--threshold=25", file],
      }));
      return [{ what: "systemd", args: ["verify", "--man=no", ...files] }, ...exposure];
    },
  },
  {
    name: "haproxy",
    tool: named("haproxy", "-v"),
    paths: ["deploy/proxies/edge.haproxy.cfg", "deploy/proxies/inference.haproxy.cfg"],
    steps: async (folder) => {
      const texts = { ...(await certificate(folder)), ...ADDRESSES };
      return ["edge.haproxy.cfg", "inference.haproxy.cfg"].map((name) => ({
        what: `proxies/${name}`,
        // A line in the wrong section is a warning alone, and is ignored.
        args: ["-c", "-dW", "-f", adapted(folder, `proxies/${name}`, texts)],
      }));
    },
  },
  {
    name: "envoy",
    tool: named("envoy"),
    paths: ["deploy/proxies/inference.envoy.yaml"],
    steps: async (folder) => {
      const file = adapted(folder, "proxies/inference.envoy.yaml", await certificate(folder));
      return [{ what: "proxies/inference.envoy.yaml", args: ["--mode", "validate", "-c", file] }];
    },
  },
  {
    name: "promtool",
    tool: named("promtool"),
    paths: ["rules.yaml", "rules.test.yaml", "prometheus.yaml", "dashboard.json"].map(
      (name) => `deploy/monitoring/${name}`,
    ),
    steps: (folder) => {
      for (const name of ["rules.yaml", "rules.test.yaml"]) {
        copyFileSync(join(DEPLOY, "monitoring", name), join(folder, name));
      }
      const rules = join(folder, "rules.yaml");
      const texts = { "/etc/prometheus/rules.yaml": rules };
      const configuration = adapted(folder, "monitoring/prometheus.yaml", texts);
      return [
        { what: "monitoring/rules.yaml", args: ["check", "rules", "--lint-fatal", rules] },
        { what: "monitoring/rules.test.yaml", args: ["test", "rules", join(folder, "rules.test.yaml")] },
        { what: "monitoring/prometheus.yaml", args: ["check", "config", configuration] },
        { what: "monitoring/dashboard.json", args: ["check", "rules", dashboardRules(folder)] },
      ];
    },
  },
];

/** How to call a tool: its command, and the arguments that print its version. */
interface Tool {
  readonly command: readonly [string, ...string[]];
  readonly version: readonly string[];
}

interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

const PATH = [join(ROOT, ".local/tools/bin"), process.env.PATH].join(delimiter);

/** Time limit of a tool: promtool's tests take seconds. */
const TIMEOUT_MS = 120_000;

export function run([program = "", ...args]: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    env: { ...process.env, PATH },
    timeout: TIMEOUT_MS,
  });
  return { ok: status === 0, output: `${stdout ?? ""}${stderr ?? ""}` };
}

/** The version that a tool prints; undefined if it is missing. */
export function versionOf({ command, version }: Tool): string | undefined {
  const { ok, output } = run([...command, ...version]);
  return ok ? (/v?\d+(\.\d+)+[\w.+-]*/.exec(output)?.[0] ?? "of unknown version") : undefined;
}
