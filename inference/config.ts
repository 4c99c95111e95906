import { z } from "zod";
import { settingFault } from "../vocabulary/setting-faults.ts";
import { type GpuWorkerSettings, gpuWorkerSettings, gpuWorkerVariables } from "./gpu-worker/settings.ts";
import { type RuntimeSettings, runtimeSettings, runtimeVariables } from "./runtime/settings.ts";
import { type ServiceSettings, serviceSettings, serviceVariables } from "./service/settings.ts";
import { type ListenerSettings, listenerSettings, listenerVariables } from "./settings/listeners.ts";
import { type WorkerSettings, workerSettings, workerVariables } from "./workers/settings.ts";

/** Each part of the service says which variables it reads; here they come together. */
export const VARIABLES = z.object({
  ...serviceVariables,
  ...listenerVariables,
  ...workerVariables,
  ...runtimeVariables,
  ...gpuWorkerVariables,
});

export type Config = ServiceSettings &
  ListenerSettings &
  WorkerSettings &
  RuntimeSettings &
  GpuWorkerSettings;

/**
 * Reads the settings from an environment; an empty variable counts as unset. Throws an `Error` that names
 * each wrong variable, never its value.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = VARIABLES.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => settingFault(issue, given));
    throw new Error(`settings: ${faults.join("; ")}`);
  }
  const env = parsed.data;
  return {
    ...serviceSettings(env),
    ...listenerSettings(env),
    ...workerSettings(env, env.PLAINTEXT_BEYOND_LOOPBACK),
    ...runtimeSettings(env),
    ...gpuWorkerSettings(env, env.EXECUTION_PROVIDER, given.CUDA_VISIBLE_DEVICES),
  };
}

/** The text of `--help`: every setting, its default and its meaning. */
export function describeConfig(): string {
  const lines = Object.entries(VARIABLES.shape).map(([name, schema]) => {
    const usual = schema.safeParse(undefined);
    const value = usual.success ? (usual.data === undefined ? "unset" : String(usual.data)) : "required";
    return `  ${name.padEnd(27)}${value.padEnd(16)}${schema.description}`;
  });
  return ["Usage: npm run inference", "", "Settings, from the environment:", ...lines, ""].join("\n");
}
