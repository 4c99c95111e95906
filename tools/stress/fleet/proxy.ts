import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { free } from "../../../local/supervisor/ports.ts";
import type { Host } from "./hosts.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Where `tools/deploy/install.sh` puts HAProxy. */
const PATH = [join(ROOT, ".local/tools/bin"), process.env.PATH].join(delimiter);
const env = { ...process.env, PATH };

export const hasHaproxy = (): boolean => spawnSync("haproxy", ["-v"], { env }).status === 0;

/** What the proxy thinks of its servers. */
export interface Balancer {
  readonly url: string;
  /** Ends once the servers in both backends that are up are these many. */
  untilUp(hosts: number): Promise<void>;
  up(): Promise<number>;
  close(): Promise<void>;
}

/** HAProxy with the configuration of `deploy/`, but for addresses and TLS. */
export async function startProxy(hosts: readonly Host[], folder: string): Promise<Balancer> {
  const [port, health, socket] = [await free(), await free(), join(folder, "haproxy.sock")];
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, configuration(hosts, port, health, socket));
  const child = spawn("haproxy", ["-db", "-q", "-f", file], { env, stdio: ["ignore", "ignore", "inherit"] });
  const up = async () => {
    const ask = connect(socket).on("error", () => {});
    ask.end("show stat\n");
    const rows = (await text(ask).catch(() => "")).split("\n").map((line) => line.split(","));
    return rows.filter(([, name, ...columns]) => name?.startsWith("host-") && columns[15]?.startsWith("UP"))
      .length;
  };
  const untilUp = async (count: number) => {
    while ((await up()) !== count * 2) await sleep(20);
  };
  await untilUp(hosts.length);
  return {
    url: `http://127.0.0.1:${port}`,
    untilUp,
    up,
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function configuration(hosts: readonly Host[], port: number, health: number, socket: string): string {
  const servers = hosts.map(
    ({ ports }, i) => `    server host-${i} 127.0.0.1:${ports.grpcWeb} id ${i + 1} port ${ports.metrics}\n`,
  );
  const own: readonly (readonly [RegExp, string])[] = [
    [/^global$/m, `global\n    stats socket ${socket} mode 600`],
    [/bind :50052 .*$/m, `bind 127.0.0.1:${port}`],
    [/bind :8404$/m, `bind 127.0.0.1:${health}`],
    [/check port 9464 (.*) ssl verify .*$/m, "check $1"],
    [/( {4}server .+\n?)+/g, servers.join("")],
  ];
  const deployed = readFileSync(join(ROOT, "deploy/proxies/inference.haproxy.cfg"), "utf8");
  return own.reduce((config, [pattern, ours]) => {
    if (config.search(pattern) < 0) throw new Error(`deploy/proxies/inference.haproxy.cfg lacks ${pattern}`);
    return config.replace(pattern, ours);
  }, deployed);
}
