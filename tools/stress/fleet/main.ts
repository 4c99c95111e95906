import { parseArgs } from "node:util";
import { type Bar, type Fleet, holds, type Say, startFleet } from "./fleet.ts";
import { interleavings } from "./interleavings.ts";
import { killing, rolling } from "./leaving.ts";
import { placing } from "./placing.ts";
import { hasHaproxy } from "./proxy.ts";

const HELP = `Usage: npm run fleet [-- PART … --restarts 100 --kills 10 --galleries 200 --interleavings 10000 --seed 1]

Real services of inference over scripted engines, behind HAProxy with the configuration of deploy/, called as the edge does:
  rolling        two hosts restart by turns under load: no call fails at the edge
  killing        one of two hosts is killed under load: no repeatable call fails, and it is ejected within 2 s
  placing        four hosts: each gallery is in one memory, and a host that leaves moves its own only
  interleavings  four hosts with galleries on their disks end and come back while tenants enrol, erase and search: no
                 answer is stale
Without a PART all of them, some 30 minutes. Ends with 1 where a bar does not hold. HAProxy comes with
tools/deploy/install.sh or apt-get install haproxy.
`;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    restarts: { type: "string", default: "100" },
    kills: { type: "string", default: "10" },
    galleries: { type: "string", default: "200" },
    interleavings: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});

/** Ten thousand steps of four tenants last six minutes, in which hosts end some fifty times. */
const PACE_MS = 150;

interface Part {
  readonly hosts: number;
  readonly run: (fleet: Fleet, say: Say) => Promise<Bar[]>;
}

const PARTS: Readonly<Record<string, Part>> = {
  rolling: { hosts: 2, run: (fleet, say) => rolling(fleet, Number(flags.restarts), say) },
  killing: { hosts: 2, run: (fleet, say) => killing(fleet, Number(flags.kills), say) },
  placing: { hosts: 4, run: (fleet, say) => placing(fleet, Number(flags.galleries), say) },
  interleavings: {
    hosts: 4,
    run: (fleet, say) =>
      interleavings(
        fleet,
        { steps: Number(flags.interleavings), seed: Number(flags.seed), paceMs: PACE_MS },
        say,
      ),
  },
};

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const unknown = positionals.find((name) => !(name in PARTS));
  if (unknown !== undefined) return refuse(`no part is called ${unknown}; see --help`);
  if (!hasHaproxy()) return refuse("haproxy is not installed; see --help");
  for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
    const { hosts, run } = PARTS[name]!;
    console.log(name);
    const fleet = await startFleet(hosts);
    const bars = await run(fleet, (line) => console.log(line)).finally(() => fleet.close());
    for (const bar of bars) tell(bar);
    if (!bars.every(holds)) process.exitCode = 1;
  }
}

function refuse(why: string): void {
  process.stderr.write(`fleet: ${why}\n`);
  process.exitCode = 1;
}

function tell(bar: Bar): void {
  const { name, value, most, least } = bar;
  const judged = most !== undefined || least !== undefined;
  console.log(
    `${name.padEnd(48)}${String(Number(value.toFixed(3))).padStart(10)}  ${judged ? (holds(bar) ? "holds" : "MISSED") : ""}`,
  );
}

await main();
