import { parseArgs } from "node:util";
import { keepPausesShort } from "../../../inference/processes/collection.ts";
import { overload } from "./run.ts";
import { startReal, startScripted } from "./services.ts";
import { judge } from "./verdict.ts";

const HELP = `Usage: npm run lab -- overload [--real --calls 10000 --rounds 10 --engines 2 --patience 2 --cost 25]

Measures what an inference service can do, then offers it twice as much from eight tenants. Engines wait for --cost
milliseconds a call, so that the machine's processors do not count; with --real they analyse faces (1,000 calls, unless told).
Every call waits for --patience seconds. In --rounds rounds a refused call then asks again until it is taken, for how true
its Retry-After was. Ends with 1 where a bar does not hold.
`;

const { values: flags } = parseArgs({
  options: {
    real: { type: "boolean", default: false },
    calls: { type: "string" },
    rounds: { type: "string", default: "10" },
    engines: { type: "string", default: "2" },
    patience: { type: "string", default: "2" },
    cost: { type: "string", default: "25" },
    help: { type: "boolean", default: false },
  },
});

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  // Collections of the load would take the service's processors.
  keepPausesShort();
  const engines = Number(flags.engines);
  const settings = { ENGINES: flags.engines, MAX_WAIT: flags.patience };
  const service = flags.real ? await startReal(settings) : await startScripted(settings, Number(flags.cost));
  try {
    const plan = {
      engines,
      calls: Number(flags.calls ?? (flags.real ? 1_000 : 10_000)),
      rounds: Number(flags.rounds),
      patience: Number(flags.patience) * 1_000,
      seconds: flags.real ? 20 : 5,
    };
    const findings = await overload(service, plan, (line) => console.log(line));
    const bars = judge(findings);
    for (const { name, value, unit, holds, bar } of bars) {
      console.log(
        `${name.padEnd(38)}${value.toFixed(2).padStart(9)} ${unit.padEnd(3)}${bar.padEnd(9)}${holds ? "holds" : "MISSED"}`,
      );
    }
    if (bars.some(({ holds }) => !holds)) process.exitCode = 1;
  } finally {
    await service.stop();
  }
}

await main();
