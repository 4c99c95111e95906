import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Ending } from "./caller.ts";

/** Calls that tenants send by chance, on average so many a second, whatever becomes of those before. */
export async function offer(
  call: Call,
  {
    perSecond,
    calls,
    tenants,
    patience,
  }: { perSecond: number; calls: number; tenants: number; patience: number },
  tell: (sent: number) => void = () => {},
): Promise<Ending[]> {
  const sent: Promise<Ending>[] = [];
  const since = performance.now();
  let at = 0;
  while (sent.length < calls) {
    at -= (Math.log(1 - Math.random()) * 1_000) / perSecond;
    const early = since + at - performance.now();
    if (early > 0) await sleep(early);
    sent.push(call(`tenant-${sent.length % tenants}.test`, patience));
    tell(sent.length);
  }
  return Promise.all(sent);
}

/** Good answers a second where so many callers each send the next call as soon as one is answered. */
export async function measureCapacity(call: Call, callers: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let good = 0;
  const lane = async (tenant: string) => {
    while (performance.now() < end) {
      const { how, endedAt } = await call(tenant, 60_000);
      if (how === "good" && endedAt <= end) good++;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => lane(`tenant-${index}.test`)));
  return good / seconds;
}

/** What a refusal said, and when the same call was then taken. Milliseconds. */
export interface Promised {
  readonly told: number;
  readonly truth: number;
}

/**
 * Fills the queue with work of `backlog` milliseconds, sends a call that waits for a third of that and is
 * refused, and then asks again, alone, until one is taken. Null where the first one was not refused.
 */
export async function askAgain(
  call: Call,
  { capacity, backlog }: { readonly capacity: number; readonly backlog: number },
  areThere: (unanswered: () => number) => Promise<void>,
): Promise<Promised | null> {
  const ask = () => call("impatient.test", backlog / 3);
  let unanswered = Math.ceil((capacity * backlog) / 1_000);
  const fill = () => call("impatient.test", 60_000).finally(() => unanswered--);
  const filling = Array.from({ length: unanswered }, fill);
  await areThere(() => unanswered);
  const { how, retryAfter, endedAt } = await ask();
  let truth: number | null = null;
  while (how === "refused" && truth === null) {
    const askedAt = performance.now();
    if ((await ask()).how !== "refused") truth = askedAt - endedAt;
    await sleep(5);
  }
  await Promise.all(filling);
  return retryAfter === null || truth === null ? null : { told: retryAfter, truth: Math.max(1, truth) };
}
