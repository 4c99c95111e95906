import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { count, inArray } from "drizzle-orm";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import { quantile } from "../../../inference/statistics.ts";
import { Selfsame } from "../../../sdk/server/src/index.ts";
import { startWorkerRig } from "../../../test/harness/stack/worker-rig.ts";

const HELP = `Usage: npm run replacements [-- --times 100 --callers 4 --minutes 10]

Replaces the edge's workerd so many times while callers make verifications: by the SDK; on a connection for each call, as a
proxy with "option http-server-close" does; on connections that are kept; and with a body that takes a second. Ends with 1
where a call of the SDK fails, where an answer is broken off, or where a call takes effect whose connection ended without
an answer: it may be repeated.

--callers N   of each kind (default 4)
--minutes N   ends after so long, however few there were (default 10)
--port N      the edge's port (default 0: any), so that a proxy can be put before it
--through URL where the calls go (default: to the edge itself), such as that proxy's address
`;
const { values: flags } = parseArgs({
  options: {
    times: { type: "string", default: "100" },
    minutes: { type: "string", default: "10" },
    callers: { type: "string", default: "4" },
    port: { type: "string", default: "0" },
    through: { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});
/** Milliseconds between two replacements, in which calls go their usual way. */
const PAUSE_MS = 1_000;
const DRAIN_MS = 30_000;
/** Sixteen callers on one key must not be refused: a refusal would be no replacement's. */
const SETTINGS = { LIMIT_KEY_WRITES: "1000000" };

/** What became of one kind's calls. */
interface Tally {
  readonly times: number[];
  /** References of calls whose connection ended before any of an answer. */
  readonly unanswered: string[];
  /** Everything else that is no 201. */
  readonly failed: string[];
}

type Call = (customerRef: string) => Promise<void>;

/** A connection that ended, and not one byte of an answer. */
class Unanswered extends Error {}

/** A call of HTTP as it is, which repeats nothing. */
const plain =
  (url: string, key: string, agent: Agent, bodyMs: number): Call =>
  (customerRef) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const sending = request(new URL("/v1/verifications", url), { agent, method: "POST", headers });
      sending.on("response", async (answer) => {
        try {
          for await (const _ of answer);
          if (answer.statusCode === 201) resolve();
          else reject(new Error(`answered ${answer.statusCode}`));
        } catch (error) {
          reject(new Error(`broken off: ${error}`));
        }
      });
      sending.on("error", (error) => reject(new Unanswered(String(error))));
      const text = JSON.stringify({ customer_ref: customerRef });
      sending.write(text.slice(0, 10));
      setTimeout(() => sending.end(text.slice(10)), bodyMs);
    });

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const rig = await startWorkerRig(SETTINGS, { port: Number(flags.port) });
  const url = flags.through || rig.url;
  const sdk = new Selfsame({ apiKey: rig.key, baseUrl: url });
  const once = new Agent({ keepAlive: false });
  const kept = new Agent({ keepAlive: true });
  const kinds: Readonly<Record<string, Call>> = {
    "by the SDK": async (customerRef) => void (await sdk.verifications.create({ customer_ref: customerRef })),
    "a connection each": plain(url, rig.key, once, 0),
    "connections kept": plain(url, rig.key, kept, 0),
    "bodies of a second": plain(url, rig.key, once, 1_000),
  };
  const stop = new AbortController();
  const running = Object.entries(kinds).map(([name, call]) => loadOf(name, call, stop.signal));
  const replacements: number[] = [];
  const until = performance.now() + Number(flags.minutes) * 60_000;
  for (let i = 0; i < Number(flags.times) && performance.now() < until; i++) {
    await pause(PAUSE_MS);
    const since = performance.now();
    await rig.replace(DRAIN_MS);
    replacements.push(performance.now() - since);
  }
  stop.abort();
  const tallies = await Promise.all(running);
  console.log(`replacements        ${told(replacements)}`);
  let holds = true;
  for (const [at, name] of Object.keys(kinds).entries()) {
    const { times, unanswered, failed } = tallies[at]!;
    const took = await effects(rig.db, unanswered);
    console.log(
      `${name.padEnd(20)}${told(times)}; unanswered ${unanswered.length}, of which took effect ${took}`,
    );
    for (const line of new Set(failed)) console.log(`FAILED  ${name}: ${line}`);
    holds &&= failed.length === 0 && took === 0;
  }
  console.log(holds ? "holds" : "DOES NOT HOLD");
  if (!holds) process.exitCode = 1;
  kept.destroy();
  await rig.close();
}

async function loadOf(name: string, call: Call, signal: AbortSignal): Promise<Tally> {
  const tally: Tally = { times: [], unanswered: [], failed: [] };
  const caller = async (_: unknown, n: number) => {
    for (let i = 0; !signal.aborted; i++) {
      const customerRef = `${name} ${n} ${i}`;
      const since = performance.now();
      try {
        await call(customerRef);
        tally.times.push(performance.now() - since);
      } catch (error) {
        if (error instanceof Unanswered) tally.unanswered.push(customerRef);
        else tally.failed.push(String(error));
      }
      await pause(50);
    }
  };
  await Promise.all(Array.from({ length: Number(flags.callers) }, caller));
  return tally;
}

/** How many of these customers have a verification. */
async function effects(db: Awaited<ReturnType<typeof startWorkerRig>>["db"], refs: readonly string[]) {
  const [row] = await db
    .select({ n: count() })
    .from(verifications)
    .where(inArray(verifications.customerRef, [...refs]));
  return row!.n;
}

const told = (times: readonly number[]) =>
  `${times.length}: p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}, most ${ms(Math.max(...times))}`;

const ms = (value: number) => `${value.toFixed(0)} ms`;

await main();
