import { labArguments } from "../../arguments.ts";
import { COSTLY_IMAGES, type CostlyImage } from "../../material/costly/images.ts";
import { seededRandom } from "../../material/random.ts";
import { worstVerdicts } from "./verdicts.ts";
import { type CallCost, WorkerProbe } from "./worker-probe.ts";

/** The bars of contract §10.2: of one call at a worker, and of the edge's verdict on one reading. */
const BARS = { seconds: 10, megabytes: 600, milliseconds: 50 } as const;
/** Milliseconds that a call has. */
const PATIENCE = 60_000;

const HELP = `Usage: npm run lab -- cost [--tries 12 --seed 1 --only "dense text,metadata"]

Makes valid uploads at random, kind by kind, and measures what each takes of a real worker, in processor seconds and in
memory; then the edge's verdicts on the largest and dearest readings. Ends with 1 where a call takes over ${BARS.seconds} s or
${BARS.megabytes} MB of a worker or costs the worker's life, or where a verdict on one reading takes over ${BARS.milliseconds} ms.

  --tries   uploads of each kind (12: about 15 minutes on two idle cores)
  --seed    of the random numbers (1)
  --only    kinds, separated by commas: ${Object.keys(COSTLY_IMAGES).join(", ")}, verdicts
`;

const { values: flags } = labArguments("cost", {
  options: {
    tries: { type: "string", default: "12" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const only = flags.only?.split(",").map((kind) => kind.trim());
const isAsked = (kind: string) => only === undefined || only.includes(kind);
let failures = 0;

const share = ({ seconds, megabytes, outcome }: CallCost) =>
  outcome === "worker_lost"
    ? Number.POSITIVE_INFINITY
    : Math.max(seconds / BARS.seconds, megabytes / BARS.megabytes);

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const kinds = Object.entries(COSTLY_IMAGES).filter(([kind]) => isAsked(kind));
  console.log(`cost: ${kinds.length} kinds of uploads, ${flags.tries} of each, seed ${flags.seed}`);
  for (const [kind, image] of kinds) await tryKind(kind, image);
  if (isAsked("verdicts")) reportVerdicts();
  console.log(failures === 0 ? "every bar holds" : `${failures} bars failed`);
  if (failures > 0) process.exitCode = 1;
}

/** Reports the dearest upload of a kind. */
async function tryKind(kind: string, { method, parameters, make }: CostlyImage): Promise<void> {
  const random = seededRandom(Number(flags.seed));
  let probe = await WorkerProbe.open();
  let worst: { cost: CallCost; shares: readonly number[] } | undefined;
  let holds = true;
  for (let i = 0; i < Number(flags.tries); i++) {
    const shares = parameters.map(random);
    const cost = await probe.run({ method, argument: await make(shares) }, PATIENCE);
    process.stderr.write(
      `  ${kind}: ${summary(cost)} (${shares.map((each) => each.toFixed(3)).join(" ")})\n`,
    );
    // Some files of many segments are rejected by their headers, which costs less than an answer.
    holds &&= share(cost) <= 1 && (cost.outcome === "answered" || cost.outcome === "refused");
    if (worst === undefined || share(cost) > share(worst.cost)) worst = { cost, shares };
    if (cost.outcome === "worker_lost") probe = await WorkerProbe.open();
  }
  await probe.close();
  const place = parameters.map((name, i) => `${name} ${worst!.shares[i]!.toFixed(2)}`).join(", ");
  printLine(kind, `the dearest ${summary(worst!.cost)} (${place})`, holds);
}

function reportVerdicts(): void {
  for (const { call, readings, input, milliseconds } of worstVerdicts(9)) {
    const each = milliseconds / readings;
    printLine(call, `${each.toFixed(1)} ms for each of ${readings} (${input})`, each <= BARS.milliseconds);
  }
}

const summary = ({ seconds, megabytes, wallSeconds, outcome }: CallCost) =>
  `${seconds.toFixed(1)} s of processor, ${wallSeconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB, ${outcome}`;

function printLine(what: string, how: string, holds: boolean): void {
  if (!holds) failures++;
  console.log(`${what.padEnd(22)} ${holds ? "ok    " : "FAILED"} ${how}`);
}

await main();
