import type { ModelManifest } from "../../pack/manifest.ts";
import { CPU } from "../../runtime/session.ts";
import type { Tensor } from "../../runtime/tensors.ts";
import type { Bucket } from "../messages.ts";
import { type Answer, type DeviceNet, openDeviceNet } from "./net.ts";

/**
 * Largest difference to the processor's answer, as a share of its root mean square: by how much a sound GPU
 * adds in another order, and by how much it may round where TensorFloat-32 is allowed.
 */
const TOLERANCE = { cpu: 1e-5, cuda: 2e-3, tf32: 5e-2 } as const;

/** What a net answers to its own canary, by which a device knows that it still computes. */
export class Canary {
  readonly #net: DeviceNet;
  readonly #expected: readonly Tensor[];
  readonly #tolerance: number;

  private constructor(net: DeviceNet, expected: readonly Tensor[], tolerance: number) {
    this.#net = net;
    this.#expected = expected;
    this.#tolerance = tolerance;
  }

  /** Computes the expected answer: on the processor, also for a net that runs on a GPU. */
  static async of(net: DeviceNet, manifest: ModelManifest, { modelsDir, tf32 }: Place): Promise<Canary> {
    if (net.provider === "cpu") return new Canary(net, await answerOf(net, 1), TOLERANCE.cpu);
    const reference = await openDeviceNet(modelsDir, manifest, manifest.placement!, CPU);
    try {
      const expected = await answerOf(reference, 1);
      return new Canary(net, expected, tf32 ? TOLERANCE.tf32 : TOLERANCE.cuda);
    } finally {
      await reference.release();
    }
  }

  /** Runs the net at a batch size, the canary in its last place. Throws where the answer is another one. */
  async check(size: number): Promise<void> {
    const answer = await answerOf(this.#net, size);
    const isSame = this.#expected.every((output, i) => deviation(answer[i]!, output) <= this.#tolerance);
    if (!isSame) throw new Error(`${this.#net.info.task} answers its canary wrongly in a batch of ${size}`);
  }
}

/**
 * How a net's batch sizes are timed: runs before, of which the first is the canary's, and runs of which the
 * fastest counts. A GPU makes its plans at a shape's first runs: here, and not at somebody's call.
 */
const TRIALS = { cpu: { before: 1, timed: 4 }, cuda: { before: 3, timed: 3 } } as const;
/**
 * Milliseconds of a processor's longest batch: each item waits for all of its batch, and every other net for
 * the batch. On a GPU all sizes are tried, as a pack names few and they cost little more than one item.
 */
const LONGEST = { cpu: 150, cuda: Number.POSITIVE_INFINITY } as const;

/**
 * Checks a net at each batch size, and takes the time of each. Times that are known from an earlier process
 * or another lane are believed: so it is back sooner. A GPU runs each size all the same, since it makes its
 * plans at the first run of a shape. Throws where an answer is wrong.
 */
export async function tryOut(
  net: DeviceNet,
  canary: Pick<Canary, "check">,
  known?: readonly Bucket[],
  clock = () => performance.now(),
): Promise<readonly Bucket[]> {
  const { before, timed } = TRIALS[net.provider];
  if (known !== undefined) {
    const sizes = net.provider === "cpu" ? net.sizes.slice(0, 1) : net.sizes;
    for (const size of sizes) {
      for (let trial = 0; trial < before; trial++) await canary.check(size);
    }
    return known;
  }
  const run = async (size: number) => {
    const since = clock();
    await net.run([net.canary], size);
    return clock() - since;
  };
  const buckets: Bucket[] = [];
  for (const size of net.sizes) {
    const smaller = buckets.at(-1);
    const expected = smaller === undefined ? 0 : (smaller.time / smaller.size) * size;
    if (expected > LONGEST[net.provider]) break;
    await canary.check(size);
    const times: number[] = [];
    for (let trial = 1; trial < before + timed; trial++) times.push(await run(size));
    buckets.push({ size, time: Math.min(...times.slice(before - 1)) });
  }
  return buckets;
}

interface Place {
  readonly modelsDir: string;
  readonly tf32: boolean;
}

async function answerOf(net: DeviceNet, size: number): Promise<readonly Tensor[]> {
  const items = Array.from({ length: size }, () => net.canary);
  const answer: Answer = (await net.run(items, size))[size - 1]!;
  if (answer instanceof Error) throw answer;
  return answer.map(({ data, dims }) => ({ data: data.slice(), dims }));
}

/** The largest difference of two outputs, as a share of the second's root mean square; of equal ones 0. */
export function deviation({ data, dims }: Tensor, expected: Tensor): number {
  if (dims.join() !== expected.dims.join()) return Number.POSITIVE_INFINITY;
  let [largest, squares] = [0, 0];
  for (let i = 0; i < data.length; i++) {
    largest = Math.max(largest, Math.abs(Number(data[i]) - Number(expected.data[i])));
    squares += Number(expected.data[i]) ** 2;
  }
  return largest === 0 ? 0 : largest / Math.sqrt(squares / data.length);
}
