import { setPriority } from "node:os";
import { DeviceNet, netBySize, sizesOn } from "../../../inference/device/lane/net.ts";
import { DEVICE_NICENESS } from "../../../inference/device/messages.ts";
import type { ModelManifest, Placement } from "../../../inference/pack/manifest.ts";
import { preparePixelGraph, selectModels } from "../../../inference/pack/prepare.ts";
import { openNet, type SessionOptions } from "../../../inference/runtime/session.ts";
import type { Tensor } from "../../../inference/runtime/tensors.ts";
import { type Comparison, compareInBatch } from "../../../test/harness/inference/batches.ts";
import { seededRandom } from "../../material/random.ts";

/** What this process is told to do, as JSON. */
export interface BareStart {
  readonly models: string;
  readonly session: SessionOptions;
  readonly sizes: readonly number[];
  readonly milliseconds: number;
  /** Random batches of each net, of any of its sizes. */
  readonly batches: number;
}

/**
 * Items a second of one net, in the order of the sizes, and by how much an item's answer differs alone and
 * among others.
 */
export interface Measured {
  readonly task: string;
  readonly rates: readonly number[];
  readonly batched: Comparison;
}

/** What was measured of a net, or why it does not open or run. */
export type BareRates = Measured | { readonly task: string; readonly failure: string };

/** So many chips of pixels, as a pipeline feeds them. */
export function chips(input: string, { item }: Placement, count: number): Record<string, Tensor> {
  const dims = [count, ...item];
  const length = dims.reduce((product, size) => product * size, 1);
  return { [input]: { data: Uint8Array.from({ length }, (_, i) => (i * 7_919) % 256), dims } };
}

/** Items a second, over the time and at least two runs; the first run of a shape counts for nothing. */
async function rateOf(items: number, milliseconds: number, run: () => Promise<unknown>): Promise<number> {
  await run();
  const from = performance.now();
  let runs = 0;
  while (runs < 2 || performance.now() - from < milliseconds) {
    await run();
    runs++;
  }
  return (1_000 * runs * items) / (performance.now() - from);
}

/** The yardstick: each net that may go to a device, in a bare session, one batch size after another. */
async function main(start: BareStart): Promise<void> {
  // Both share the processor alike.
  setPriority(DEVICE_NICENESS);
  for (const { placement, ...manifest } of (await selectModels(start.models)).models) {
    if (placement === null) continue;
    const { task } = manifest;
    const found = await measure(start, { placement, ...manifest }, placement).catch(
      (error: Error): BareRates => ({ task, failure: error.message }),
    );
    process.send!(found);
  }
  process.disconnect();
}

async function measure(
  { models, session, sizes, milliseconds, batches }: BareStart,
  manifest: ModelManifest,
  placement: Placement,
): Promise<BareRates> {
  const bytes = await preparePixelGraph(models, manifest);
  const open = () => openNet({ name: manifest.name, bytes, keepsMemory: true }, session);
  // A session for each size, as a device has them: one that sees several on a GPU makes new plans each time.
  const buckets = sizesOn(session.provider, placement);
  const net = await netBySize(await open(), [...new Set([...sizes, ...buckets])], open);
  const rates: number[] = [];
  for (const size of sizes) {
    const feeds = chips(net.inputs[0]!, placement, size);
    rates.push(await rateOf(size, milliseconds, () => net.run(feeds)));
  }
  const random = seededRandom(7);
  const batched = new DeviceNet(manifest, { ...placement, buckets }, net);
  let worst: Comparison = { difference: 0, sameDecision: true };
  for (let batch = 0; batch < batches; batch++) {
    const { difference, sameDecision } = await compareInBatch(batched, random);
    worst = {
      difference: Math.max(worst.difference, difference),
      sameDecision: worst.sameDecision && sameDecision,
    };
  }
  await net.release();
  return { task: manifest.task, rates, batched: worst };
}

if (import.meta.main) {
  main(JSON.parse(process.argv[2]!) as BareStart).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}
