import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHranaServer } from "#local/hrana/server.ts";
import { free } from "#local/supervisor/ports.ts";
import { snippets } from "../docs/snippets.ts";
import { useFolder } from "../harness/folder.ts";
import { startTlsProxy, type TlsProxy } from "../harness/stack/tls-proxy.ts";

const ROOT = join(import.meta.dirname, "../..");
const TOKEN = "the-token-of-the-database";
/** The first start of inference prepares the models. */
const PATIENCE_MS = 300_000;

// A folder of its own, in which the page's files are written, with the repository in it.
const folder = useFolder();
let database: Awaited<ReturnType<typeof startHranaServer>>;
let edgePort: number;
let proxy: TlsProxy;

beforeAll(async () => {
  const names = (await readdir(ROOT)).filter((name) => ![".git", ".local"].includes(name));
  for (const name of names) await symlink(join(ROOT, name), join(folder, name));
  database = await startHranaServer({ file: join(folder, "selfsame.db"), port: 0, authToken: TOKEN });
  edgePort = await free();
  proxy = await startTlsProxy(edgePort);
  await writeFile(join(folder, "ca.pem"), proxy.ca);
});
afterAll(async () => {
  await proxy.close();
  await database.close();
});

/** The page's lines with this machine's database, proxy and free ports; packages are installed already. */
async function script(): Promise<{ lines: string; ports: Record<string, string> }> {
  const [install, ...blocks] = snippets("docs/how-to/deploy-on-one-host.md", "sh");
  expect(install).toBe("npm ci --omit=dev\n");
  const [grpc, grpcWeb, metrics] = [await free(), await free(), await free()];
  const lines = ["set -e", "trap 'kill $(jobs -p); wait' EXIT", ...blocks, ""]
    .join("\n")
    .replaceAll("https://database.example.com", database.url)
    .replaceAll("https://id.example.com", proxy.url)
    .replaceAll("8787", `${edgePort}`)
    .replaceAll("50052", `${grpcWeb}`);
  const ports = {
    EDGE_PORT: `${edgePort}`,
    GRPC_PORT: `${grpc}`,
    GRPC_WEB_PORT: `${grpcWeb}`,
    METRICS_PORT: `${metrics}`,
    EDGE_METRICS_PORT: "0",
  };
  return { lines, ports };
}

it(
  "docs/how-to/deploy-on-one-host.md leads from an empty host to a first live verification, line by line",
  async () => {
    const { lines, ports } = await script();
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const env = { PATH: path, HOME: process.env.HOME, LAME_DUCK: "0", CURL_CA_BUNDLE: "ca.pem", ...ports };
    const shell = spawn("bash", ["-c", lines], { cwd: folder, env });
    let [out, err] = ["", ""];
    shell.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    shell.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    const [code] = await once(shell, "close");
    expect([code, code === 0 ? "" : err]).toEqual([0, ""]);
    expect(out).toContain("the schema is the newest");
    // By the edge's own port, and by the service's name.
    expect(out.split('{"ready":true}')).toHaveLength(3);
    const answered = out.slice(out.lastIndexOf('{"verification"'));
    expect(JSON.parse(answered)).toMatchObject({
      verification: { mode: "live", status: "created" },
      session_token: { token: expect.stringMatching(/^svc_tok_live_/) },
    });
  },
  PATIENCE_MS,
);
