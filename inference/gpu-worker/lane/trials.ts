import type { Bucket } from "../messages.ts";
import type { Canary } from "./canary.ts";
import type { GpuModel } from "./model.ts";

/**
 * Runs of a batch size before it counts as warm, and timed runs, of which the fastest counts. A GPU plans at
 * the first runs of a shape. These runs happen here and not in a caller's request.
 */
const RUNS = { cpu: { warm: 1, timed: 4 }, cuda: { warm: 3, timed: 3 } } as const;
/**
 * Milliseconds of a CPU's longest batch: each item waits for its whole batch, and every other model for the
 * batch. On a GPU all sizes are tried, as a bundle names few and they cost little more than one item.
 */
const LONGEST = { cpu: 150, cuda: Number.POSITIVE_INFINITY } as const;

/** A model's canary, as its trials need it. */
type Check = Pick<Canary, "check">;

/** Warms up and checks a model, on a GPU at each batch size. Throws if an answer is wrong. */
export async function warmUp(model: GpuModel, canary: Check): Promise<void> {
  const sizes = model.provider === "cpu" ? model.sizes.slice(0, 1) : model.sizes;
  for (const size of sizes) {
    for (let run = 0; run < RUNS[model.provider].warm; run++) await canary.check(size);
  }
}

/**
 * Measures the time of each batch size of a warm model and checks its answers, while nothing else runs on the
 * device. Throws if an answer is wrong.
 */
export async function timeSizes(
  model: GpuModel,
  canary: Check,
  clock = () => performance.now(),
): Promise<readonly Bucket[]> {
  const timed = async (size: number) => {
    const since = clock();
    await model.run([model.canary], size);
    return clock() - since;
  };
  const buckets: Bucket[] = [];
  for (const size of model.sizes) {
    const smaller = buckets.at(-1);
    const expected = smaller === undefined ? 0 : (smaller.time / smaller.size) * size;
    if (expected > LONGEST[model.provider]) break;
    await canary.check(size);
    const times: number[] = [];
    for (let run = 0; run < RUNS[model.provider].timed; run++) times.push(await timed(size));
    buckets.push({ size, time: Math.min(...times) });
  }
  return buckets;
}
