import { labArguments } from "../../arguments.ts";
import { FAULTS } from "./faults.ts";
import { runFaults } from "./run.ts";

const HELP = `Usage: npm run lab -- faults [--seconds 10 --callers 2 --only NAME --minutes 25 --list]

Breaks a real stack in every way of a table, each for so many seconds and under load: parts that are stopped, killed,
silent or slow, full disks, keys that are rotated. Bars: nothing acknowledged is lost or kept twice, results, events and
usage agree, each answer is coded and in time, and the service is back within 10 s of the fault's end. Ends with 1 where a bar is missed, and
after --minutes. The whole table takes some 10 minutes, more on a busy machine.
--only NAME tries the faults whose name has this in it; --list prints the names. Disks need the right to mount. What could not be tried is reported, and is no failure.
`;
/** Milliseconds from the end of a fault until a new call is answered and its event received. */
const RECOVERY_MS = 10_000;

const { values: flags } = labArguments("faults", {
  options: {
    seconds: { type: "string", default: "10" },
    callers: { type: "string", default: "2" },
    only: { type: "string", default: "" },
    minutes: { type: "string", default: "25" },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  if (flags.list) return void console.log(FAULTS.map(({ name }) => name).join("\n"));
  const { tried, untried, ledger, acknowledged } = await runFaults({
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
  printRow(["fault", "acknowledged", "lost", "kept twice", "slowest ms", "back after ms"]);
  for (const { name, acknowledged, lost, twice, slowestMs, recoveryMs } of tried)
    printRow([name, acknowledged, lost, twice, slowestMs, recoveryMs]);
  for (const line of untried) console.log(`not tried: ${line}`);
  console.log(`acknowledged in all ${acknowledged}`);
  for (const [what, count] of Object.entries(ledger)) console.log(`${what.padEnd(28)}${count}`);
  for (const line of missed) console.log(`MISSED ${line}`);
  console.log(missed.length === 0 ? "holds" : "DOES NOT HOLD");
  if (missed.length > 0) process.exitCode = 1;
}

function printRow([name, ...values]: readonly (string | number)[]): void {
  console.log(`${String(name).padEnd(46)}${values.map((value) => String(value).padStart(14)).join("")}`);
}

function giveUp(): void {
  console.log(`MISSED the campaign has not ended within ${flags.minutes} minutes`);
  process.exit(1);
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
setTimeout(giveUp, Number(flags.minutes) * 60_000).unref();
await main();
