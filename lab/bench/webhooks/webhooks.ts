import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "../figure.ts";
import { type Emitter, type Manner, startWebhookRig, type WebhookRig } from "./rig.ts";

/** Callers that emit at once, as a busy tenant's servers do. */
const CALLERS = 16;
const ENDPOINTS = 14;
const SUSTAINED = 3_000;
/**
 * Rounds with and without sick endpoints, by turns; the best of each counts, so that other load does not
 * decide.
 */
const ROUNDS = 2;
const OFFERED_A_SECOND = 200;
const OFFERED_SECONDS = 15;
/** Of 20 endpoints, 20 % hang and 10 % reset the connection. */
const SICK: readonly Manner[] = ["hangs", "hangs", "hangs", "hangs", "resets", "resets"];
const WAITING_FOR_EACH_SICK = 60;

/**
 * Deliveries a second from commit to arrival, and the share that hanging or resetting endpoints take from
 * healthy ones.
 */
export async function benchWebhooks(): Promise<Figure[]> {
  const rates = { alone: [] as number[], besideSick: [] as number[] };
  for (let i = 0; i < ROUNDS; i++) {
    rates.alone.push(await withRig((rig) => healthyRate(rig, [])));
    rates.besideSick.push(await withRig((rig) => healthyRate(rig, SICK)));
  }
  const [alone, besideSick] = [Math.max(...rates.alone), Math.max(...rates.besideSick)];
  const latencies = await withRig(offered);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)]!;
  return [
    { name: "deliveries sustained, 14 endpoints", value: alone, unit: "/s", aim: ">= 200" },
    { name: "the same beside 4 that hang and 2 that reset", value: besideSick, unit: "/s" },
    { name: "what the healthy keep", value: (100 * besideSick) / alone, unit: "%", aim: ">= 95" },
    { name: `commit to arrival at ${OFFERED_A_SECOND}/s offered, p50`, value: at(0.5), unit: "ms" },
    { name: "the same, p95", value: at(0.95), unit: "ms", aim: "<= 1000" },
    { name: "the same, longest", value: at(1), unit: "ms" },
  ];
}

async function withRig<T>(measure: (rig: WebhookRig) => Promise<T>): Promise<T> {
  const rig = await startWebhookRig();
  try {
    return await measure(rig);
  } finally {
    await rig.close();
  }
}

const endpoints = (rig: WebhookRig, manners: readonly Manner[]) =>
  Promise.all(manners.map((manner) => rig.endpoint(manner)));

const isHealthy = ({ path }: { path: string }) => path.startsWith("/healthy");

/**
 * Deliveries a second to healthy endpoints, while every sick endpoint has enough events to use all the
 * concurrency that it can get.
 */
async function healthyRate(rig: WebhookRig, sick: readonly Manner[]): Promise<number> {
  const healthy = await endpoints(
    rig,
    Array.from({ length: ENDPOINTS }, () => "healthy" as const),
  );
  const ill = await endpoints(rig, sick);
  await emit(ill, ill.length * WAITING_FOR_EACH_SICK);
  await emit(healthy, healthy.length);
  await arrived(rig, healthy.length);
  const began = performance.now();
  await emit(healthy, SUSTAINED);
  await arrived(rig, healthy.length + SUSTAINED);
  return SUSTAINED / ((performance.now() - began) / 1_000);
}

/** Milliseconds from commit to arrival of events at a steady pace, in ascending order. */
async function offered(rig: WebhookRig): Promise<number[]> {
  const healthy = await endpoints(
    rig,
    Array.from({ length: ENDPOINTS }, () => "healthy" as const),
  );
  await emit(healthy, healthy.length);
  await arrived(rig, healthy.length);
  const count = OFFERED_A_SECOND * OFFERED_SECONDS;
  const began = performance.now();
  const emitted = [];
  for (let i = 0; i < count; i++) {
    await sleep(Math.max(0, began + (i * 1_000) / OFFERED_A_SECOND - performance.now()));
    emitted.push(healthy[i % healthy.length]!());
  }
  const committedAt = new Map(
    (await Promise.all(emitted)).map((event) => [event.eventId, event.committedAt]),
  );
  await arrived(rig, healthy.length + count);
  return rig.received
    .flatMap(({ headers, at }) => {
      const committed = committedAt.get(String(headers["service-webhook-id"]));
      return committed === undefined ? [] : [at - committed];
    })
    .sort((a, b) => a - b);
}

/** Emits events, to the endpoints in turn. */
async function emit(emitters: readonly Emitter[], count: number): Promise<void> {
  let next = 0;
  const call = async () => {
    while (next < count) await emitters[next++ % emitters.length]!();
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
}

async function arrived({ received }: WebhookRig, count: number): Promise<void> {
  while (received.filter(isHealthy).length < count) await sleep(20);
}
