import { readEnv } from "../../edge/env.ts";
import { readConfig } from "../../inference/config.ts";
import { faultsOf, SettingsError } from "../../vocabulary/setting-faults.ts";
import { BOUND } from "../edge/settings.ts";
import { newSecrets, SECRETS, type StackSecrets } from "./secrets.ts";
import { readStackSettings, type StackSettings } from "./settings.ts";

/** Settings that the stack gives the Worker, whatever the environment says. */
const OWN = {
  LOCAL_STACK: "1",
  DATABASE_URL: "http://127.0.0.1",
  INFERENCE_URL: "http://127.0.0.1",
  ...BOUND,
};

const INFERENCE_PORTS = ["GRPC_PORT", "GRPC_WEB_PORT", "METRICS_PORT"];

/**
 * The settings of `npm start`. Throws one SettingsError that names every wrong setting of the stack, the edge
 * and inference: with a wrong one a minute of preparing models would be wasted.
 */
export async function checkedSettings(environment: NodeJS.ProcessEnv): Promise<StackSettings> {
  // The stack's own secrets are made later, and are not the operator's to set.
  const secrets = await newSecrets();
  const faults = [
    ...faultsOf(() => readStackSettings(environment)),
    ...workerFaults(environment, secrets),
    ...faultsOf(() => readConfig({ ...environment, INFERENCE_TOKEN: secrets.INFERENCE_TOKEN })),
  ];
  if (faults.length > 0) throw new SettingsError([...new Set(faults)]);
  return readStackSettings(environment);
}

/** A line for each variable that is set, and that the stack sets itself. */
export function withoutEffect(environment: NodeJS.ProcessEnv): string[] {
  const lines = Object.fromEntries(SECRETS.map((name) => [name, "secrets.json holds the keys"]));
  const ports = Object.fromEntries(INFERENCE_PORTS.map((name) => [name, "it chooses this port itself"]));
  const own = { ...lines, ...ports, DATABASE_URL: "it runs its own", INFERENCE_URL: "it runs its own" };
  return Object.entries(own).flatMap(([name, why]) =>
    environment[name] ? [`${name} has no effect with npm start: ${why}.`] : [],
  );
}

/** The wrong settings of the Worker, each by its name. */
function workerFaults(environment: NodeJS.ProcessEnv, secrets: StackSecrets): readonly string[] {
  const PUBLIC_URL = environment.PUBLIC_URL || "http://127.0.0.1";
  return faultsOf(() => readEnv({ ...environment, ...secrets, PUBLIC_URL, ...OWN }));
}

/** Throws a SettingsError if the Worker would reject the secrets of the data folder. */
export function checkSecrets(environment: NodeJS.ProcessEnv, secrets: StackSecrets): void {
  const faults = workerFaults(environment, secrets);
  if (faults.length > 0) throw new SettingsError(faults);
}
