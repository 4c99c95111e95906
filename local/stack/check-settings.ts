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
 * Checks the Worker's settings before anything is started: a minute of preparing models for a wrong one would
 * be in vain. Throws `EnvError`, which names each wrong one and shows none.
 */
export function checkSettings(environment: NodeJS.ProcessEnv, secrets: StackSecrets): void {
  const given = Object.entries({ ...environment, ...secrets }).filter(([, value]) => value !== "");
  readEnv({ PUBLIC_URL: "http://127.0.0.1", ...Object.fromEntries(given), ...OWN });
}
