import { parseArgs } from "node:util";
import type { Work } from "../../../inference/engine/messages.ts";
import { COSTLY_PICTURES, type CostlyPicture } from "../../material/costly/pictures.ts";
import { seededRandom } from "../../material/random.ts";
import { climb } from "./climb.ts";
import { type CallCost, EngineProbe } from "./engine-probe.ts";
import { worstVerdicts } from "./verdicts.ts";

/** The bars of contract §10.2: of one call at an engine, and of the edge's verdict on one reading. */
const BARS = { seconds: 10, megabytes: 600, overdue: 1, milliseconds: 50 } as const;
/** Milliseconds that a call has while its cost is measured, and while its deadline is tried. */
const PATIENCE = 60_000;
const HURRY = 500;

const HELP = `Usage: npm run lab -- cost [--tries 12 --seed 1 --only "dense text,metadata"]

Searches for the dearest valid uploads: from random ones of each kind it climbs to those that take more of a real engine,
in processor seconds and in memory. Then tries the worst of each kind with half a second until its deadline, and the edge's
verdicts on the largest and dearest readings. Ends with 1 where a call takes over ${BARS.seconds} s or ${BARS.megabytes} MB of an engine, is
left more than ${BARS.overdue} s after its deadline or costs the engine's life, or where a verdict on one reading takes over ${BARS.milliseconds} ms.

  --tries   uploads of each kind (12: about 15 minutes on two idle cores)
  --seed    of the random numbers (1)
  --only    kinds, separated by commas: ${Object.keys(COSTLY_PICTURES).join(", ")}, verdicts
`;

const { values: flags } = parseArgs({
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

/** Each bar is one share of it, so that climbing goes towards whichever is nearer. */
const share = ({ seconds, megabytes, outcome }: CallCost) =>
  outcome === "engine_lost"
    ? Number.POSITIVE_INFINITY
    : Math.max(seconds / BARS.seconds, megabytes / BARS.megabytes);

const isWithin = (cost: CallCost) => share(cost) <= 1 && cost.outcome === "answered";

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const kinds = Object.entries(COSTLY_PICTURES).filter(([kind]) => isAsked(kind));
  console.log(`cost: ${kinds.length} kinds of uploads, ${flags.tries} of each, seed ${flags.seed}`);
  let calls = 0;
  for (const [kind, picture] of kinds) calls += await tryKind(kind, picture);
  if (isAsked("verdicts")) tellVerdicts();
  console.log(`calls       ${calls}; ${failures === 0 ? "every bar holds" : `${failures} bars failed`}`);
  if (failures > 0) process.exitCode = 1;
}

/** Tells the worst upload of a kind; answers with the number of calls that an engine took. */
async function tryKind(kind: string, { method, parameters, make }: CostlyPicture): Promise<number> {
  let probe = await EngineProbe.open();
  let calls = 0;
  const call = async (argument: Work["argument"], within: number) => {
    calls++;
    const cost = await probe.run({ method, argument }, within);
    if (cost.outcome === "engine_lost") probe = await EngineProbe.open();
    return cost;
  };
  try {
    const all: CallCost[] = [];
    const attempt = async (shares: readonly number[]) => {
      const cost = await call(await make(shares), PATIENCE);
      process.stderr.write(`  ${kind}: ${told(cost)} (${shares.map((each) => each.toFixed(3)).join(" ")})\n`);
      all.push(cost);
      return cost;
    };
    const random = seededRandom(Number(flags.seed));
    const worst = await climb(parameters.length, Number(flags.tries), random, attempt, share);
    const place = parameters.map((name, i) => `${name} ${worst.shares[i]!.toFixed(2)}`).join(", ");
    const most = (what: "seconds" | "megabytes") => Math.max(...all.map((cost) => cost[what]));
    const bounds = `${most("seconds").toFixed(1)} s and ${most("megabytes").toFixed(0)} MB at most`;
    tell(kind, `${bounds}; the dearest ${told(worst.cost)} (${place})`, all.every(isWithin));
    const hurried = await call(await make(worst.shares), HURRY);
    const overdue = hurried.wallSeconds - HURRY / 1_000;
    const isKept = hurried.outcome !== "engine_lost" && overdue <= BARS.overdue;
    tell("  deadline", `left after ${HURRY} ms and ${overdue.toFixed(2)} s, ${hurried.outcome}`, isKept);
    return calls;
  } finally {
    await probe.close();
  }
}

function tellVerdicts(): void {
  for (const { call, readings, input, milliseconds } of worstVerdicts(9)) {
    const each = milliseconds / readings;
    tell(call, `${each.toFixed(1)} ms for each of ${readings} (${input})`, each <= BARS.milliseconds);
  }
}

const told = ({ seconds, megabytes, wallSeconds, outcome }: CallCost) =>
  `${seconds.toFixed(1)} s of processor, ${wallSeconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB, ${outcome}`;

function tell(what: string, how: string, holds: boolean): void {
  if (!holds) failures++;
  console.log(`${what.padEnd(22)} ${holds ? "ok    " : "FAILED"} ${how}`);
}

await main();
