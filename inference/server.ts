import { setTimeout as sleep } from "node:timers/promises";
import { ReflectionService } from "@grpc/reflection";
import type { Config } from "./config.ts";
import type { ServerEvent } from "./gallery/gallery-index.ts";
import type { GpuWorkerHost } from "./gpu-worker/host.ts";
import { bracketed, createGrpcServer, describe, listenGrpc } from "./listeners/grpc.ts";
import { Strangers } from "./listeners/strangers.ts";
import { close, createWebServer, listen } from "./listeners/web.ts";
import { createHealth, isReady } from "./monitoring/health.ts";
import { createMonitoringServer } from "./monitoring/listener.ts";
import { createMetrics, readBuild } from "./monitoring/metrics.ts";
import { type AnsweredCall, createBackend, RPCS, SERVICES } from "./service/backend.ts";
import { codeName, refusalReason } from "./service/failures.ts";
import { nativeServices } from "./service/native.ts";
import { createGuard } from "./service/settings.ts";
import { webListener } from "./service/web/listener.ts";
import { GalleryHost } from "./workers/gallery-host.ts";
import type { WorkerPool } from "./workers/pool.ts";

export interface Addresses {
  /** `host:port`. */
  readonly grpc: string;
  /** Base URLs. */
  readonly grpcWeb: string;
  readonly metrics: string;
}

export interface RunningServer {
  readonly addresses: Addresses;
  /**
   * Reports not ready and asks clients to go elsewhere, but accepts calls for `lameDuck` more, the time that
   * load balancers may need to notice. Then it accepts none, lets running ones finish within `drainLimit`,
   * and closes listeners and workers.
   */
  stop(): Promise<void>;
}

interface ServerEvents {
  onFailure(answered: AnsweredCall): void;
  /** A call had a wrong token, or none. */
  onTokenRefused(): void;
  /** A server with galleries went away, came back, or lost one. */
  onGalleryServer(event: ServerEvent): void;
}

/** Opens all listeners. */
export async function startServer(
  config: Config,
  pool: WorkerPool,
  gpuWorkers: GpuWorkerHost,
  { onFailure, onTokenRefused, onGalleryServer }: ServerEvents,
): Promise<RunningServer> {
  const galleries = new GalleryHost(config, onGalleryServer);
  const dependencies = { workers: pool, galleries };
  const { name: bundle, provider } = pool.bundle;
  const build = { ...readBuild(), bundle, provider };
  const figures = gpuWorkers.sockets.length === 0 ? null : gpuWorkers;
  const metrics = createMetrics({ pool, galleries, gpuWorkers: figures, build });
  let isLeaving = !pool.accepting;
  const conditions = () => ({ isLeaving, canWork: pool.fleet.up > 0 && gpuWorkers.serving });
  const backend = createBackend(dependencies, config.requestTimeout, (answered) => {
    const { method, seconds, queueSeconds, error } = answered;
    metrics.answered({ method, seconds, queueSeconds, code: codeName(error), refusal: refusalReason(error) });
    if (error !== undefined) onFailure(answered);
  });
  const guard = createGuard(config.tokens, onTokenRefused);
  const health = createHealth(SERVICES, conditions);
  const strangers = new Strangers();
  const grpc = createGrpcServer(config, guard, strangers);
  for (const { definition, implementation } of nativeServices(RPCS, backend)) {
    grpc.addService(definition, implementation);
  }
  health.implementation.addToServer(grpc);
  new ReflectionService(describe(RPCS)).addToServer(grpc);
  const web = createWebServer(webListener(RPCS, backend, guard, config.maxMessageBytes), config.tls);
  const monitoring = createMonitoringServer(metrics, () => isReady(conditions()));
  pool.fleet.on("up", health.update);
  gpuWorkers.on("up", health.update);
  const { host, metricsHost, ports } = config;
  const scheme = config.tls === null ? "http" : "https";
  const native = await listenGrpc(grpc, strangers, config);
  const addresses = {
    grpc: native.address,
    grpcWeb: `${scheme}://${bracketed(host)}:${await listen(web.server, host, ports.grpcWeb)}`,
    metrics: `http://${bracketed(metricsHost)}:${await listen(monitoring, metricsHost, ports.metrics)}`,
  };
  return {
    addresses,
    async stop() {
      isLeaving = true;
      health.update();
      web.leave();
      await sleep(config.lameDuck);
      // GOAWAY: clients send new calls on another connection.
      native.drain(config.drainLimit);
      await pool.drain(config.drainLimit);
      await Promise.all([native.close(), close(web.server)]);
      galleries.close();
      await close(monitoring);
    },
  };
}
