import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { reached } from "../../bench/figure.ts";
import { GpuError } from "../errors.ts";
import { measureAnswers } from "./answers.ts";
import { measureBatches } from "./batches.ts";
import { measureFirstCalls } from "./first-calls.ts";
import { machineFacts, measureLibraries } from "./machine.ts";
import { readMaterial } from "./material.ts";
import { Hosts, type Part, type Provider, type Rig, type RunFigure } from "./rig.ts";
import { measureShares } from "./shares.ts";
import { measureWholeHost } from "./whole-host.ts";

const ROOT = join(import.meta.dirname, "../../..");

const PARTS: Readonly<Record<string, Part>> = {
  libraries: { summary: "what the provider asks for and the loader finds", measure: measureLibraries },
  batches: { summary: "placed nets by batch size, bare and by the device", measure: measureBatches },
  first: { summary: "the first calls after ready; one process a GPU", measure: measureFirstCalls },
  answers: { summary: "the same answers as on the processor, to every photo", measure: measureAnswers },
  host: {
    summary: "what all engines answer together, and what that takes of the processor",
    measure: measureWholeHost,
  },
  shares: { summary: "where the processor's time goes", measure: measureShares },
};

const HELP = `Usage: npm run gpu -- run [part …] --provider cuda|cpu [--material DIR] [--models DIR] [--calls N] [--out FILE]

Measures a GPU host beside the same nets on the processor. With cpu it is a rehearsal: the same code with the CPU provider,
whose figures say nothing of a GPU. Ends with 1 where a bar is missed.

${Object.entries(PARTS)
  .map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`)
  .join("\n")}

  --material  photos that npm run gpu -- pack wrote (material)
  --models    folder of the prepared model pack (.local/models)
  --calls     calls after ready, none of which may be slow (1000)
  --out       writes the figures and the facts of the machine as JSON, after each part
`;

export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      provider: { type: "string" },
      material: { type: "string", default: join(ROOT, "material") },
      models: { type: "string", default: join(ROOT, ".local/models") },
      calls: { type: "string", default: "1000" },
      out: { type: "string" },
      help: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (values.help) return void process.stdout.write(HELP);
  const unknown = positionals.find((name) => !(name in PARTS));
  if (unknown !== undefined) throw new GpuError("usage", `there is no part ${unknown}; --help lists them`);
  const provider = providerOf(values.provider);
  const { models } = values;
  const rig: Rig = {
    ...{ provider, models, hosts: new Hosts({ provider, models }) },
    material: readMaterial(values.material),
    calls: callsOf(values.calls),
  };
  // In the table's order: the first calls of a host are no more the first ones after another part.
  const names = Object.keys(PARTS).filter((name) => positionals.length === 0 || positionals.includes(name));
  try {
    const missed = await measure(rig, names, values.out);
    if (missed > 0) process.exitCode = 1;
  } finally {
    await rig.hosts.close();
  }
}

/** Measures part after part, and tells each at once: a run that is cut off keeps what it has. */
async function measure(rig: Rig, names: readonly string[], out: string | undefined): Promise<number> {
  const facts = { measured: rig.provider, node: process.version, ...(await machineFacts()) };
  console.log(JSON.stringify(facts));
  const parts: Record<string, readonly RunFigure[] | string> = {};
  let missed = 0;
  for (const name of names) {
    const from = performance.now();
    const figures = await PARTS[name]!.measure(rig).catch((error: Error) => error.message);
    console.log(`${name}: ${((performance.now() - from) / 1_000).toFixed(0)} s`);
    missed += tell(figures, rig.provider);
    parts[name] = figures;
    if (out !== undefined) writeFileSync(out, JSON.stringify({ facts, parts }, null, 1));
  }
  console.log(missed === 0 ? "every bar that counts here holds" : `${missed} bars missed`);
  return missed;
}

const VERDICTS: Readonly<Record<string, string>> = { true: "reached", false: "NOT REACHED", null: "" };

/** Prints a part's figures, and counts the bars that are missed; a part that failed misses one. */
function tell(figures: readonly RunFigure[] | string, provider: Provider): number {
  if (typeof figures === "string") {
    console.log(`  FAILED: ${figures}`);
    return 1;
  }
  let missed = 0;
  for (const figure of figures) {
    const counts = provider === "cuda" || figure.onGpuOnly !== true;
    const isReached = reached(figure);
    const verdict = counts ? VERDICTS[String(isReached)] : "for a GPU to reach";
    if (counts && isReached === false) missed++;
    const value = Number(figure.value.toPrecision(7));
    console.log(
      `  ${figure.name.padEnd(60)}${value} ${figure.unit} ${figure.aim ?? ""} ${verdict}`.trimEnd(),
    );
  }
  return missed;
}

function providerOf(name: string | undefined): Provider {
  if (name === "cpu" || name === "cuda") return name;
  throw new GpuError("usage", "--provider takes cuda, or cpu for a rehearsal");
}

function callsOf(text: string): number {
  const calls = Number(text);
  if (Number.isInteger(calls) && calls > 0) return calls;
  throw new GpuError("usage", "--calls takes a number of calls");
}
