import { type ModelManifest, versionOf } from "../bundle/manifest.ts";
import type { ModelSource } from "../bundle/open.ts";
import type { Model } from "../runtime/session.ts";
import { SessionError, type Tensor } from "../runtime/tensors.ts";
import { hostClock, isItem } from "./connection/frames.ts";
import { GpuWorkerLink } from "./connection/link.ts";
import { type GpuModelInfo, GpuWorkerError, type GpuWorkerInfo } from "./messages.ts";

/** How often an item is sent at most: a second GPU worker that dies of it would die of it again. */
const ATTEMPTS = 2;

/** The GPU workers of a host, from a worker's view: models that run there and not in this process. */
export class GpuWorkers implements ModelSource {
  readonly #links: readonly GpuWorkerLink[];
  readonly #info: GpuWorkerInfo;
  readonly #secondsLeft: () => number;
  #turns = process.pid;

  private constructor(links: readonly GpuWorkerLink[], info: GpuWorkerInfo, secondsLeft: () => number) {
    this.#links = links;
    this.#info = info;
    this.#secondsLeft = secondsLeft;
  }

  /**
   * Connects to every GPU worker, with one socket for each of its lanes, and waits until each has reported
   * its models. `secondsLeft` returns how long the answer will still be of use to the caller.
   */
  static async connect(
    gpuWorkers: readonly (readonly string[])[],
    secondsLeft: () => number,
  ): Promise<GpuWorkers> {
    const links = gpuWorkers.map((lanes) => new GpuWorkerLink(lanes));
    const [info] = await Promise.all(links.map(({ info }) => info));
    return new GpuWorkers(links, info!, secondsLeft);
  }

  get tf32(): boolean {
    return this.#info.tf32;
  }

  /**
   * The model on the GPU workers for this manifest. Throws if the GPU workers opened other models than this
   * process.
   */
  model(manifest: ModelManifest): Model | undefined {
    if (manifest.placement === null) return undefined;
    const index = this.#info.models.findIndex(({ task }) => task === manifest.task);
    const model = this.#info.models[index];
    if (model?.version !== versionOf(manifest))
      throw new Error(`the GPU worker has another ${manifest.task}`);
    return {
      inputs: [model.input],
      outputs: model.outputs,
      provider: this.#info.provider,
      run: (feeds) => this.#run(index, model, feeds),
      release: async () => undefined,
    };
  }

  close(): void {
    for (const link of this.#links) link.close();
  }

  async #run(index: number, model: GpuModelInfo, feeds: Readonly<Record<string, Tensor>>) {
    const { [model.input]: input, ...others } = feeds;
    if (input === undefined || !isItem(input, model.item) || Object.keys(others).length > 0) {
      throw new SessionError(
        "input_invalid",
        `${model.task} takes one ${model.input} of [${model.item}] alone.`,
      );
    }
    const end = hostClock() + 1_000 * Math.min(this.#secondsLeft(), LONGEST);
    for (let attempt = 1; ; attempt++) {
      try {
        const link = await this.#choose(end);
        const outputs = await link.ask(index, model.outputs.length, input, end);
        return Object.fromEntries(model.outputs.map((name, i) => [name, outputs[i]!]));
      } catch (error) {
        const isLost = error instanceof GpuWorkerError && error.code === "gpu_worker_lost";
        if (!isLost || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** The GPU worker with the least load from this worker; equal ones in turn. Waits for one to be up. */
  async #choose(end: number): Promise<GpuWorkerLink> {
    const first = this.#turns++ % this.#links.length;
    const inTurn = [...this.#links.slice(first), ...this.#links.slice(0, first)];
    const up = inTurn.filter((link) => link.up);
    if (up.length > 0) return up.reduce((least, link) => (link.load < least.load ? link : least));
    return Promise.race(this.#links.map((link) => link.whenUp(Math.max(0, end - hostClock()))));
  }
}

/** Seconds that an item may wait if no caller set a deadline. */
const LONGEST = 60;
