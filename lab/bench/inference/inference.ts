import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../../inference/config.ts";
import { quantile } from "../../../inference/statistics.ts";
import { sampleHealth } from "../../../test/harness/inference/health.ts";
import {
  type InferenceProcess,
  MODELS_DIR,
  startInference,
} from "../../../test/harness/inference/process.ts";
import { clientsOver, TOKEN, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import type { Figure } from "../figure.ts";
import { PHOTOS } from "../photos.ts";
import type { Round } from "./bare-worker.ts";

const WORKERS = availableParallelism();
const ROUND: Round = { milliseconds: 6_000 };
const ROUNDS = 5;

/**
 * Faces a second through native gRPC and in as many bare processes, in rounds by turns, so that other load
 * affects both alike. Then the time of a health check while all workers are busy.
 */
export async function benchInference(): Promise<Figure[]> {
  const service = await startInference({ WORKERS: String(WORKERS) });
  const yardsticks = await Promise.all(Array.from({ length: WORKERS }, startYardstick));
  await servedRound(service, ROUND);
  let served = 0;
  let bare = 0;
  for (let round = 0; round < ROUNDS; round++) {
    served += await servedRound(service, ROUND);
    bare += await bareRound(yardsticks, ROUND);
  }
  for (const process of yardsticks) process.kill();
  const latencies = await healthWhileSaturated(service);
  await service.stop();
  const seconds = (ROUNDS * ROUND.milliseconds) / 1_000;
  return [
    { name: `faces a second, bare, ${WORKERS} processes`, value: bare / seconds, unit: "/s" },
    { name: `faces a second, gRPC, ${WORKERS} workers`, value: served / seconds, unit: "/s" },
    { name: "gRPC beside bare", value: served / bare, unit: "×", aim: ">= 0.85" },
    { name: "health while saturated, p50", value: quantile(latencies, 0.5), unit: "ms" },
    { name: "health while saturated, p99", value: quantile(latencies, 0.99), unit: "ms", aim: "<= 15" },
  ];
}

async function healthWhileSaturated(service: InferenceProcess): Promise<number[]> {
  const saturated = new AbortController();
  const health = sampleHealth(service.addresses.grpc, 10, saturated.signal);
  await servedRound(service, { milliseconds: 10_000 });
  saturated.abort();
  return health;
}

async function startYardstick(): Promise<ChildProcess> {
  const { session } = readConfig({ INFERENCE_TOKEN: TOKEN });
  const child = fork(join(import.meta.dirname, "bare-worker.ts"), [MODELS_DIR, JSON.stringify(session)]);
  await once(child, "message");
  return child;
}

async function bareRound(processes: readonly ChildProcess[], round: Round): Promise<number> {
  const counts = processes.map(async (child) => {
    child.send(round);
    const [count] = await once(child, "message");
    return count as number;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

async function servedRound({ addresses }: InferenceProcess, { milliseconds }: Round): Promise<number> {
  const { face } = clientsOver(TRANSPORTS["native gRPC"]({ addresses }));
  const end = performance.now() + milliseconds;
  let count = 0;
  const lane = async (offset: number) => {
    for (let n = offset; performance.now() < end; n++) {
      await face.analyzeFace({ image: { content: PHOTOS[n % PHOTOS.length]! } });
      if (performance.now() < end) count++;
    }
  };
  await Promise.all(Array.from({ length: 2 * WORKERS }, (_, index) => lane(index)));
  return count;
}
