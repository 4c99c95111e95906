import { readFileSync } from "node:fs";
import { readEnv } from "../../edge/env.ts";
import { BOUND } from "../edge/settings.ts";
import type { StackSecrets } from "./secrets.ts";

/** What the stack gives the Worker by itself, whatever the environment says: by its shape here. */
const OWN = {
  LOCAL_STACK: "1",
  DATABASE_URL: "http://127.0.0.1",
  INFERENCE_URL: "http://127.0.0.1",
  ...BOUND,
};

/**
 * Checks the Worker's settings, and the edge's file, before anything is started: a minute of preparing models
 * for a wrong one would be in vain. Throws an error that names each wrong one and shows none; of the Worker's
 * it is an `EnvError`.
 */
export function checkSettings(environment: NodeJS.ProcessEnv, secrets: StackSecrets): void {
  const given = Object.entries({ ...environment, ...secrets }).filter(([, value]) => value !== "");
  readEnv({ PUBLIC_URL: "http://127.0.0.1", ...Object.fromEntries(given), ...OWN });
  checkFile("WEBHOOK_EXTRA_CA", environment.WEBHOOK_EXTRA_CA);
}

function checkFile(name: string, path: string | undefined): void {
  if (!path) return;
  try {
    readFileSync(path);
  } catch (cause) {
    throw new Error(`settings: ${name}: its file cannot be read`, { cause });
  }
}
