import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { labArguments } from "../arguments.ts";
import { type Figure, printFigure } from "../bench/figure.ts";
import { shareFigures } from "../bench/shares/shares.ts";
import { measureAnswers } from "./answers.ts";
import { measureFirstCalls } from "./first-calls.ts";
import { type Provider, type Rig, type RunFigure, startHost } from "./hosts.ts";
import { libraryFigures, machineFacts } from "./machine.ts";
import { readMaterial, UsageError, writeMaterial } from "./material.ts";
import { measureWholeHost } from "./whole-host.ts";

const ROOT = join(import.meta.dirname, "../..");

const HELP = `Usage: npm run lab -- gpu --provider cuda|cpu [--material DIR] [--models DIR] [--calls N] [--out FILE]
       npm run lab -- gpu draw --material DIR

Measures a GPU host beside the same models on the processor: the libraries that the loader finds, the first calls, the
answers to faces and documents, what all workers answer together, and where the processor's time goes. With cpu it is a
rehearsal, whose figures say nothing of a GPU. Ends with 1 if a bar is missed. \`draw\` makes the photos: a GPU host has
no packages that can.

  --material  folder of photos that draw makes (material)
  --models    folder of the prepared model bundle (.local/models)
  --calls     calls after ready, none of which may be slow (1000)
  --out       writes the figures and the facts of the machine as JSON, after each figure
`;

const { values, positionals } = labArguments("gpu", {
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

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP);
  if (positionals[0] === "draw") return writeMaterial(values.material);
  const { provider, models, out } = values;
  if (provider !== "cpu" && provider !== "cuda")
    throw new UsageError("--provider takes cuda, or cpu for a rehearsal");
  const calls = Number(values.calls);
  if (!Number.isInteger(calls) || calls < 1) throw new UsageError("--calls takes a whole number above 0");
  const rig: Rig = { provider, models, material: readMaterial(values.material), calls };
  const facts = { measured: provider, node: process.version, ...(await machineFacts()) };
  console.log(JSON.stringify(facts));
  const figures: RunFigure[] = [];
  let missed = 0;
  // Each figure is saved at once: an aborted run keeps its figures.
  for await (const figure of measure(rig)) {
    figures.push(figure);
    const counts = provider === "cuda" || figure.onGpuOnly !== true;
    if (printFigure(figure, counts ? undefined : "for a GPU to reach") === false && counts) missed++;
    if (out !== undefined) writeFileSync(out, JSON.stringify({ facts, figures }, null, 1));
  }
  console.log(missed === 0 ? "every bar that counts here holds" : `${missed} bars missed`);
  if (missed > 0) process.exitCode = 1;
}

async function* measure(rig: Rig): AsyncGenerator<RunFigure> {
  yield* libraryFigures();
  const started: { stop(): Promise<unknown> }[] = [];
  const start = async (provider: Provider | "reference") => {
    const from = performance.now();
    const host = await startHost(rig.models, provider);
    started.push(host.service);
    return { host, ready: seconds(`${provider}: the service is ready after`, from) };
  };
  try {
    const placed = await start(rig.provider);
    yield placed.ready;
    yield* await measureFirstCalls(rig, placed.host);
    const reference = await start("reference");
    yield reference.ready;
    const hosts = { placed: placed.host, reference: reference.host };
    yield* await measureAnswers(rig, hosts);
    yield* measureWholeHost(rig, hosts);
  } finally {
    for (const service of started) await service.stop();
  }
  yield* await sharesOf(rig);
}

const seconds = (name: string, from: number): Figure => ({
  name,
  value: (performance.now() - from) / 1_000,
  unit: "s",
});

/** The bench's shares for the given photos: models run in the worker here, on the CPU. */
function sharesOf({ models, material }: Rig): Promise<Figure[]> {
  const upright = Object.entries(material.faces).filter(([name]) => name.includes("turned-0"));
  const [page] = Object.values(material.documents);
  return shareFigures(models, {
    face: upright.map(([, content]) => ({ method: "analyzeFace", content })),
    document: [{ method: "examineDocument", content: page! }],
  });
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`gpu: ${error.message}\n`);
  process.exitCode = 1;
}
