import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { V4WorkerOptions } from "miniflare";

/** The repository's root, which has wrangler.toml. */
const ROOT = fileURLToPath(new URL("..", import.meta.url));

const OPTIONS_FILE = "options.json";
const WORKER = "worker.js";

/** A Worker that is ready to run: the path of its script, and the options of wrangler.toml. */
interface Bundle {
  readonly script: string;
  readonly options: V4WorkerOptions;
}

/**
 * Bundles the Worker into `outDir` by `wrangler deploy --dry-run` and returns the entry's path. The bundle
 * is, byte for byte, the one that a deployment uploads, Node polyfills included, after the capture page
 * and the SDKs that it serves. Takes about 4 s and no network.
 */
export async function bundleWorker(outDir: string): Promise<string> {
  await dryRun(join(ROOT, "wrangler.toml"), outDir);
  return join(outDir, WORKER);
}

/** Bundles the Worker of a configuration that has the entry's name. Returns the entry's path. */
export async function dryRun(config: string, outDir: string): Promise<string> {
  const wrangler = dirname(createRequire(import.meta.url).resolve("wrangler/package.json"));
  const args = ["deploy", "--dry-run", "--env=", "--config", config, "--outdir", outDir];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_LOG: "error", CI: "1" };
  await promisify(execFile)(process.execPath, [join(wrangler, "bin/wrangler.js"), ...args], {
    cwd: ROOT,
    env,
  });
  return join(outDir, `${basename(config, ".toml")}.js`);
}

/** The Worker's options in wrangler.toml. */
export async function workerOptions(): Promise<V4WorkerOptions> {
  // Wrangler takes a second to load, which a process that starts from a bundle does not have.
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, "wrangler.toml"));
  // `modulesRules` is for bundling, which has been done, and miniflare's converter rejects it.
  const { modulesRules: _, ...options } = workerOptions as V4WorkerOptions;
  return options;
}

/** Writes all that an edge process starts from, so that one that died is back without bundling again. */
export async function writeBundle(folder: string): Promise<void> {
  const [, options] = await Promise.all([bundleWorker(folder), workerOptions()]);
  await writeFile(join(folder, OPTIONS_FILE), JSON.stringify(options));
}

/** What a folder is for a bundle: one that holds a bundle, an empty or missing one, or another. */
export async function folderOf(path: string): Promise<"bundle" | "empty" | "other"> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT" ? [] : [`${error.code}`],
  );
  if (names.length === 0) return "empty";
  return names.includes(OPTIONS_FILE) && names.includes(WORKER) ? "bundle" : "other";
}

/** Reads the output of `writeBundle`. */
export async function readBundle(folder: string): Promise<Bundle> {
  const options = JSON.parse(await readFile(join(folder, OPTIONS_FILE), "utf8"));
  return { script: join(folder, WORKER), options };
}
