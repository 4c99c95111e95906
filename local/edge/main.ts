import { readFile } from "node:fs/promises";
import { limitVariables } from "../../edge/limits/settings.ts";
import { mailVariables } from "../../edge/ports/mail.ts";
import { quotaVariables } from "../../edge/settings/quotas.ts";
import { readBundle } from "../bundle.ts";
import { runUntilStopped } from "../lifecycle.ts";
import { runEdge } from "./run.ts";

/** Variables of this process's environment that the Worker gets. */
const VARIABLES = [
  "PUBLIC_URL",
  "DATABASE_URL",
  "INFERENCE_URL",
  "SIGN_UP",
  "DASHBOARD_SESSION_HOURS",
  ...Object.keys(quotaVariables),
  "CLIENT_ADDRESS_HEADER",
  ...Object.keys(limitVariables),
  ...Object.keys(mailVariables),
  "REQUEST_DEADLINE",
  "DATABASE_READ_TIMEOUT",
  "DATABASE_BATCH_TIMEOUT",
  "WEBHOOK_ALLOW_PRIVATE",
  "WEBHOOK_TIME_SCALE",
  "WEBHOOK_DISABLE_AFTER_FAILURES",
  "WEBHOOK_DISABLE_WINDOW_MINUTES",
];

/** Nobody balances calls of a local stack, and whoever stops it waits. */
const LEAVING = { lameDuck: 0, drainLimit: 5 };

/**
 * The edge of a local stack. Settings besides the variables above: EDGE_PORT (0: any), BUNDLE_FOLDER (with
 * what `writeBundle` wrote), MEDIA_FOLDER, SECRETS_FILE, whose secrets each start reads anew,
 * WEBHOOK_EXTRA_CA (a PEM file). `serve.ts` is the edge of a deployment.
 */
await runUntilStopped(async (environment) => {
  const { EDGE_PORT = "0", BUNDLE_FOLDER, MEDIA_FOLDER, SECRETS_FILE, WEBHOOK_EXTRA_CA } = environment;
  if (BUNDLE_FOLDER === undefined) throw new Error("BUNDLE_FOLDER is not set");
  if (MEDIA_FOLDER === undefined) throw new Error("MEDIA_FOLDER is not set");
  if (SECRETS_FILE === undefined) throw new Error("SECRETS_FILE is not set");
  return runEdge(
    {
      ...(await readBundle(BUNDLE_FOLDER)),
      port: Number(EDGE_PORT),
      mediaFolder: MEDIA_FOLDER,
      variables: { ...pick(environment, VARIABLES), ...(await readSecrets(SECRETS_FILE)), LOCAL_STACK: "1" },
      extraCaFile: WEBHOOK_EXTRA_CA || undefined,
    },
    LEAVING,
  );
});

function pick(environment: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])) as [string, string][],
  );
}

/** The stack's secrets by setting, which the stack has made before it starts this process. */
async function readSecrets(path: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(path, "utf8"));
}
