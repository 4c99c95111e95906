import { readFile } from "node:fs/promises";
import { readBundle } from "../bundle.ts";
import { runUntilStopped } from "../lifecycle.ts";
import { runEdge } from "./run.ts";
import { workerVariables } from "./settings.ts";

/** No load balancer uses a local stack, and a developer waits for its end. */
const LEAVING = { lameDuck: 0, drainLimit: 5 };

/**
 * The edge of a local stack, which has checked its settings. In addition to the Worker's variables: EDGE_PORT
 * (0: any), BUNDLE_FOLDER (the output of `writeBundle`), MEDIA_FOLDER, SECRETS_FILE (read again at each
 * start), WEBHOOK_EXTRA_CA (a PEM file). `serve.ts` is the edge of a deployment.
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
      variables: { ...workerVariables(environment), ...(await readSecrets(SECRETS_FILE)), LOCAL_STACK: "1" },
      extraCaFile: WEBHOOK_EXTRA_CA || undefined,
    },
    LEAVING,
  );
});

/** The stack's secrets by setting, which the stack has made before it starts this process. */
async function readSecrets(path: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(path, "utf8"));
}
