import { fileURLToPath } from "node:url";
import type { Layout } from "./layout.ts";
import { usualOrFree } from "./ports.ts";
import type { StackSecrets } from "./secrets.ts";
import { type Facts, ServiceProcess } from "./service-process.ts";

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `sqld` takes this one too. */
const DATABASE_PORT = 8080;
const GRPC_PORT = 50_051;
const GRPC_WEB_PORT = 50_052;
const METRICS_PORT = 9_464;

const portOf = (address: unknown): string => {
  const port = /:(\d+)\/?$/.exec(String(address))?.[1];
  if (port === undefined) throw new Error(`no port in the address ${String(address)}`);
  return port;
};

export async function databaseService(files: Layout, secrets: StackSecrets): Promise<ServiceProcess> {
  const port = await usualOrFree(DATABASE_PORT);
  return new ServiceProcess({
    name: "database",
    script: script("../hrana/main.ts"),
    environment: {
      DATABASE_FILE: files.database,
      DATABASE_PORT: `${port}`,
      DATABASE_AUTH_TOKEN: secrets.DATABASE_AUTH_TOKEN,
    },
    ports: [port],
    again: ({ url }) => ({ DATABASE_PORT: portOf(url) }),
    stopMs: 10_000,
  });
}

export async function inferenceService(files: Layout, secrets: StackSecrets): Promise<ServiceProcess> {
  const [grpc, grpcWeb, metrics] = [
    await usualOrFree(GRPC_PORT),
    await usualOrFree(GRPC_WEB_PORT),
    await usualOrFree(METRICS_PORT),
  ];
  return new ServiceProcess({
    name: "inference",
    script: script("../../inference/main.ts"),
    environment: {
      INFERENCE_TOKEN: secrets.INFERENCE_TOKEN,
      MODELS_DIR: files.models,
      GRPC_PORT: `${grpc}`,
      GRPC_WEB_PORT: `${grpcWeb}`,
      METRICS_PORT: `${metrics}`,
    },
    ports: [grpc, grpcWeb, metrics],
    again: ({ grpc, grpcWeb, metrics }) => ({
      GRPC_PORT: portOf(grpc),
      GRPC_WEB_PORT: portOf(grpcWeb),
      METRICS_PORT: portOf(metrics),
    }),
    stopMs: 40_000,
  });
}

export function edgeService(
  files: Layout,
  secrets: StackSecrets,
  found: { port: number; database: Facts; inference: Facts },
): ServiceProcess {
  return new ServiceProcess({
    name: "edge",
    script: script("../edge/main.ts"),
    environment: {
      ...secrets,
      EDGE_PORT: `${found.port}`,
      BUNDLE_FOLDER: files.bundle,
      MEDIA_FOLDER: files.media,
      PUBLIC_URL: `http://127.0.0.1:${found.port}`,
      DATABASE_URL: String(found.database.url),
      INFERENCE_URL: String(found.inference.grpcWeb),
    },
    ports: [found.port],
    again: ({ url }) => ({ EDGE_PORT: portOf(url) }),
    stopMs: 30_000,
  });
}
