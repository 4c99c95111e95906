import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../../../inference/statistics.ts";
import { type Answer, ApiClient } from "../../../test/harness/stack/api-client.ts";
import { type Stack, startStack } from "../../../test/harness/stack/stack.ts";
import { labArguments } from "../../arguments.ts";
import { FORM_TYPE, formOf, send } from "../../bench/edge/calls.ts";
import { type Figure, printFigure } from "../../bench/figure.ts";
import { captureDocument } from "../../material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "../../material/documents/specimen.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";

const HELP = `Usage: npm run lab -- fairness [--seconds 400 --every MS --tokens 10 --flight 20 --times 12 --workers 2]

Two tenants on a whole stack. One sends a document every so many milliseconds (a fifth of what the stack can do by default),
first alone and then beside another one, who keeps up to so many uploads of every token in flight and offers so many times the
capacity with all of them together, of which at least ten times must have come about. Ends with 1 unless the first tenant keeps
at least 80 % of its successful throughput.
`;
const THROUGHPUT = 0.8;
/**
 * Shares of the capacity: the steady tenant's load, and the least load that the other one must have offered.
 */
const SHARE = { steady: 0.2, hostile: 10 } as const;

const { values: flags } = labArguments("fairness", {
  options: {
    // More than a hundred calls at a fifth of the rate of two workers: with fewer, the slowest alone is the
    // p99.
    seconds: { type: "string", default: "400" },
    every: { type: "string" },
    tokens: { type: "string", default: "10" },
    // More than an edge holds and workers take in time: a smaller number would be no flood.
    flight: { type: "string", default: "20" },
    times: { type: "string", default: "12" },
    workers: { type: "string", default: "2" },
    help: { type: "boolean", default: false },
  },
});

interface Load {
  readonly sent: number;
  /** Milliseconds of each call that was answered with a result. */
  readonly good: readonly number[];
  readonly refused: ReadonlyMap<string, number>;
}

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const card = await takeCard();
  const stack = await startStack({ WORKERS: flags.workers });
  try {
    const key = new ApiClient(stack.facts.api, stack.facts.keys.test);
    const capacity = await measureCapacity(key, card);
    const every = Number(flags.every ?? 1_000 / (SHARE.steady * capacity));
    console.log(`capacity  ${capacity.toFixed(2)} documents a second on ${flags.workers} workers`);
    console.log(`steady    a document every ${ms(every)} for ${flags.seconds} s`);
    const alone = await sendSteadily(key, card, every);
    printLoad("alone", alone);
    const ending = new AbortController();
    const since = performance.now();
    const flood = floodBy(stack.facts.api, await openTenant(stack), card, {
      perSecond: Number(flags.times) * capacity,
      signal: ending.signal,
    });
    await sleep(5_000);
    const beside = await sendSteadily(key, card, every);
    ending.abort();
    // Answers still arrive for a while after the last request.
    const seconds = (performance.now() - since) / 1_000;
    printLoad("beside", beside);
    const hostile = await flood;
    printLoad("hostile", hostile);
    const offered = hostile.sent / seconds / capacity;
    judge(alone, beside, offered);
    for (const code of hostile.refused.keys()) {
      if (REFUSALS.test(code)) continue;
      console.log(`refused   by ${code}: a whole upload of a valid image must not be`);
      process.exitCode = 1;
    }
  } finally {
    await stack.stop();
  }
}

async function takeCard(): Promise<Uint8Array<ArrayBuffer>> {
  const holder = inventHolder(3);
  const { content } = await renderSpecimen({ format: "TD1", holder, portrait: SAMPLE_FACES[0]! });
  return Uint8Array.from((await captureDocument(content, { seed: 3 })).content);
}

let serial = 0;

const scan = (client: ApiClient, card: Uint8Array<ArrayBuffer>) =>
  client.upload("/v1/ocr/scan", { image: card });

type Outcome = Pick<Answer, "status" | "body" | "elapsedMs">;

class Count implements Load {
  sent = 0;
  readonly good: number[] = [];
  readonly refused = new Map<string, number>();

  async add(call: Promise<Outcome>): Promise<Outcome> {
    this.sent++;
    const { status, body, elapsedMs } = await call;
    const code = `${status} ${body.error?.code}`;
    if (status === 200) this.good.push(elapsedMs);
    else this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
    return { status, body, elapsedMs };
  }
}

/** Seconds in which the capacity is measured, after the same time in which the service warms up. */
const MEASURED = 15;

/** Documents a second if every worker is always busy. Meanwhile the service learns their cost. */
async function measureCapacity(client: ApiClient, card: Uint8Array<ArrayBuffer>): Promise<number> {
  const from = performance.now() + MEASURED * 1_000;
  const until = from + MEASURED * 1_000;
  let good = 0;
  const lane = async () => {
    while (performance.now() < until) {
      const { status } = await scan(client, card);
      const now = performance.now();
      if (status === 200 && now > from && now <= until) good++;
    }
  };
  await Promise.all(Array.from({ length: 2 * Number(flags.workers) }, lane));
  return good / MEASURED;
}

