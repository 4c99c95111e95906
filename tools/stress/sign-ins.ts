import { parseArgs } from "node:util";
import { quantile } from "../../inference/statistics.ts";
import { Visitor } from "../../test/dashboard/visitor.ts";
import { ADDRESS_HEADER, startWorkerRig } from "../../test/harness/stack/worker-rig.ts";

const HELP = `Usage: npm run sign-ins [-- --sign-ins 30 --rounds 3 --bar 150]

Signs in so many times at once with made-up addresses, each from a network of its own, while an API call goes on reading. It
ends with 1 when a read takes longer than the bar (milliseconds), or a sign-in is answered with anything but a refusal.
`;
const { values: flags } = parseArgs({
  options: {
    "sign-ins": { type: "string", default: "30" },
    rounds: { type: "string", default: "3" },
    bar: { type: "string", default: "150" },
    help: { type: "boolean", default: false },
  },
});
const SIGN_INS = Number(flags["sign-ins"]);
const ROUNDS = Number(flags.rounds);
const BAR_MS = Number(flags.bar);
/** Milliseconds of reading before the sign-ins. */
const ALONE_MS = 3_000;

type Rig = Awaited<ReturnType<typeof startWorkerRig>>;

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const rig = await startWorkerRig();
  try {
    const alone = await readWhile(rig, new Promise((resolve) => setTimeout(resolve, ALONE_MS)));
    console.log(`read alone              ${summary(alone)}`);
    let isWhole = true;
    for (let round = 1; round <= ROUNDS; round++) isWhole = (await oneRound(rig, round)) && isWhole;
    if (!isWhole) process.exitCode = 1;
  } finally {
    await rig.close();
  }
}

/** Whether no read was over the bar, and every sign-in was refused as it should be. */
async function oneRound(rig: Rig, round: number): Promise<boolean> {
  const visitors = await Promise.all(
    Array.from({ length: SIGN_INS }, async (_, n) => {
      const address = { [ADDRESS_HEADER]: `10.${round}.${n}.1` };
      const visitor = new Visitor(rig);
      await visitor.get("/dashboard/sign-in", address);
      return { visitor, address, email: `nobody-${round}-${n}@example.test` };
    }),
  );
  const since = performance.now();
  const signIns = Promise.all(
    visitors.map(async ({ visitor, address, email }) => {
      const form = { email, password: "wrong horse battery" };
      const { status, headers } = await visitor.post("/dashboard/sign-in", form, address);
      return status === 401 || (status === 503 && headers.has("retry-after")) ? status : -status;
    }),
  );
  const reads = await readWhile(rig, signIns);
  const statuses = await signIns;
  const seconds = ((performance.now() - since) / 1_000).toFixed(1);
  const told = [401, 503].map((status) => `${statuses.filter((each) => each === status).length} × ${status}`);
  console.log(
    `beside ${SIGN_INS} sign-ins       ${summary(reads)}; answered in ${seconds} s: ${told.join(", ")}`,
  );
  return Math.max(...reads) <= BAR_MS && statuses.every((status) => status > 0);
}

/** Reads one after the other until the work is done. Returns how long each took, in milliseconds. */
async function readWhile(rig: Rig, work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    const since = performance.now();
    const headers = { authorization: `Bearer ${rig.key}` };
    const answer = await rig.fetch(new Request("http://localhost/v1/verifications", { headers }));
    await answer.text();
    if (answer.status !== 200) throw new Error(`a read answered ${answer.status}`);
    times.push(performance.now() - since);
  }
  return times;
}

const summary = (times: readonly number[]) =>
  `${times.length} reads, p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}, most ${ms(Math.max(...times))}`;

const ms = (value: number) => `${value.toFixed(0)} ms`;

await main();
