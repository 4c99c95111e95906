import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { EnvError, readEnv, VARIABLES } from "../../edge/env.ts";
import { isLoopback } from "../../edge/platform/variables.ts";
import { settingFault } from "../../vocabulary/setting-faults.ts";
import type { Leaving } from "./run.ts";
import type { InferenceTls } from "./worker-options.ts";

/** Bindings that the self-hosted workerd gives the Worker, whatever the environment says. */
export const BOUND = {
  MEDIA: undefined,
  RATE_COUNTERS: undefined,
  ATTEMPT_COUNTERS: undefined,
  PASSWORD_QUEUE: undefined,
  PASSWORD_HOST: undefined,
  WEBHOOK_DISPATCHER: undefined,
  WEBHOOK_EGRESS: { fetch },
  INFERENCE_NETWORK: undefined,
};

/** The text of a PEM file, by its path. */
const pem = z.string().transform((path, context) => {
  try {
    const text = readFileSync(path, "utf8");
    if (text.includes("-----BEGIN ")) return text;
    context.addIssue({ code: "custom", message: "is no PEM file" });
  } catch {
    context.addIssue({ code: "custom", message: "cannot be read" });
  }
  return z.NEVER;
});

/** The variables that the self-hosted edge reads beside the Worker's. */
export const OWN_SHAPE = {
  EDGE_HOST: z.string().min(1).default("127.0.0.1"),
  EDGE_PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  EDGE_DATA: z.string().min(1).default(".local/edge"),
  BUNDLE_FOLDER: z.string().min(1).optional(),
  EDGE_METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  EDGE_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(9465),
  LAME_DUCK: z.coerce.number().min(0).max(300).default(5),
  DRAIN_LIMIT: z.coerce.number().min(0).max(300).default(30),
  INFERENCE_CA: pem.optional(),
  INFERENCE_CLIENT_CERT: pem.optional(),
  INFERENCE_CLIENT_KEY: pem.optional(),
};

const ownSchema = z.object(OWN_SHAPE);

export interface ServeSettings {
  /** The address to listen on. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Address of metrics and probes; port 0: any free port. */
  readonly monitor: { readonly host: string; readonly port: number };
  readonly leaving: Leaving;
  /** Absolute path of the folder that keeps images, rate counters and the bundle. */
  readonly dataFolder: string;
  /** Absolute path of a bundle that was made in advance; undefined if the start makes one. */
  readonly bundleFolder: string | undefined;
  /** Undefined if inference shows a public CA's certificate, or none. */
  readonly inferenceTls: InferenceTls | undefined;
  /** The Worker's own variables, by name. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The Worker's variables in an environment, by name; an empty one is unset. */
export const workerVariables = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    VARIABLES.filter((name) => !(name in BOUND)).flatMap((name) =>
      environment[name] ? [[name, environment[name]]] : [],
    ),
  );

/** Settings that only `npm start` accepts: they loosen requirements of a deployment. */
const LOCAL_ONLY = ["LOCAL_STACK", "WEBHOOK_EXTRA_CA"];

/**
 * Reads and checks every setting of a stand-alone edge, including the Worker's; an empty one is unset. Throws
 * `EnvError`, which names each wrong setting and shows no values.
 */
export function readServeSettings(environment: NodeJS.ProcessEnv): ServeSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const variables = workerVariables(environment);
  const own = ownSchema.safeParse(given);
  const wrong = [
    ...LOCAL_ONLY.filter((name) => name in given).map((name) => `${name}: is for npm start alone`),
    ...(own.error?.issues ?? []).map((issue) => settingFault(issue, given)),
    ...workerFaults(variables),
    ...(own.success ? listenerFaults(own.data.EDGE_HOST, variables) : []),
    ...(own.success ? clientFaults(own.data) : []),
  ];
  if (wrong.length > 0 || !own.success) {
    const lacksKeys = wrong.includes("DATA_KEYS: is missing");
    const advice = lacksKeys ? ". npm run admin -- secrets create makes the keys" : "";
    throw new EnvError(`settings: ${wrong.join("; ")}${advice}`);
  }
  const { EDGE_HOST, EDGE_PORT, EDGE_DATA, BUNDLE_FOLDER, EDGE_METRICS_HOST, EDGE_METRICS_PORT } = own.data;
  return {
    host: EDGE_HOST,
    port: EDGE_PORT,
    monitor: { host: EDGE_METRICS_HOST, port: EDGE_METRICS_PORT },
    leaving: { lameDuck: own.data.LAME_DUCK, drainLimit: own.data.DRAIN_LIMIT },
    dataFolder: resolve(EDGE_DATA),
    bundleFolder: BUNDLE_FOLDER === undefined ? undefined : resolve(BUNDLE_FOLDER),
    inferenceTls: inferenceTlsOf(own.data),
    variables,
  };
}

type OwnSettings = z.output<typeof ownSchema>;

const clientFaults = ({ INFERENCE_CLIENT_CERT: cert, INFERENCE_CLIENT_KEY: key }: OwnSettings) =>
  (cert === undefined) === (key === undefined)
    ? []
    : ["INFERENCE_CLIENT_CERT: goes together with INFERENCE_CLIENT_KEY"];

function inferenceTlsOf(own: OwnSettings): InferenceTls | undefined {
  const { INFERENCE_CA: ca, INFERENCE_CLIENT_CERT: certificateChain, INFERENCE_CLIENT_KEY: privateKey } = own;
  const hasClient = certificateChain !== undefined && privateKey !== undefined;
  if (ca === undefined && !hasClient) return undefined;
  return { ca, client: hasClient ? { certificateChain, privateKey } : undefined };
}

function workerFaults(variables: Readonly<Record<string, string>>): string[] {
  try {
    readEnv({ ...variables, ...BOUND });
    return [];
  } catch (error) {
    if (error instanceof EnvError) return [error.message];
    throw error;
  }
}

/**
 * Errors of settings that listen beyond this machine. The listener has no TLS: a proxy in front must end
 * that, and the service's own URL shows whether there is one.
 */
function listenerFaults(
  host: string,
  { PUBLIC_URL = "", PLAINTEXT_BEYOND_LOOPBACK }: Readonly<Record<string, string>>,
): string[] {
  if (isLoopback(host.includes(":") ? `[${host}]` : host) || !URL.canParse(PUBLIC_URL)) return [];
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (isLoopback(hostname)) return ["PUBLIC_URL: leads to this machine alone, but EDGE_HOST is beyond it"];
  if (protocol === "https:" || PLAINTEXT_BEYOND_LOOPBACK === "1") return [];
  return ["PUBLIC_URL: is not https, but EDGE_HOST is beyond loopback: let a proxy end TLS"];
}
