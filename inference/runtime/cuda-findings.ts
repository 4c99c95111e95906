import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { CUDA_LIBRARIES, type CudaFindings, type Gpu, PROVIDER_FILE } from "./cuda-needs.ts";

const run = promisify(execFile);

/** Milliseconds for one question: a sick driver may never answer. */
const PATIENCE = 5_000;

/** Default folders that the loader searches last. */
const USUAL = [
  "/lib/x86_64-linux-gnu",
  "/usr/lib/x86_64-linux-gnu",
  "/lib64",
  "/usr/lib64",
  "/lib",
  "/usr/lib",
];

/**
 * Searches for CUDA's requirements in the places that the loader of shared libraries would search. `device`
 * counts the GPUs that are visible to this process, from 0.
 */
export async function findCuda(device: number): Promise<CudaFindings> {
  const [driver, gpus, cached] = await Promise.all([driverVersion(), listGpus(), loaderCache()]);
  return { requested: requestedGpu(device), driver, gpus, libraries: librariesIn(cached), ...onnxruntime() };
}

/** The driver's own page first: containers may lack nvidia-smi, and some sandboxes the page. */
async function driverVersion(): Promise<string | undefined> {
  const page = "/proc/driver/nvidia/version";
  if (existsSync(page)) return /\s(\d{3,}\.[\d.]+)\s/.exec(readFileSync(page, "utf8"))?.[1];
  const [version] = await lines("nvidia-smi", ["--query-gpu=driver_version", "--format=csv,noheader"]);
  return version;
}

/** CUDA counts within CUDA_VISIBLE_DEVICES, and nvidia-smi lists all GPUs. */
const requestedGpu = (device: number) => process.env.CUDA_VISIBLE_DEVICES?.split(",")[device] || `${device}`;

/** `nvidia-smi -L` has a line for each GPU, and below it one for each of its MIG slices. */
async function listGpus(): Promise<Gpu[]> {
  const gpus: { name: string; uuids: string[] }[] = [];
  for (const line of await lines("nvidia-smi", ["-L"])) {
    const { name, uuid } = /^(?:GPU \d+: (?<name>.*) |MIG .*)\(UUID: (?<uuid>.*)\)$/.exec(line)?.groups ?? {};
    if (uuid === undefined) continue;
    if (name !== undefined) gpus.push({ name, uuids: [] });
    gpus.at(-1)?.uuids.push(uuid);
  }
  return gpus;
}

/** Paths of the libraries that the loader has in its cache. */
async function loaderCache(): Promise<string[]> {
  const listed = await lines("/sbin/ldconfig", ["-p"]);
  return listed.flatMap((line) => line.split(" => ")[1] ?? []);
}

/** Every version of each library. LD_LIBRARY_PATH precedes the cache, and the default folders come last. */
function librariesIn(cached: readonly string[]): Record<string, string[]> {
  const named = (process.env.LD_LIBRARY_PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = [...named.flatMap(filesOf), ...cached, ...USUAL.flatMap(filesOf)];
  return Object.fromEntries(
    Object.keys(CUDA_LIBRARIES).map((name) => [
      name,
      [...new Set(paths.filter((path) => path.includes(`/${name}.`)))],
    ]),
  );
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    // LD_LIBRARY_PATH may name something that is no folder; the loader skips it, too.
    return [];
  }
}

/** The version of ONNX Runtime, and its CUDA provider if it is installed beside it. */
function onnxruntime(): Pick<CudaFindings, "provider" | "onnxruntime"> {
  const root = join(dirname(createRequire(import.meta.url).resolve("onnxruntime-node")), "..");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const provider = join(root, "bin/napi-v6", process.platform, process.arch, PROVIDER_FILE);
  return { onnxruntime: version, provider: existsSync(provider) ? provider : undefined };
}

/** Lines that a program prints; empty if it is missing or fails. */
async function lines(program: string, args: readonly string[]): Promise<string[]> {
  try {
    const { stdout } = await run(program, args, { timeout: PATIENCE });
    return stdout
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}
