import type { ModelManifest } from "../../bundle/manifest.ts";
import { CPU } from "../../runtime/session.ts";
import type { Tensor } from "../../runtime/tensors.ts";
import { type Answer, type GpuModel, openGpuModel } from "./model.ts";

/**
 * Largest allowed difference to the CPU's answer, as a share of its root mean square. A sound GPU adds in
 * another order, and rounds more if TensorFloat-32 is allowed.
 */
const TOLERANCE = { cpu: 1e-5, cuda: 2e-3, tf32: 5e-2 } as const;

/** A model's answer to its canary input, which shows that a GPU worker still computes correctly. */
export class Canary {
  readonly #model: GpuModel;
  readonly #expected: readonly Tensor[];
  readonly #tolerance: number;

  private constructor(model: GpuModel, expected: readonly Tensor[], tolerance: number) {
    this.#model = model;
    this.#expected = expected;
    this.#tolerance = tolerance;
  }

  /** Computes the expected answer on the CPU, also for a model that runs on a GPU. */
  static async of(model: GpuModel, manifest: ModelManifest, { modelsDir, tf32 }: Place): Promise<Canary> {
    if (model.provider === "cpu") return new Canary(model, await answerOf(model, 1), TOLERANCE.cpu);
    const reference = await openGpuModel(modelsDir, manifest, manifest.placement!, CPU);
    try {
      const expected = await answerOf(reference, 1);
      return new Canary(model, expected, tf32 ? TOLERANCE.tf32 : TOLERANCE.cuda);
    } finally {
      await reference.release();
    }
  }

  /** Runs the model at a batch size, with the canary as the last item. Throws if the answer differs. */
  async check(size: number): Promise<void> {
    const answer = await answerOf(this.#model, size);
    const isSame = this.#expected.every((output, i) => deviation(answer[i]!, output) <= this.#tolerance);
    if (!isSame) throw new Error(`${this.#model.info.task} answers its canary wrongly in a batch of ${size}`);
  }
}

interface Place {
  readonly modelsDir: string;
  readonly tf32: boolean;
}

async function answerOf(model: GpuModel, size: number): Promise<readonly Tensor[]> {
  const items = Array.from({ length: size }, () => model.canary);
  const answer: Answer = (await model.run(items, size))[size - 1]!;
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
