import { fileURLToPath } from "node:url";
import { usualOrFree } from "../supervisor/ports.ts";
import { type Facts, SupervisedProcess } from "../supervisor/supervised-process.ts";
import type { Layout } from "./files.ts";
import type { StackSecrets } from "./secrets.ts";

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Default ports: the database's is also `sqld`'s. A process takes any free port if its own is in use. */
const DATABASE_PORT = 8080;
const GRPC_PORT = 50_051;
const GRPC_WEB_PORT = 50_052;
const METRICS_PORT = 9_464;

const portOf = (address: unknown): string => {
  const port = /:(\d+)\/?$/.exec(String(address))?.[1];
  if (port === undefined) throw new Error(`no port in the address ${String(address)}`);
  return port;
};

export async function databaseProcess(files: Layout, secrets: StackSecrets): Promise<SupervisedProcess> {
  const port = await usualOrFree(DATABASE_PORT);
  return new SupervisedProcess({
    name: "database",
    script: script("../hrana/main.ts"),
    environment: {
      DATABASE_FILE: files.database,
      DATABASE_PORT: `${port}`,
      DATABASE_AUTH_TOKEN: secrets.DATABASE_AUTH_TOKEN,
    },
    ports: [port],
    onRestart: ({ url }) => ({ DATABASE_PORT: portOf(url) }),
    stopMs: 10_000,
  });
}

export async function inferenceProcess(
  files: Layout,
  secrets: Pick<StackSecrets, "INFERENCE_TOKEN">,
  more: Readonly<Record<string, string>> = {},
): Promise<SupervisedProcess> {
  const [grpc, grpcWeb, metrics] = [
    await usualOrFree(GRPC_PORT),
    await usualOrFree(GRPC_WEB_PORT),
    await usualOrFree(METRICS_PORT),
  ];
  return new SupervisedProcess({
    name: "inference",
    script: script("../../inference/main.ts"),
    environment: {
      ...more,
      INFERENCE_TOKEN: secrets.INFERENCE_TOKEN,
      MODELS_DIR: files.models,
      GRPC_PORT: `${grpc}`,
      GRPC_WEB_PORT: `${grpcWeb}`,
      METRICS_PORT: `${metrics}`,
      // No balancer has to notice that it stops.
      LAME_DUCK: "0",
    },
    ports: [grpc, grpcWeb, metrics],
    onRestart: ({ grpc, grpcWeb, metrics }) => ({
      GRPC_PORT: portOf(grpc),
      GRPC_WEB_PORT: portOf(grpcWeb),
      METRICS_PORT: portOf(metrics),
    }),
    stopMs: 40_000,
  });
}

export function edgeProcess(
  files: Layout,
  ready: { port: number; publicUrl?: string | undefined; database: Facts; inference: Facts },
): SupervisedProcess {
  return new SupervisedProcess({
    name: "edge",
    script: script("../edge/main.ts"),
    environment: {
      SECRETS_FILE: files.secrets,
      EDGE_PORT: `${ready.port}`,
      BUNDLE_FOLDER: files.bundle,
      MEDIA_FOLDER: files.media,
      PUBLIC_URL: ready.publicUrl ?? `http://127.0.0.1:${ready.port}`,
      DATABASE_URL: String(ready.database.url),
      INFERENCE_URL: String(ready.inference.grpcWeb),
    },
    ports: [ready.port],
    onRestart: ({ url }) => ({ EDGE_PORT: portOf(url) }),
    stopMs: 30_000,
  });
}
