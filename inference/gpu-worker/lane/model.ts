import { type ModelManifest, type Placement, versionOf } from "../../bundle/manifest.ts";
import { preparePixelGraph } from "../../bundle/prepare.ts";
import { type Model, openModel, type Provider, type SessionOptions } from "../../runtime/session.ts";
import { checkFinite, SessionError, type Tensor } from "../../runtime/tensors.ts";
import { isItem } from "../connection/frames.ts";
import { type GpuModelInfo, GpuWorkerError } from "../messages.ts";

/** The outputs for one item, in the model's order with a batch of one, or the error. */
export type Answer = readonly Tensor[] | GpuWorkerError;

/** A model in one session, which answers several items at once; an item that fails harms no other. */
export class GpuModel {
  readonly info: GpuModelInfo;
  readonly provider: Provider;
  readonly sizes: readonly number[];
  /** An item that is the same at every start: pixels far from even. */
  readonly canary: Tensor;
  readonly #name: string;
  readonly #model: Model;
  readonly #length: number;
  /** The pixels of the largest batch; they are used again for each. */
  readonly #input: Uint8Array;

  constructor(manifest: ModelManifest, { item, buckets }: Placement, model: Model) {
    const { task, name } = manifest;
    this.info = { task, version: versionOf(manifest), input: model.inputs[0]!, outputs: model.outputs, item };
    this.provider = model.provider;
    this.sizes = buckets;
    this.#name = name;
    this.#model = model;
    this.#length = item.reduce((product, size) => product * size, 1);
    const data = new Uint8Array(this.#length).map((_, i) => (i * 7_919) % 256);
    this.canary = { data, dims: [1, ...item] };
    this.#input = new Uint8Array(buckets.at(-1)! * this.#length);
  }

  /** Bytes of one item. */
  get itemBytes(): number {
    return this.#length;
  }

  takes(tensor: Tensor): boolean {
    return isItem(tensor, this.info.item);
  }

  /**
   * Runs up to `size` items at once. Throws only if the session itself fails; it must not be used again then.
   */
  async run(items: readonly Tensor[], size: number): Promise<Answer[]> {
    const input = this.#input.subarray(0, size * this.#length);
    // Batches vary in size, so pixels of an earlier batch must not remain as padding.
    input.fill(0, items.length * this.#length);
    for (const [i, { data }] of items.entries()) {
      input.set(data as Uint8Array, i * this.#length);
    }
    const feeds = { [this.info.input]: { data: input, dims: [size, ...this.info.item] } };
    const outputs = await this.#model.run(feeds);
    return items.map((_, i) => this.#answerOf(outputs, size, i));
  }

  release(): Promise<void> {
    return this.#model.release();
  }

  #answerOf(outputs: Readonly<Record<string, Tensor>>, size: number, i: number): Answer {
    try {
      return this.info.outputs.map((name) => {
        const row = rowOf(outputs[name]!, size, i);
        checkFinite(this.#name, name, row);
        return row;
      });
    } catch (error) {
      if (error instanceof SessionError) return new GpuWorkerError("not_a_number", error.message);
      throw error;
    }
  }
}

/** One item's part of an output; every placed model has the batch as the first dimension of each output. */
function rowOf({ data, dims: [batch, ...dims] }: Tensor, size: number, i: number): Tensor {
  if (batch !== size) throw new Error(`an output has ${batch} rows for a batch of ${size}`);
  const length = data.length / size;
  return { data: data.subarray(i * length, (i + 1) * length), dims: [1, ...dims] };
}

/** The least batch of several for a GPU: one of four takes it as long as one of eight (an H100, 1.6 ms). */
const SEVERAL_ON_GPU = 8;

/** Batch sizes of a model on this provider. On a GPU each costs a session, and seconds at the start. */
export const sizesOn = (provider: Provider, { buckets }: Placement): readonly number[] =>
  provider === "cpu" ? buckets : buckets.filter((size) => size === 1 || size >= SEVERAL_ON_GPU);

/** Opens a model that a GPU worker may run. Throws BundleError, ImportError or SessionError. */
export async function openGpuModel(
  dir: string,
  manifest: ModelManifest,
  placement: Placement,
  session: SessionOptions,
): Promise<GpuModel> {
  const bytes = await preparePixelGraph(dir, manifest);
  // Each item's outputs are checked by themselves: one that holds a NaN must not fail the others.
  const open = () => openModel({ name: manifest.name, bytes, keepsMemory: true }, session, () => {});
  const first = await open();
  const buckets = sizesOn(first.provider, placement);
  const model = first.provider === "cpu" ? first : await modelBySize(first, buckets, open);
  return new GpuModel(manifest, { ...placement, buckets }, model);
}

/**
 * One model with a session for each batch size: `first` is one of them, and `open` creates the others. Since
 * ONNX Runtime 1.20 a convolution on a GPU caches only the plan of its last shape, and needs seconds for a
 * new one whenever the shape changes (microsoft/onnxruntime#23006). So a session always gets the same size.
 */
export async function modelBySize(
  first: Model,
  sizes: readonly number[],
  open: () => Promise<Model>,
): Promise<Model> {
  const models = new Map<number, Model>();
  for (const size of sizes) models.set(size, models.size === 0 ? first : await open());
  return {
    inputs: first.inputs,
    outputs: first.outputs,
    provider: first.provider,
    async run(feeds) {
      const size = Object.values(feeds)[0]?.dims[0];
      const model = models.get(size!);
      if (model === undefined) throw new RangeError(`no session takes a batch of ${size}`);
      return model.run(feeds);
    },
    async release() {
      for (const model of models.values()) await model.release();
    },
  };
}
