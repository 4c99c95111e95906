import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { findCuda } from "../../inference/runtime/cuda-findings.ts";
import { PROVIDER_FILE } from "../../inference/runtime/cuda-needs.ts";
import { libraryFolder, status } from "../../tools/gpu/swap.ts";
import type { RunFigure } from "./hosts.ts";

const MODULES = join(import.meta.dirname, "../../node_modules");

/** Facts about this machine, for later readers of the figures. */
export async function machineFacts(): Promise<Record<string, unknown>> {
  return { build: await status(MODULES), ...(await findCuda(0)) };
}

/** Shared libraries that the provider needs and that the loader does not find. */
export function libraryFigures(): RunFigure[] {
  const { stdout } = spawnSync("ldd", [join(libraryFolder(MODULES), PROVIDER_FILE)], { encoding: "utf8" });
  const lines = (stdout ?? "").split("\n").filter((line) => line.includes("=>"));
  const missing = lines.filter((line) => line.includes("not found"));
  for (const line of missing) process.stderr.write(`  ${line.trim()}\n`);
  // On a machine without a GPU the driver's library is missing, which no figure of the processor needs.
  const bar = { unit: "", onGpuOnly: true } as const;
  return [
    { ...bar, name: "libraries that the provider asks for", value: lines.length, aim: ">= 1" },
    { ...bar, name: "of them not found", value: missing.length, aim: "<= 0" },
  ];
}

/** A process that computes on a GPU. */
interface GpuProcess {
  readonly pid: number;
  /** MiB of the GPU's memory. */
  readonly memory: number;
}

/** The processes that compute on each GPU, by the GPU's UUID; a GPU without any has an empty list. */
export function processesOnGpus(): Record<string, GpuProcess[]> {
  const query = (what: string) =>
    execFileSync("nvidia-smi", [what, "--format=csv,noheader,nounits"], { encoding: "utf8" })
      .split("\n")
      .filter((line) => line.trim() !== "");
  const processes = query("--query-compute-apps=gpu_uuid,pid,used_memory").map((line) => line.split(", "));
  return Object.fromEntries(
    query("--query-gpu=uuid").map((gpu) => [
      gpu,
      processes
        .filter(([of]) => of === gpu)
        .map(([, pid, memory]) => ({ pid: Number(pid), memory: Number(memory) })),
    ]),
  );
}
