import { resolve } from "node:path";
import { z } from "zod";
import { readEnv, VARIABLES } from "../../edge/env.ts";
import { isLoopback } from "../../edge/platform/variables.ts";
import { pairFaults, pemFile } from "../../inference/settings/files.ts";
import {
  faultsOf,
  type Rule,
  readSettings,
  SettingsError,
  togetherFaults,
} from "../../vocabulary/setting-faults.ts";
import { dataFolder } from "../folder.ts";
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

/** The variables that the self-hosted edge reads beside the Worker's. */
export const OWN_SHAPE = {
  EDGE_HOST: z.string().min(1).default("127.0.0.1"),
  EDGE_PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  EDGE_DATA: dataFolder.default(".local/edge"),
  BUNDLE_FOLDER: z.string().min(1).optional(),
  EDGE_METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  EDGE_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(9465),
  LAME_DUCK: z.coerce.number().min(0).max(300).default(5),
  DRAIN_LIMIT: z.coerce.number().min(0).max(300).default(30),
  INFERENCE_CA: pemFile("certificate").optional(),
  INFERENCE_CLIENT_CERT: pemFile("certificate").optional(),
  INFERENCE_CLIENT_KEY: pemFile("private key").optional(),
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
 * `SettingsError`, which names each wrong setting.
 */
export function readServeSettings(environment: NodeJS.ProcessEnv): ServeSettings {
  const variables = workerVariables(environment);
  const readOwn = () => readSettings(ownSchema, environment, RULES);
  const faults = [
    ...LOCAL_ONLY.filter((name) => environment[name]).map((name) => `${name}: is for npm start alone`),
    ...faultsOf(readOwn),
    ...faultsOf(() => readEnv({ ...variables, ...BOUND })),
  ];
  if (faults.length > 0) throw new SettingsError(faults);
  const own = readOwn();
  const { EDGE_HOST, EDGE_PORT, EDGE_DATA, BUNDLE_FOLDER, EDGE_METRICS_HOST, EDGE_METRICS_PORT } = own;
  return {
    host: EDGE_HOST,
    port: EDGE_PORT,
    monitor: { host: EDGE_METRICS_HOST, port: EDGE_METRICS_PORT },
    leaving: { lameDuck: own.LAME_DUCK, drainLimit: own.DRAIN_LIMIT },
    dataFolder: resolve(EDGE_DATA),
    bundleFolder: BUNDLE_FOLDER === undefined ? undefined : resolve(BUNDLE_FOLDER),
    inferenceTls: inferenceTlsOf(own),
    variables,
  };
}

type OwnSettings = z.output<typeof ownSchema>;

/** What is wrong with the settings together. */
const RULES: readonly Rule<OwnSettings>[] = [
  ({ EDGE_HOST }, { PUBLIC_URL }) => ({ PUBLIC_URL: openFault(EDGE_HOST, String(PUBLIC_URL)) }),
  ({ EDGE_PORT, EDGE_METRICS_PORT }) => ({
    EDGE_METRICS_PORT:
      EDGE_PORT !== 0 && EDGE_PORT === EDGE_METRICS_PORT
        ? `must not be ${EDGE_PORT}, which is EDGE_PORT`
        : null,
  }),
  (_, given) => togetherFaults(given, ["INFERENCE_CLIENT_CERT", "INFERENCE_CLIENT_KEY"]),
  ({ INFERENCE_CLIENT_CERT: cert, INFERENCE_CLIENT_KEY: key }) =>
    pairFaults(["INFERENCE_CLIENT_CERT", cert], ["INFERENCE_CLIENT_KEY", key]),
];

function inferenceTlsOf(own: OwnSettings): InferenceTls | undefined {
  const { INFERENCE_CA: ca, INFERENCE_CLIENT_CERT: certificateChain, INFERENCE_CLIENT_KEY: privateKey } = own;
  const hasClient = certificateChain !== undefined && privateKey !== undefined;
  if (ca === undefined && !hasClient) return undefined;
  return { ca, client: hasClient ? { certificateChain, privateKey } : undefined };
}

/**
 * Why `PUBLIC_URL` is invalid beside an edge that listens beyond this machine, or null. The listener has no
 * TLS: a proxy in front must end that, and the service's own URL shows whether there is one. An unencrypted
 * one is rejected in any case.
 */
function openFault(host: string, publicUrl: string): string | null {
  const isOpen = !isLoopback(host.includes(":") ? `[${host}]` : host);
  return isOpen && isLoopback(URL.parse(publicUrl)?.hostname ?? "")
    ? "leads to this machine alone, but EDGE_HOST is beyond it"
    : null;
}
