import { parseArgs } from "node:util";
import { runFaults } from "./run.ts";

const HELP = `Usage: npm run faults [-- --seconds 10 --callers 2 --only NAME]

Breaks a real stack in every way of a table, each for so many seconds and under load: parts that are stopped, killed, silent or
slow, and a full disk. Bars: nothing acknowledged is lost or kept twice, results, events and usage agree, each answer is
coded and in time, and the service is back within 10 s of the fault's end. Ends with 1 where a bar is missed.
--only NAME tries the faults whose name has this in it. A full disk needs the right to mount a tmpfs.
Not tried: an object store that hangs (the local one lives in the edge's own process), clocks that are wrong.
`;
/** Milliseconds from the end of a fault until a new call is answered and its event received. */
const RECOVERY_MS = 10_000;

const { values: flags } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    callers: { type: "string", default: "2" },
    only: { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const { tried, untried, ledger, acknowledged, slowestMs } = await runFaults({
    seconds: Number(flags.seconds),
    callers: Number(flags.callers),
    only: flags.only,
    say: (line) => console.log(line),
  });
  const missed = [
    ...tried.filter(({ recoveryMs }) => recoveryMs > RECOVERY_MS).map(({ name }) => `${name}: back too late`),
    ...tried.flatMap(({ name, faulty }) => faulty.map((what) => `${name}: ${what}`)),
    ...Object.entries(ledger).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`])),
    ...(tried.length === 0 ? ["nothing was tried"] : []),
  ];
  for (const line of untried) console.log(`not tried: ${line}`);
  console.log(`acknowledged ${acknowledged}, slowest answer ${slowestMs} ms`);
  for (const [what, count] of Object.entries(ledger)) console.log(`${what.padEnd(28)}${count}`);
  for (const line of missed) console.log(`MISSED ${line}`);
  console.log(missed.length === 0 ? "holds" : "DOES NOT HOLD");
  if (missed.length > 0) process.exitCode = 1;
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
await main();
