import { z } from "zod";
import { plainName } from "../vocabulary/edit-distance.ts";
import { takenByNpm } from "../vocabulary/near-settings.ts";
import { type Rule, readSettings } from "../vocabulary/setting-faults.ts";
import {
  type GpuWorkerSettings,
  gpuWorkerFaults,
  gpuWorkerSettings,
  gpuWorkerVariables,
} from "./gpu-worker/settings.ts";
import { type RuntimeSettings, runtimeSettings, runtimeVariables } from "./runtime/settings.ts";
import { type ServiceSettings, serviceSettings, serviceVariables } from "./service/settings.ts";
import {
  LISTENER_RULES,
  type ListenerSettings,
  listenerSettings,
  listenerVariables,
} from "./settings/listeners.ts";
import { galleryFaults } from "./workers/gallery-settings.ts";
import { type WorkerSettings, workerSettings, workerVariables } from "./workers/settings.ts";

/** Each part of the service says which variables it reads; here they come together. */
export const VARIABLES = z.object({
  ...serviceVariables,
  ...listenerVariables,
  ...workerVariables,
  ...runtimeVariables,
  ...gpuWorkerVariables,
});

type Variables = z.output<typeof VARIABLES>;

export type Config = ServiceSettings &
  ListenerSettings &
  WorkerSettings &
  RuntimeSettings &
  GpuWorkerSettings;

/** Reads the settings from an environment. Throws `SettingsError`, which names each wrong variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const inherited = environment.CUDA_VISIBLE_DEVICES || undefined;
  const rules: readonly Rule<Variables>[] = [
    ...LISTENER_RULES,
    galleryFaults,
    (env) => gpuWorkerFaults(env, env.EXECUTION_PROVIDER, inherited),
  ];
  const env = readSettings(VARIABLES, environment, rules);
  return {
    ...serviceSettings(env),
    ...listenerSettings(env),
    ...workerSettings(env),
    ...runtimeSettings(env),
    ...gpuWorkerSettings(env, env.EXECUTION_PROVIDER, inherited),
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

/** What is wrong with the arguments, of which `--help` is the only one; undefined if nothing is. */
export function argumentFault(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const settings = Object.keys(VARIABLES.shape);
  const [taken] = takenByNpm(environment, settings);
  const first = args.findIndex((arg) => arg !== "--help");
  if (taken === undefined && first < 0) return undefined;
  const given = taken === undefined ? args[first]! : `--${taken.toLowerCase().replaceAll("_", "-")}`;
  const [option = "", inline] = given.replace(/^-+/, "").split("=");
  const name = settings.find((each) => plainName(each) === plainName(option)) ?? "WORKERS";
  const after = inline ?? args[taken === undefined ? first + 1 : first] ?? "";
  // A number is no secret, which another value may be.
  const value = /^\d+$/.test(after) ? after : "…";
  const has = given.startsWith("-") ? `has no ${given.split("=")[0]}` : `takes --help only, not ${given}`;
  return `npm run inference ${has}. Settings are variables: ${name}=${value} npm run inference. See npm run inference -- --help`;
}
