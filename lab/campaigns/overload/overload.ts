import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { keepPausesShort } from "../../../inference/processes/collection.ts";
import type { Addresses } from "../../../inference/server.ts";
import { quantile } from "../../../inference/statistics.ts";
import { RetryInfoSchema } from "../../../proto/gen/google/rpc/error_details_pb.js";
import { sampleHealth } from "../../../test/harness/inference/health.ts";
import { clientsOver, command, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import { labArguments } from "../../arguments.ts";
import { type Figure, printFigure } from "../../bench/figure.ts";

const HELP = `Usage: npm run lab -- overload [--calls 10000 --workers 2 --patience 2 --cost 25]

Measures what an inference service can do, then offers it twice as much from eight tenants. Workers wait for --cost
milliseconds a call, so that the machine's processors do not count. Every call waits for --patience seconds. Ends with 1
where a bar does not hold.
`;

const TENANTS = 8;

const { values: flags } = labArguments("overload", {
  options: {
    calls: { type: "string", default: "10000" },
    workers: { type: "string", default: "2" },
    patience: { type: "string", default: "2" },
    cost: { type: "string", default: "25" },
    help: { type: "boolean", default: false },
  },
});

/** How a call ended. Times are milliseconds. */
interface Ending {
  readonly how: "good" | "refused" | "late" | "failed";
  readonly took: number;
  readonly endedAt: number;
  /** For a rejected call: whether the rejection had Retry-After. */
  readonly hasRetryAfter: boolean;
}

/** Sends one call of a tenant, which waits for `patience` milliseconds. */
type Call = (tenant: string, patience: number) => Promise<Ending>;

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  // Collections of the load would take the service's processors.
  keepPausesShort();
  const settings = { WORKERS: flags.workers, MAX_WAIT: flags.patience };
  const child = fork(join(import.meta.dirname, "scripted-service.ts"), [JSON.stringify(settings)]);
  const [{ addresses }] = (await once(child, "message")) as [{ addresses: Addresses }];
  try {
    const call = callerOf(addresses);
    // In the first run the service learns the cost of a call.
    await capacityOf(call, 2);
    const capacity = await capacityOf(call, 5);
    console.log(`capacity  ${capacity.toFixed(1)} a second on ${flags.workers} workers`);
    const ending = new AbortController();
    const health = sampleHealth(addresses.grpc, 20, ending.signal);
    const { endings, from, until } = await offer(call, 2 * capacity);
    ending.abort();
    child.send("begun late?");
    const [{ begunLate }] = (await once(child, "message")) as [{ begunLate: number }];
    const good = endings.filter(({ how, endedAt }) => how === "good" && endedAt > from && endedAt <= until);
    const refused = endings.filter(({ how }) => how === "refused");
    const p99 = (times: readonly number[]) => (times.length === 0 ? Number.NaN : quantile(times, 0.99));
    const of = (how: Ending["how"]) => endings.filter((each) => each.how === how).length;
    const mute = refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length;
    const share = good.length / ((until - from) / 1_000) / capacity;
    const figures: Figure[] = [
      { name: "successful throughput, of the capacity", value: share, unit: "×", aim: ">= 0.9" },
      { name: "refusals, p99", value: p99(refused.map(({ took }) => took)), unit: "ms", aim: "<= 50" },
      { name: "refusals without a Retry-After", value: mute, unit: "", aim: "<= 0" },
      { name: "begun past their deadline", value: begunLate, unit: "", aim: "<= 0" },
      { name: "failed in another way", value: of("failed"), unit: "", aim: "<= 0" },
      { name: "health meanwhile, p99", value: p99(await health), unit: "ms", aim: "<= 15" },
    ];
    if (figures.map((figure) => printFigure(figure)).includes(false)) process.exitCode = 1;
  } finally {
    child.disconnect();
    await once(child, "exit");
  }
}

/** Calls of the service, as the edge makes them. */
function callerOf(addresses: Addresses): Call {
  const { face } = clientsOver(TRANSPORTS["gRPC-Web"]({ addresses }));
  const { content } = command({ sleep: Number(flags.cost) });
  return async (tenant, patience) => {
    const since = performance.now();
    const ended = (how: Ending["how"], hasRetryAfter = false): Ending => {
      const now = performance.now();
      return { how, took: now - since, endedAt: now, hasRetryAfter };
    };
    const options = { headers: { "x-selfsame-tenant": tenant }, timeoutMs: patience };
    return face.analyzeFace({ image: { content } }, options).then(
      () => ended("good"),
      (error) => {
        const refusal = ConnectError.from(error);
        if (refusal.code === Code.DeadlineExceeded) return ended("late");
        if (refusal.code !== Code.ResourceExhausted) return ended("failed");
        return ended("refused", refusal.findDetails(RetryInfoSchema).length > 0);
      },
    );
  };
}

/** Successful answers a second if callers each send the next call as soon as one is answered. */
async function capacityOf(call: Call, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let good = 0;
  const lane = async (index: number) => {
    while (performance.now() < end) {
      const { how, endedAt } = await call(`tenant-${index}.test`, 60_000);
      if (how === "good" && endedAt <= end) good++;
    }
  };
  await Promise.all(Array.from({ length: 2 * Number(flags.workers) }, (_, index) => lane(index)));
  return good / seconds;
}

/**
 * Calls that tenants send by chance, on average so many a second, whatever becomes of those before. Answers
 * count from when the queue is full, after twice the patience.
 */
async function offer(call: Call, perSecond: number) {
  const patience = Number(flags.patience) * 1_000;
  const filling = Math.ceil((perSecond * 2 * patience) / 1_000);
  const calls = filling + Number(flags.calls);
  console.log(
    `offered   ${flags.calls} calls at ${perSecond.toFixed(1)} a second, after ${filling} that fill the queue`,
  );
  const sent: Promise<Ending>[] = [];
  const since = performance.now();
  let [at, from] = [0, since];
  while (sent.length < calls) {
    at -= (Math.log(1 - Math.random()) * 1_000) / perSecond;
    await sleep(Math.max(0, since + at - performance.now()));
    sent.push(call(`tenant-${sent.length % TENANTS}.test`, patience));
    if (sent.length === filling) from = performance.now();
  }
  const until = performance.now();
  return { endings: await Promise.all(sent), from, until };
}

await main();
