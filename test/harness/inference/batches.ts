import type { ModelManifest } from "#inference/bundle/manifest.ts";
import { selectModels } from "#inference/bundle/prepare.ts";
import { deviation } from "#inference/gpu-worker/lane/canary.ts";
import { type GpuModel, openGpuModel } from "#inference/gpu-worker/lane/model.ts";
import { CPU } from "#inference/runtime/session.ts";
import type { Tensor } from "#inference/runtime/tensors.ts";

/** Largest difference of an item's output alone and among others, as a share of its root mean square. */
export const SAME = 1e-5;

/** How much an item's answer differs alone and in a batch, and whether both say the same. */
interface Comparison {
  readonly difference: number;
  readonly sameDecision: boolean;
}

/** Every model of a models folder's bundle that may run on a GPU worker. */
export async function openPlaced(dir: string): Promise<GpuModel[]> {
  const { models } = await selectModels(dir);
  const placed = models.filter(({ placement }) => placement !== null) as ModelManifest[];
  return Promise.all(placed.map((model) => openGpuModel(dir, model, model.placement!, CPU)));
}

/**
 * Runs random items in one batch, padded to the bucket, then one of them alone. `random` gives 0..1.
 */
export async function compareInBatch(model: GpuModel, random: () => number): Promise<Comparison> {
  const size = model.sizes[Math.floor(random() * model.sizes.length)]!;
  const items = Array.from({ length: 1 + Math.floor(random() * size) }, () => randomItem(model, random));
  const place = Math.floor(random() * items.length);
  const among = (await model.run(items, size))[place]!;
  const alone = (await model.run([items[place]!], 1))[0]!;
  if (among instanceof Error || alone instanceof Error) throw among;
  return {
    difference: Math.max(...alone.map((output, i) => deviation(among[i]!, output))),
    sameDecision: alone.every((output, i) => largest(output) === largest(among[i]!)),
  };
}

/** Noise of a random level and contrast, in pixels. */
function randomItem(model: GpuModel, random: () => number): Tensor {
  const { data, dims } = model.canary;
  const [level, contrast] = [random() * 255, random() * 255];
  const bytes = Uint8Array.from(data as Uint8Array, () =>
    Math.min(255, Math.max(0, level + contrast * (random() - 0.5))),
  );
  return { data: bytes, dims };
}

/** The index of the largest value: a model's class, or the largest point or number. */
const largest = ({ data }: Tensor) => (data as Float32Array).indexOf(Math.max(...(data as Float32Array)));
