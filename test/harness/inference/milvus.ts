import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import { generate } from "selfsigned";

/** The server's folder, from `tools/milvus/install.sh`. */
const INSTALLED = join(import.meta.dirname, "../../../.local/tools/milvus");
export const isMilvusInstalled = existsSync(join(INSTALLED, "bin/milvus"));

/** A user that every new server has, and the word that it has then. */
const USER = { GALLERY_MILVUS_USER: "root", GALLERY_MILVUS_PASSWORD: "Milvus" } as const;

export interface Milvus {
  readonly pid: number;
  /** The settings of an inference service that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The server's own client, with the password. */
  connect(): Promise<MilvusClient>;
  /** The folder with its files. */
  readonly folder: string;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again on its files and its port. */
  start(): Promise<void>;
  /** Ends it, and removes its files. */
  stop(): Promise<void>;
}

/**
 * A real Milvus standalone server on free ports, with TLS and a password, by a configuration as ours in
 * `deploy/`: no interim index, a clock that ticks each 50 ms. Deleted files go after seconds and not after
 * hours.
 */
export async function startMilvus(): Promise<Milvus> {
  const folder = mkdtempSync(join(tmpdir(), "selfsame-milvus-"));
  await Promise.all(["configs", "logs", "data"].map((name) => mkdir(join(folder, name))));
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
    ],
  });
  writeFileSync(join(folder, "server.pem"), cert);
  writeFileSync(join(folder, "server.key"), key);
  const port = await configure(folder);
  let child = await run(folder);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return {
    get pid() {
      return child.pid!;
    },
    environment: {
      GALLERY_ENGINE: "milvus",
      GALLERY_MILVUS_URL: `https://127.0.0.1:${port}`,
      GALLERY_MILVUS_CA_FILE: join(folder, "server.pem"),
      ...USER,
    },
    async connect() {
      // Loaded here alone: most runs only ask whether there is a server, and the client is large.
      const { MilvusClient } = await import("@zilliz/milvus2-sdk-node");
      const client = new MilvusClient({
        address: `127.0.0.1:${port}`,
        username: USER.GALLERY_MILVUS_USER,
        password: USER.GALLERY_MILVUS_PASSWORD,
        tls: { rootCertPath: join(folder, "server.pem") },
        telemetry: { enabled: false },
      });
      await client.connectPromise;
      return client;
    },
    folder,
    kill,
    async start() {
      child = await run(folder);
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A value of the template: `{{ name }}` or `{{ name(type): default }}`. */
const VALUE = /\{\{\s*(\w+)(?:\(\w+\))?(?::\s*([^}]*?))?\s*\}\}/g;

/** Writes the server's configuration. Returns the port that clients use. */
async function configure(folder: string): Promise<number> {
  const template = readFileSync(join(INSTALLED, "config.yaml.template"), "utf8");
  const data = join(folder, "data");
  const values: Record<string, string | number> = {
    ...{ etcd_log_path: join(folder, "logs/etcd.log"), system_log_path: join(folder, "logs") },
    ...{
      etcd_data_dir: join(data, "etcd"),
      local_storage_dir: data,
      rocksmq_data_dir: join(data, "rocksmq"),
    },
    ...{ server_pem_path: join(folder, "server.pem"), server_key_path: join(folder, "server.key") },
    ...{ authorization_enabled: "true", tls_mode: 1 },
  };
  const ports = [...new Set([...template.matchAll(VALUE)].map(([, name]) => name!))].filter((name) =>
    name.endsWith("_port"),
  );
  const free = await freePorts(ports.length + 3);
  ports.forEach((name, i) => {
    values[name] = free[i]!;
  });
  const filled = template
    .replace(VALUE, (_, name: string, usual = "") => String(values[name] ?? usual))
    // Without a file of its own the metadata store listens on the same two ports on every machine.
    .replace(
      /(\n {2}data:\n {4}dir: [^\n]*)/,
      `$1\n  config:\n    path: ${join(folder, "configs/etcd.yaml")}`,
    )
    .replace(/(interimIndex:[^\n]*\n\s+enableIndex:) true/, "$1 false")
    .replace(/(\n {2}timeTickInterval:) \d+/, "$1 50")
    .replace(/(\n {2}gc:[^\n]*\n\s+interval:) \d+/, "$1 5")
    .replace(/(dropTolerance:) \d+/, "$1 5")
    // A killed component is noticed after this many seconds.
    .replace(/(session:\n {4}ttl:) \d+/, "$1 10");
  writeFileSync(join(folder, "configs/milvus.yaml"), filled);
  writeFileSync(join(folder, "configs/glog.conf"), readFileSync(join(INSTALLED, "glog.conf")));
  const [client, peer] = free.slice(-3).map((port) => `http://127.0.0.1:${port}`);
  const etcd = {
    ...{ name: "default", "data-dir": values.etcd_data_dir, "initial-cluster": `default=${peer}` },
    ...{ "listen-client-urls": client, "advertise-client-urls": client },
    ...{ "listen-peer-urls": peer, "initial-advertise-peer-urls": peer },
    ...{ logger: "zap", "log-outputs": [values.etcd_log_path] },
  };
  writeFileSync(join(folder, "configs/etcd.yaml"), JSON.stringify(etcd));
  writeFileSync(join(folder, "health-port"), String(free.at(-1)));
  return values.proxy_port as number;
}

/** Resolves once the server reports that it is healthy. */
async function run(folder: string): Promise<ChildProcess> {
  const health = readFileSync(join(folder, "health-port"), "utf8");
  const child = spawn(join(INSTALLED, "bin/milvus"), ["run", "standalone"], {
    cwd: folder,
    env: {
      ...process.env,
      DEPLOY_MODE: "STANDALONE",
      METRICS_PORT: health,
      MILVUS_RUN_DIR: join(folder, "run"),
      LD_LIBRARY_PATH: join(INSTALLED, "bin"),
    },
    stdio: "ignore",
  });
  const until = Date.now() + 90_000;
  while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${health}/healthz`).catch(() => undefined);
    if ((await answer?.text()) === "OK") return child;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  child.kill("SIGKILL");
  throw new Error("Milvus has not started");
}

/** Ports that were free a moment ago. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