/** Sends at fixed times, whatever becomes of the calls before. */
async function sendSteadily(client: ApiClient, card: Uint8Array<ArrayBuffer>, every: number): Promise<Load> {
  const count = new Count();
  const calls: Promise<unknown>[] = [];
  const total = Math.max(1, Math.floor((Number(flags.seconds) * 1_000) / every));
  for (let i = 0; i < total; i++) {
    calls.push(count.add(scan(client, card)));
    await sleep(every);
  }
  await Promise.all(calls);
  return count;
}

async function openTenant(stack: Stack): Promise<ApiClient> {
  const { id } = await stack.admin("tenants", "create", "--name", "Hostile");
  const { key } = await stack.admin("keys", "create", "--tenant", id, "--mode", "test");
  return new ApiClient(stack.facts.api, key);
}

/**
 * A document of the flood. The steady tenant's answers are checked against the OpenAPI document; these are
 * not, and their bodies are created at once, to cost this machine as little as possible.
 */
async function floodCall(api: string, token: string, card: Uint8Array<ArrayBuffer>): Promise<Outcome> {
  const upload = send(`${api}/v1/ocr/scan`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": FORM_TYPE },
    body: formOf({}, "image", card),
  });
  // If many rejected clients go on sending, an edge closes the connections of some.
  const { status, text, milliseconds } = await upload.catch(({ code }) => hangUp(code));
  return { status, body: JSON.parse(text), elapsedMs: milliseconds };
}

const hangUp = (code: string) => ({ status: 0, text: JSON.stringify({ error: { code } }), milliseconds: 0 });

/** How a flood may be rejected: anything else is a defect. */
const REFUSALS =
  /^(409 verification_not_open|429 rate_limited|503 service_unavailable|0 (ECONNRESET|EPIPE))$/;

/**
 * Each token has a maximum of uploads in flight, and all together a maximum rate: a flood that only waits for
 * its answers sends more, the sooner it is rejected. A token over its rate waits; a verification that is
 * closed by the flood gets a successor.
 */
async function floodBy(
  api: string,
  key: ApiClient,
  card: Uint8Array<ArrayBuffer>,
  { perSecond, signal }: { readonly perSecond: number; readonly signal: AbortSignal },
): Promise<Load> {
  let nextAt = performance.now();
  const turn = async () => {
    nextAt = Math.max(nextAt + 1_000 / perSecond, performance.now());
    await sleep(Math.max(0, nextAt - performance.now()));
  };
  const count = new Count();
  const open = async () => {
    const { body } = await key.post("/v1/verifications", { customer_ref: `hostile-${++serial}` });
    return body.session_token?.token as string | undefined;
  };
  const lane = async (device: { token: string | undefined }) => {
    while (!signal.aborted) {
      await turn();
      if (signal.aborted) return;
      device.token ??= await open();
      const { token } = device;
      const status = token === undefined ? 429 : (await count.add(floodCall(api, token, card))).status;
      if (status === 409 && device.token === token) device.token = undefined;
      if (status === 429) await sleep(1_000);
    }
  };
  const devices = Array.from({ length: Number(flags.tokens) }, () => ({ token: undefined }));
  const lanes = devices.flatMap((device) => Array.from({ length: Number(flags.flight) }, () => lane(device)));
  await Promise.all(lanes);
  return count;
}

const p99 = ({ good }: Load) => (good.length === 0 ? Number.NaN : quantile(good, 0.99));

function printLoad(name: string, load: Load): void {
  const { sent, good, refused } = load;
  const times = good.length === 0 ? "" : timesOf(load);
  const why = [...refused].map(([code, times]) => `${times} × ${code}`).join(", ");
  console.log(`${name.padEnd(9)} sent ${sent}, good ${good.length}, ${times}${why && `; ${why}`}`);
}

const timesOf = (load: Load) =>
  `p50 ${ms(quantile(load.good, 0.5))}, p99 ${ms(p99(load))}, slowest ${ms(Math.max(...load.good))}`;

const ms = (value: number) => `${value.toFixed(0)} ms`;

function judge(alone: Load, beside: Load, offered: number): void {
  const figures: Figure[] = [
    { name: "offered, of the capacity", value: offered, unit: "×", aim: `>= ${SHARE.hostile}` },
    {
      name: "answered alone, of what was sent",
      value: alone.good.length / alone.sent,
      unit: "×",
      aim: ">= 1",
    },
    { name: "kept of it", value: beside.good.length / alone.good.length, unit: "×", aim: `>= ${THROUGHPUT}` },
    { name: "p99 beside that alone", value: p99(beside) / p99(alone), unit: "×" },
  ];
  if (figures.map((figure) => printFigure(figure)).includes(false)) process.exitCode = 1;
}

await main();
