import { setTimeout as sleep } from "node:timers/promises";
import { sampleHealth } from "../../../test/harness/inference/health.ts";
import { callerOf, type Ending } from "./caller.ts";
import { askAgain, measureCapacity, offer, type Promised } from "./load.ts";
import type { Service } from "./services.ts";
import type { Findings } from "./verdict.ts";

interface Plan {
  readonly engines: number;
  /** Offered at twice the capacity, after those that fill the queue. */
  readonly calls: number;
  /** Times that a refused call asks again until it is taken. */
  readonly rounds: number;
  /** Milliseconds that a call waits. */
  readonly patience: number;
  readonly seconds: number;
}

const TENANTS = 8;
/**
 * How much work waits before a call that is refused, as a share of the longest wait that is allowed: more
 * would itself be refused.
 */
const BACKLOG = 0.75;

/** Offers a service twice what it can do, and sees what becomes of each call. */
export async function overload(
  service: Service,
  { engines, calls, rounds, patience, seconds }: Plan,
  tell: (line: string) => void,
): Promise<Findings> {
  const call = callerOf(service);
  // Costs are learnt, and everything that a service needs is loaded.
  await measureCapacity(call, 2 * engines, seconds / 4);
  const capacity = await measureCapacity(call, 2 * engines, seconds);
  tell(`capacity  ${capacity.toFixed(1)} a second on ${engines} engines`);
  const perSecond = 2 * capacity;
  const filling = Math.ceil((perSecond * 2 * patience) / 1_000);
  tell(
    `offered   ${calls} calls at ${perSecond.toFixed(1)} a second by ${TENANTS} tenants, after ${filling} that fill the queue`,
  );
  const ending = new AbortController();
  const health = sampleHealth(service.addresses.grpc, 20, ending.signal);
  let from = performance.now();
  let until = from;
  const every = Math.ceil(calls / 10);
  const load = { perSecond, calls: filling + calls, tenants: TENANTS, patience };
  const endings: Ending[] = await offer(call, load, (sent) => {
    until = performance.now();
    if (sent === filling) from = until;
    if (sent > filling && (sent - filling) % every === 0)
      tell(`          ${sent - filling} of ${calls} sent`);
  });
  ending.abort();
  const promises: (Promised | null)[] = [];
  for (let round = 0; round < rounds; round++) {
    await sleep(200);
    const promised = await askAgain(call, { capacity, backlog: BACKLOG * patience }, (unanswered) =>
      arrived(service, unanswered, engines),
    );
    promises.push(promised);
    const { told = Number.NaN, truth = Number.NaN } = promised ?? {};
    tell(`again     told ${told.toFixed(0)} ms, taken after ${truth.toFixed(0)} ms`);
  }
  return {
    capacity,
    endings,
    from,
    until,
    begunLate: await service.begunLate(),
    health: await health,
    promises,
  };
}

/** Resolves once the calls that are not answered are at the service, by its metrics. */
async function arrived({ addresses }: Service, unanswered: () => number, engines: number): Promise<void> {
  for (let tries = 200; tries > 0; tries--) {
    const text = await (await fetch(`${addresses.metrics}/metrics`)).text();
    const waiting = Number(/^selfsame_inference_queue_depth (\d+)$/m.exec(text)?.[1]);
    if (waiting >= unanswered() - engines) return;
    await sleep(5);
  }
}
