import { setPriority } from "node:os";
import type { Placement } from "../../../inference/pack/manifest.ts";
import { prepareGraph, selectModels } from "../../../inference/pack/prepare.ts";
import { openNet, type SessionOptions } from "../../../inference/runtime/session.ts";
import type { Tensor } from "../../../inference/runtime/tensors.ts";

/** What this process is told to do, as JSON. */
export interface BareStart {
  readonly models: string;
  readonly session: SessionOptions;
  readonly sizes: readonly number[];
  readonly milliseconds: number;
}

/** Items a second of one net, in the order of the sizes. */
export interface BareRates {
  readonly task: string;
  readonly rates: readonly number[];
}

/** A device's own priority, so that both share the processor alike. */
const NICENESS = 9;

/** So many chips of pixels, as a pipeline feeds them. */
export function chips(input: string, { item }: Placement, count: number): Record<string, Tensor> {
  const dims = [count, ...item];
  const length = dims.reduce((product, size) => product * size, 1);
  return { [input]: { data: Float32Array.from({ length }, (_, i) => (i * 7_919) % 256), dims } };
}

/** Items a second, over the time and at least two runs; the first run of a shape counts for nothing. */
export async function rateOf(
  items: number,
  milliseconds: number,
  run: () => Promise<unknown>,
): Promise<number> {
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
async function main({ models, session, sizes, milliseconds }: BareStart): Promise<void> {
  setPriority(NICENESS);
  for (const manifest of (await selectModels(models)).models) {
    const { placement, name, task } = manifest;
    if (placement === null) continue;
    const net = await openNet(
      { name, bytes: await prepareGraph(models, manifest), keepsMemory: true },
      session,
    );
    const rates: number[] = [];
    for (const size of sizes) {
      const feeds = chips(net.inputs[0]!, placement, size);
      rates.push(await rateOf(size, milliseconds, () => net.run(feeds)));
    }
    await net.release();
    process.send!({ task, rates } satisfies BareRates);
  }
  process.disconnect();
}

if (import.meta.main) {
  main(JSON.parse(process.argv[2]!) as BareStart).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}
