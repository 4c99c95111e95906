import { readFileSync } from "node:fs";
import { EnvError, readEnv } from "../../edge/env.ts";
import { readConfig } from "../../inference/config.ts";
import { BOUND } from "../edge/settings.ts";
import { SETTINGS } from "./help.ts";
import { newSecrets, SECRETS, type StackSecrets } from "./secrets.ts";
import { readStackSettings, SettingsError, type StackSettings } from "./settings.ts";

/** Settings that the stack gives the Worker, whatever the environment says. */
const OWN = {
  LOCAL_STACK: "1",
  DATABASE_URL: "http://127.0.0.1",
  INFERENCE_URL: "http://127.0.0.1",
  ...BOUND,
};

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
    ...fileFaults(environment),
    ...faultsOf(() => readConfig({ ...environment, INFERENCE_TOKEN: secrets.INFERENCE_TOKEN })),
  ];
  if (faults.length > 0)
    throw new SettingsError([...new Set(faults)].map((fault) => withValue(fault, environment)));
  return readStackSettings(environment);
}

const SHOWN: ReadonlySet<string> = new Set([...SETTINGS.map(([name]) => name), "WORKERS"]);
/** They are secret, or may hold one. */
const UNSHOWN: readonly string[] = ["MAIL_TOKEN", "MODELS_FROM"];
/** A URL without a path, which may be secret. */
const HOST_ONLY = /^(\w+:\/\/)?[\w.:-]+\/?$/;
/** No credentials of a URL, no query, no long secret. */
const PLAIN_VALUE = /^[^@?]{1,40}$/;

/** The fault with the value that was given, if it cannot be secret. */
function withValue(fault: string, environment: NodeJS.ProcessEnv): string {
  const name = fault.slice(0, fault.indexOf(":"));
  const value = environment[name];
  const isShown = SHOWN.has(name) && !UNSHOWN.includes(name) && fault.startsWith(`${name}: must be `);
  if (name === "MAIL_URL" && !HOST_ONLY.test(value ?? "")) return fault;
  return isShown && value !== undefined && PLAIN_VALUE.test(value) ? `${fault}, not "${value}"` : fault;
}

/** A line for each variable that is set, and that the stack sets itself. */
export function withoutEffect(environment: NodeJS.ProcessEnv): string[] {
  const lines = Object.fromEntries(SECRETS.map((name) => [name, "secrets.json holds the keys"]));
  const own = { ...lines, DATABASE_URL: "it runs its own", INFERENCE_URL: "it runs its own" };
  return Object.entries(own).flatMap(([name, why]) =>
    environment[name] ? [`${name} has no effect with npm start: ${why}.`] : [],
  );
}

/** The wrong settings of the Worker, each by its name. */
function workerFaults(environment: NodeJS.ProcessEnv, secrets: StackSecrets): string[] {
  const given = Object.entries({ ...environment, ...secrets }).filter(([, value]) => value !== "");
  return faultsOf(() => readEnv({ PUBLIC_URL: "http://127.0.0.1", ...Object.fromEntries(given), ...OWN }));
}

/** Throws a SettingsError if the Worker would reject the secrets of the data folder. */
export function checkSecrets(environment: NodeJS.ProcessEnv, secrets: StackSecrets): void {
  const faults = workerFaults(environment, secrets);
  if (faults.length > 0) throw new SettingsError(faults);
}

function fileFaults({ WEBHOOK_EXTRA_CA: path }: NodeJS.ProcessEnv): string[] {
  if (!path) return [];
  try {
    readFileSync(path);
    return [];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [`WEBHOOK_EXTRA_CA: ${path} ${code === "ENOENT" ? "does not exist" : `cannot be read (${code})`}`];
  }
}

/** The faults that a reader of settings names, as `NAME: what is wrong`. */
function faultsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return [...error.faults];
    if (error instanceof EnvError) return error.message.split("; ");
    // Of inference, which has no type of its own for it.
    const { message } = error as Error;
    if (!message.startsWith("settings: ")) throw error;
    return message.slice("settings: ".length).split("; ");
  }
}
