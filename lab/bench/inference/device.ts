import { setPriority } from "node:os";
import { readConfig } from "../../../inference/config.ts";
import { Devices } from "../../../inference/device/client.ts";
import { DeviceHost } from "../../../inference/device/host.ts";
import { DEVICE_NICENESS } from "../../../inference/device/messages.ts";
import type { ModelManifest, Placement } from "../../../inference/pack/manifest.ts";
import { prepareGraph, selectModels } from "../../../inference/pack/prepare.ts";
import { CPU, type Net, openNet } from "../../../inference/runtime/session.ts";
import type { Tensor } from "../../../inference/runtime/tensors.ts";
import { quantile } from "../../../inference/statistics.ts";
import { MODELS_DIR } from "../../../test/harness/inference/process.ts";
import { TOKEN } from "../../../test/harness/inference/serving.ts";
import type { BenchOptions, Figure } from "../figure.ts";
import { firstOutput, openBarePair } from "./bare-pair.ts";

/**
 * Calls of each side, by turns; of these the first ones count for nothing, since engines run for hours: V8
 * compiles what a call goes through only after it was called a thousand times.
 */
const CALLS = { warm: 1_500, timed: 300 } as const;
const CONCURRENCY = 8;
/** Items of one round of each side; rounds alternate, so that other load affects both alike. */
const ITEMS = 96;
const ROUNDS = 5;

/**
 * The recognisers in a device process on the CPU provider, beside the same nets in this process: one call at
 * a time, also beside two processes with a bare socket; then eight at a time beside the fastest fixed batch.
 */
export async function benchDevice({ models = MODELS_DIR }: BenchOptions): Promise<Figure[]> {
  // Both sides share the processor fairly.
  setPriority(DEVICE_NICENESS);
  const host = new DeviceHost(readConfig({ INFERENCE_TOKEN: TOKEN, MODELS_DIR: models, DEVICE: "cpu" }));
  await host.start();
  const devices = await Devices.connect(host.sockets, () => Number.POSITIVE_INFINITY);
  const figures: Figure[] = [];
  for (const manifest of (await selectModels(models)).models) {
    if (!manifest.task.startsWith("face_template")) continue;
    const bytes = await prepareGraph(models, manifest);
    // As the device opens it.
    const bare = await openNet({ name: manifest.name, bytes, keepsMemory: true }, CPU);
    figures.push(...(await measure(models, manifest, bare, devices.net(manifest)!)));
    await bare.release();
  }
  devices.close();
  await host.close();
  return figures;
}

async function measure(
  models: string,
  { name, placement }: ModelManifest,
  bare: Net,
  remote: Net,
): Promise<readonly Figure[]> {
  const feeds = chips(bare, placement!, 1);
  const pixels = feeds[bare.inputs[0]!]!.data as Uint8Array;
  const pair = await openBarePair(models, name, (await firstOutput(bare, feeds)).byteLength);
  const asked = chips(remote, placement!, 1);
  const sides = [() => bare.run(feeds), () => pair.ask(pixels), () => remote.run(asked)];
  const times: number[][] = sides.map(() => []);
  for (let call = 0; call < CALLS.warm + CALLS.timed; call++) {
    for (const [i, side] of sides.entries()) times[i]!.push(await time(side));
  }
  pair.close();
  const [p50, pairP50, remoteP50] = times.map((each) => quantile(each.slice(CALLS.warm), 0.5)) as [
    number,
    number,
    number,
  ];
  const rates = await itemsASecond(placement!, bare, remote);
  const best = Math.max(...rates.bare);
  return [
    { name: `${name}: one call in this process, p50`, value: p50, unit: "ms" },
    { name: `${name}: one call by a bare process and socket beside it`, value: pairP50 / p50, unit: "×" },
    { name: `${name}: added by the bare process and socket`, value: pairP50 - p50, unit: "ms" },
    { name: `${name}: one call by the device beside it`, value: remoteP50 / p50, unit: "×", aim: "<= 1.05" },
    { name: `${name}: added by the device`, value: remoteP50 - p50, unit: "ms", aim: "<= 0.5" },
    { name: `${name}: bare, the best fixed batch`, value: best, unit: "/s" },
    {
      name: `${name}: device at concurrency 8 beside it`,
      value: rates.device / best,
      unit: "×",
      aim: ">= 0.9",
    },
  ];
}

/** Items a second: bare for each bucket, and by the device with eight callers; the median of the rounds. */
async function itemsASecond({ buckets, ...placement }: Placement, bare: Net, remote: Net) {
  const one = chips(remote, { buckets, ...placement }, 1);
  const sides = [
    ...buckets.map((size) => {
      const feeds = chips(bare, { buckets, ...placement }, size);
      return async () => {
        for (let done = 0; done < ITEMS; done += size) await bare.run(feeds);
      };
    }),
    async () => {
      const lane = async () => {
        for (let done = 0; done < ITEMS; done += CONCURRENCY) await remote.run(one);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, lane));
    },
  ];
  const rounds: number[][] = sides.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, side] of sides.entries()) rounds[i]!.push((1_000 * ITEMS) / (await time(side)));
  }
  const medians = rounds.map((rates) => quantile(rates, 0.5));
  return { bare: medians.slice(0, -1), device: medians.at(-1)! };
}

/** So many chips of pixels, as a pipeline feeds them. */
function chips(net: Net, { item }: Placement, count: number): Record<string, Tensor> {
  const dims = [count, ...item];
  const length = dims.reduce((product, size) => product * size, 1);
  return { [net.inputs[0]!]: { data: Uint8Array.from({ length }, (_, i) => (i * 7_919) % 256), dims } };
}

async function time(task: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await task();
  return performance.now() - since;
}
