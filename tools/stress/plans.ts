import { parseArgs } from "node:util";
import { type Finding, isBad, measurePlans } from "../../test/harness/plans/run.ts";

const HELP = `Usage: npm run plans [-- --rows 1000000 --all]

Fills every table of a database with rows of one tenant, without statistics, builds the indexes on them, and runs every
statement of the store. Each may take as many steps of SQLite's virtual machine as 200 rows need, or as its own LIMIT does,
and may scan no table; else it ends with 1. Tells the dearest statements (--all: every one) and the seconds of each index.
A million rows need some 8 GB of disk and some minutes.
`;
const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    all: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
/** Statements and indexes that are told without --all. */
const TOLD = 12;

const say = (line: string) => void process.stdout.write(`${line}\n`);

function describe({ name, measured, most, scans }: Finding): string {
  const shown = [...scans, ...(measured.autoIndexed > 0 ? ["an index of its own"] : [])];
  return `${String(measured.steps).padStart(9)} of ${most} steps  ${name}${shown.length > 0 ? `: ${shown.join(", ")}` : ""}`;
}

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const rows = Number(flags.rows);
  if (!Number.isInteger(rows) || rows < 1) throw new Error("--rows is a positive whole number");
  const started = performance.now();
  const tell = (line: string) =>
    void process.stderr.write(`${Math.round((performance.now() - started) / 1_000)} s ${line}\n`);
  const { findings, indexSeconds } = await measurePlans(rows, tell);
  const told = flags.all ? Number.POSITIVE_INFINITY : TOLD;
  const dearest = findings.toSorted((a, b) => b.measured.steps - a.measured.steps);
  say(`${findings.length} statements on ${rows} rows a table, the dearest first:`);
  for (const finding of dearest.slice(0, told)) say(describe(finding));
  const slowest = [...indexSeconds].sort(([, a], [, b]) => b - a);
  say(`${slowest.length} indexes, the slowest to build first:`);
  for (const [name, seconds] of slowest.slice(0, told)) say(`${seconds.toFixed(1).padStart(9)} s  ${name}`);
  const bad = findings.filter(isBad);
  say(`statements that read too much: ${bad.length}`);
  for (const finding of bad)
    say(`${describe(finding)}\n${finding.measured.sql}\n${finding.measured.plan.join("\n")}`);
  if (bad.length > 0) process.exitCode = 1;
}

await main();
