import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { reached } from "../bench/figure.ts";
import { machineFacts } from "./machine.ts";
import { readMaterial, UsageError, writeMaterial } from "./material.ts";
import { type PartStart, runPart } from "./part.ts";
import { PARTS } from "./parts.ts";
import type { Provider, RunFigure } from "./rig.ts";

const ROOT = join(import.meta.dirname, "../..");

const HELP = `Usage: npm run lab -- gpu [part …] --provider cuda|cpu [--material DIR] [--models DIR] [--calls N]
                              [--limit SECONDS] [--out FILE]
       npm run lab -- gpu draw --material DIR

Measures a GPU host beside the same nets on the processor. With cpu it is a rehearsal: the same code with the CPU provider,
whose figures say nothing of a GPU. Ends with 1 if a bar is missed. \`draw\` makes the pictures: a GPU host has no packages
that can.

${Object.entries(PARTS)
  .map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`)
  .join("\n")}

  --material  folder of pictures that draw makes (material)
  --models    folder of the prepared model pack (.local/models)
  --calls     calls after ready, none of which may be slow (1000)
  --limit     seconds after which a part is ended with all its processes, and has failed (900)
  --out       writes the figures and the facts of the machine as JSON, after each figure
`;

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      provider: { type: "string" },
      material: { type: "string", default: join(ROOT, "material") },
      models: { type: "string", default: join(ROOT, ".local/models") },
      calls: { type: "string", default: "1000" },
      limit: { type: "string", default: "900" },
      out: { type: "string" },
      help: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (values.help) return void process.stdout.write(HELP);
  if (positionals[0] === "draw") return writeMaterial(values.material);
  const unknown = positionals.find((name) => !(name in PARTS));
  if (unknown !== undefined) throw new UsageError(`there is no part ${unknown}; --help lists them`);
  const { models, material, out } = values;
  const provider = providerOf(values.provider);
  const calls = countOf("calls", values.calls);
  const limit = 1_000 * countOf("limit", values.limit);
  // A folder that is missing is reported before anything is measured.
  readMaterial(material);
  const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
  const starts = names.map((part): PartStart => ({ part, provider, models, material, calls }));
  const missed = await measure(starts, limit, out);
  if (missed > 0) process.exitCode = 1;
}

/** Measures part after part, and prints each figure at once: a run that is cut off keeps what it has. */
async function measure(
  starts: readonly PartStart[],
  limit: number,
  out: string | undefined,
): Promise<number> {
  const facts = { measured: starts[0]!.provider, node: process.version, ...(await machineFacts()) };
  console.log(JSON.stringify(facts));
  const parts: Record<string, { figures: RunFigure[]; seconds?: number; failure?: string }> = {};
  const keep = () => out !== undefined && writeFileSync(out, JSON.stringify({ facts, parts }, null, 1));
  let missed = 0;
  for (const start of starts) {
    console.log(start.part);
    const part: (typeof parts)[string] = { figures: [] };
    parts[start.part] = part;
    const from = performance.now();
    const failure = await runPart(start, limit, (figure) => {
      part.figures.push(figure);
      missed += print(figure, start.provider);
      keep();
    });
    part.seconds = Math.round((performance.now() - from) / 1_000);
    console.log(
      `  ${start.part} took ${part.seconds} s${failure === undefined ? "" : ` and FAILED: ${failure}`}`,
    );
    if (failure !== undefined) {
      part.failure = failure;
      missed++;
    }
    keep();
  }
  console.log(missed === 0 ? "every bar that counts here holds" : `${missed} bars missed`);
  return missed;
}

const VERDICTS: Readonly<Record<string, string>> = { true: "reached", false: "NOT REACHED", null: "" };

/** Prints a figure; 1 where it misses a bar that counts on this provider. */
function print(figure: RunFigure, provider: Provider): number {
  const counts = provider === "cuda" || figure.onGpuOnly !== true;
  const isReached = reached(figure);
  const verdict = counts ? VERDICTS[String(isReached)] : "for a GPU to reach";
  const value = Number(figure.value.toPrecision(7));
  console.log(`  ${figure.name.padEnd(62)}${value} ${figure.unit} ${figure.aim ?? ""} ${verdict}`.trimEnd());
  return counts && isReached === false ? 1 : 0;
}

function providerOf(name: string | undefined): Provider {
  if (name === "cpu" || name === "cuda") return name;
  throw new UsageError("--provider takes cuda, or cpu for a rehearsal");
}

function countOf(flag: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new UsageError(`--${flag} takes a whole number above 0`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isUsage = (error as { code?: unknown }).code?.toString().startsWith("ERR_PARSE_ARGS");
  if (!(error instanceof UsageError) && isUsage !== true) throw error;
  process.stderr.write(`gpu: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
