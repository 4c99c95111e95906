import { join, resolve } from "node:path";
import { VARIABLES } from "../../edge/env.ts";
import { nearSettings, programArguments } from "../arguments.ts";
import { readBundle, writeBundle } from "../bundle.ts";
import { folderFault, makeFolder } from "../folder.ts";
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
    await writeBundle(folder);
    return announce("bundled", { folder });
  }
  await runUntilStopped(async (environment) => {
    const settings = readServeSettings(environment);
    for (const line of nearSettings(environment, KNOWN)) process.stderr.write(`edge: ${line}\n`);
    return serve(settings);
  });
}

async function serve({ dataFolder, bundleFolder, monitor, leaving, ...settings }: ServeSettings) {
  // Stored images and the clients' counters must be readable by this user only. A bundle that is made in
  // advance is for another user, who runs it.
  process.umask(0o077);
  await makeFolder(dataFolder).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`settings: EDGE_DATA: ${dataFolder} ${folderFault(code)}`);
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
