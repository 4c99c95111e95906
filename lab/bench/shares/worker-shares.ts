import { InferenceSession } from "onnxruntime-node";
import { type OpenBundle, openBundle } from "../../../inference/bundle/open.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { openPipelines } from "../../../inference/pipelines/index.ts";
import { CPU, type Model } from "../../../inference/runtime/session.ts";

/** A call that a worker does while it is watched. */
export interface SharesOf {
  readonly method: "analyzeFace" | "examineDocument";
  readonly content: Uint8Array;
}

/** CPU milliseconds of one call, all threads of the worker together, and their shares. */
export interface Shares {
  readonly total: number;
  readonly decode: number;
  /** Runs of ONNX Runtime. */
  readonly models: number;
  /** Between a pipeline and ONNX Runtime: tensors created, copied, checked. */
  readonly copies: number;
  /** Runs of models. */
  readonly runs: number;
}

let atSeam = 0;
let inModels = 0;
let runs = 0;

/** Adds up the time of every run of ONNX Runtime, below the seam that pipelines see. */
function watchSessions(): void {
  const { prototype } = InferenceSession as unknown as { prototype: InferenceSession };
  const run = prototype.run as (...args: unknown[]) => ReturnType<InferenceSession["run"]>;
  prototype.run = async function (this: InferenceSession, ...args: unknown[]) {
    const from = thread();
    const results = await run.apply(this, args);
    inModels += thread() - from;
    runs++;
    return results;
  } as InferenceSession["run"];
}

/** The model bundle with models that add up their time. */
function watched(bundle: OpenBundle): OpenBundle {
  const watch = (model: Model): Model => ({
    ...model,
    async run(feeds) {
      const from = thread();
      const results = await model.run(feeds);
      atSeam += thread() - from;
      return results;
    },
  });
  return {
    ...bundle,
    model: (task) => watch(bundle.model(task)),
    open: async (name, graph) => watch(await bundle.open(name, graph)),
  };
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;

/** Processor milliseconds of this process since it began, and those of its main thread, which runs models. */
const processor = () => milliseconds(process.cpuUsage());
const thread = () => milliseconds(process.threadCpuUsage());

async function costOf(work: () => Promise<unknown>): Promise<number> {
  const from = processor();
  await work();
  return processor() - from;
}

/** Entry point of a process that works like a single worker and reports its time by shares. */
async function main(): Promise<void> {
  process.on("disconnect", () => process.exit(0));
  watchSessions();
  const pipelines = await openPipelines(watched(await openBundle(process.argv[2]!, CPU)));
  const measure = async ({ method, content }: SharesOf): Promise<Shares> => {
    const decode = await costOf(() => decodeImage(content));
    [atSeam, inModels, runs] = [0, 0, 0];
    const total = await costOf(() => pipelines[method](content));
    return { total, decode, models: inModels, copies: atSeam - inModels, runs };
  };
  process.on("message", (work) => void measure(work as SharesOf).then((shares) => process.send!(shares)));
  process.send!("ready");
}

await main();
