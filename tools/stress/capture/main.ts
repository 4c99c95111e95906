import { parseArgs } from "node:util";
import { quantile } from "../../../inference/statistics.ts";
import { openCast } from "./cast.ts";
import { openTheatre, type Walked } from "./theatre.ts";
import { BARS, type Times, timeVisit } from "./times.ts";
import { WALKS, type Walk } from "./walks.ts";

const HELP = `Usage: npm run walk [-- --seeds 3 --from 1 --only NAME --minutes 30]

Walks people through the capture page in Chromium, from the link to the outcome, on a stack of its own with the bundled
pack. The camera is generated: it shows a document, a face, and then what the server drew. Each seed is another document.
The honest, with cards, passports and permits of two sides, have to be approved; the wrong action, a flat print and a
second person to be declined. No walk may make the console complain, or leave a secret in an address, in the console or
in storage. It prints each walk, the times and bytes, and ends with 1 where one ended otherwise, and after --minutes.
  --seeds N    walks of each kind, with one seed each
  --from N     the first seed
  --times N    instead of walks, N visits on a processor four times slower: link to consent on a line of 1.6 Mbit/s and
               300 ms, camera to first frame, document to picture, frames judged a second, longest task
  --only NAME  kinds whose name has this in it: ${WALKS.map(({ name }) => name).join(", ")}
A walk takes some 15 s on two cores. CHROMIUM names the browser; Debian's is /usr/bin/chromium.
`;

const { values: flags } = parseArgs({
  options: {
    seeds: { type: "string", default: "3" },
    from: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    times: { type: "string", default: "0" },
    minutes: { type: "string", default: "30" },
    help: { type: "boolean", default: false },
  },
});

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const kinds = WALKS.filter(({ name }) => name.includes(flags.only));
  if (Number(flags.times) > 0) return times(Number(flags.times));
  if (kinds.length === 0)
    throw new Error(`no walk has ${JSON.stringify(flags.only)} in its name: see --help`);
  const theatre = await openTheatre();
  const cast = await openCast();
  const walked: { readonly walk: Walk; readonly end: Walked | Error }[] = [];
  try {
    for (let seed = Number(flags.from); seed < Number(flags.from) + Number(flags.seeds); seed++) {
      for (const walk of kinds) {
        const person = await walk.cast(cast, seed);
        const end = await theatre
          .walk(walk, person, `${walk.name} ${seed}`)
          .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
        walked.push({ walk, end });
        console.log(`${walk.name.padEnd(15)}${String(seed).padStart(4)}  ${lineOf(end)}`);
      }
    }
  } finally {
    await cast.close();
    await theatre.close();
  }
  const missed = walked.filter(({ walk, end }) => !isRight(walk, end));
  for (const { name, decision } of kinds) {
    const ends = walked.filter(({ walk }) => walk.name === name);
    const right = ends.filter(({ walk, end }) => isRight(walk, end));
    console.log(`${name.padEnd(15)}${right.length} of ${ends.length} ${decision}${timesOf(right)}`);
  }
  console.log(
    `actions drawn  ${tally(walked.flatMap(({ end }) => (end instanceof Error ? [] : end.actions)))}`,
  );
  console.log(missed.length === 0 ? "holds" : `DOES NOT HOLD: ${missed.length} ended otherwise`);
  if (missed.length > 0) process.exitCode = 1;
}

/** Measures so many visits; the median of each is held against its bar. */
async function times(visits: number): Promise<void> {
  const theatre = await openTheatre();
  const cast = await openCast();
  const taken: Times[] = [];
  try {
    const person = await cast.person({ seed: Number(flags.from) });
    for (let n = 0; n < visits; n++) taken.push(await timeVisit(theatre, WALKS[0]!, person, `visit ${n}`));
  } finally {
    await cast.close();
    await theatre.close();
  }
  for (const { of, what, most = Infinity, least = 0 } of BARS) {
    const values = taken.map((each) => each[of]).sort((a, b) => a - b);
    const median = quantile(values, 0.5);
    const holds = median <= most && median >= least;
    const range = `${values[0]!.toFixed(0)} to ${values.at(-1)!.toFixed(0)}`;
    const bar = most === Infinity ? `≥ ${least}` : `≤ ${most}`;
    console.log(`${what.padEnd(44)}p50 ${median.toFixed(0)}, ${range}; bar ${bar}${holds ? "" : "  MISSED"}`);
    if (!holds) process.exitCode = 1;
  }
}

function isRight({ decision, reasons }: Walk, end: Walked | Error): boolean {
  if (end instanceof Error || end.decision !== decision || end.complaints.length > 0) return false;
  return reasons === undefined || end.reasons.some((reason) => reasons.includes(reason));
}

function lineOf(end: Walked | Error): string {
  if (end instanceof Error) return `stuck: ${end.message.split("\n")[0]}`;
  const { decision, reasons, actions, changes, ms, bytesUp, complaints } = end;
  const told = [decision, ...reasons, ...changes, ...complaints].join(", ");
  return `${seconds(ms)}  ${kilobytes(bytesUp)}  ${actions.join(" ").padEnd(12)}  ${told}`;
}

function timesOf(ends: readonly { readonly end: Walked | Error }[]): string {
  const whole = ends.map(({ end }) => end as Walked);
  if (whole.length === 0) return "";
  const times = whole.map(({ ms }) => ms).sort((a, b) => a - b);
  const most = Math.max(...whole.map(({ bytesUp }) => bytesUp));
  return `; p50 ${seconds(quantile(times, 0.5))}, most ${seconds(times.at(-1)!)}; most ${kilobytes(most)} up`;
}

function tally(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].map(([name, { length }]) => `${name} ${length}`).join(", ");
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
setTimeout(() => {
  console.log(`MISSED the walks have not ended within ${flags.minutes} minutes`);
  process.exit(1);
}, Number(flags.minutes) * 60_000).unref();
await main();
