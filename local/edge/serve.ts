import { join, resolve } from "node:path";
import { VARIABLES } from "../../edge/env.ts";
import { assertFree } from "../../inference/listeners/free.ts";
import { nearSettings } from "../../vocabulary/near-settings.ts";
import { SettingsError } from "../../vocabulary/setting-faults.ts";
import { programArguments } from "../arguments.ts";
import { folderOf, readBundle, writeBundle } from "../bundle.ts";
import { makeFolder, unwritable } from "../folder.ts";
import { announce, runUntilStopped } from "../lifecycle.ts";
import { HELP } from "./help.ts";
import { runEdge } from "./run.ts";
import { OWN_SHAPE, readServeSettings, type ServeSettings } from "./settings.ts";
import { askEdge, startMonitor } from "./supervision/monitor.ts";

const KNOWN = [...VARIABLES, ...Object.keys(OWN_SHAPE)];

/** `npm run edge`: the edge of a deployment. */
async function main(): Promise<void> {
  const { values } = programArguments("npm run edge", { bundle: { value: "DIR" }, help: {} });
  if (values.help) return void process.stdout.write(HELP);
  if (typeof values.bundle === "string") {
    const folder = resolve(values.bundle);
    if ((await folderOf(folder)) === "other") {
      const advice = "It writes into an empty folder, a new one, or one with an earlier bundle";
      process.stderr.write(`invalid_parameter: --bundle: ${folder} is in other use. ${advice}\n`);
      process.exit(2);
    }
    await writeBundle(folder);
    return announce("bundled", { folder });
  }
  await runUntilStopped(async (environment) => {
    for (const line of nearSettings(environment, KNOWN)) process.stderr.write(`edge: ${line}\n`);
    return serve(readServeSettings(environment));
  });
}

async function serve({ dataFolder, bundleFolder, monitor, leaving, ...settings }: ServeSettings) {
  if (bundleFolder !== undefined && (await folderOf(bundleFolder)) !== "bundle") {
    const advice = "npm run edge -- --bundle DIR writes one";
    throw new SettingsError([`BUNDLE_FOLDER: ${bundleFolder} holds no bundle. ${advice}`]);
  }
  const { host, port } = settings;
  await assertFree([
    { host, port, names: { host: "EDGE_HOST", port: "EDGE_PORT" } },
    { ...monitor, names: { host: "EDGE_METRICS_HOST", port: "EDGE_METRICS_PORT" } },
  ]);
  // Stored images and the clients' counters must be readable by this user only. A bundle that is made in
  // advance is for another user, who runs it.
  process.umask(0o077);
  await makeFolder(dataFolder).catch(({ code }: NodeJS.ErrnoException) => {
    throw new SettingsError([`EDGE_DATA: ${unwritable(dataFolder, code)}`]);
  });
  const edge = await runEdge(
    {
      ...(await readBundle(bundleFolder ?? (await freshBundle(dataFolder)))),
      ...settings,
      mediaFolder: join(dataFolder, "media"),
    },
    leaving,
  );
  const monitoring = await startMonitor(edge, monitor);
  announce("monitoring", { url: monitoring.url });
  void tellHealth(edge.url);
  return {
    async close() {
      await edge.close();
      await monitoring.close();
    },
  };
}

async function freshBundle(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, "bundle");
  await writeBundle(folder);
  return folder;
}

/** Logs once whether the edge's dependencies answer: it serves in any case, and recovers by itself. */
async function tellHealth(url: string): Promise<void> {
  try {
    const answer = await askEdge(url, "/health");
    const { error } = (await answer.json()) as { error?: { message: string } };
    announce("health", error === undefined ? { ready: true } : { ready: false, why: error.message });
  } catch (error) {
    announce("health", { ready: false, why: String(error) });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`edge: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
