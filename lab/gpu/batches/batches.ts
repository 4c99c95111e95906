import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { readConfig } from "../../../inference/config.ts";
import { DeviceHost } from "../../../inference/device/host.ts";
import { childEnvironment } from "../../../inference/processes/child.ts";
import { SAME } from "../../../test/harness/inference/batches.ts";
import { TOKEN } from "../../../test/harness/inference/serving.ts";
import { PLACED, type Provider, type Rig, type RunFigure, UNROUNDED } from "../rig.ts";
import type { BareRates, BareStart, Measured } from "./bare.ts";
import { Callers } from "./callers.ts";

/** Batch sizes of the bare sessions: a processor is not faster with large ones, and would take minutes. */
const SIZES: Readonly<Record<Provider, readonly number[]>> = {
  cpu: [1, 4, 8, 32],
  cuda: [1, 8, 32, 64],
};
/** The largest batch of a device, by the packs' manifests. */
const LARGEST = 32;
const MILLISECONDS: Readonly<Record<Provider, number>> = { cpu: 300, cuda: 800 };
/** Random batches of each net: a processor takes seconds for one. */
const BATCHES: Readonly<Record<Provider, number>> = { cpu: 6, cuda: 40 };
/** Callers of a device at once: in each of two lanes a batch of the largest size waits while another runs. */
const CALLERS = 128;

/** Each placed net: a bare session by batch size, then the device with many callers beside the best. */
export async function* measureBatches(rig: Rig): AsyncGenerator<RunFigure> {
  const config = readConfig({ INFERENCE_TOKEN: TOKEN, MODELS_DIR: rig.models, ...PLACED[rig.provider] });
  // A bare session fails where a part of its net would run on the processor, or where there is no GPU.
  const bare = await bareRates({
    models: rig.models,
    session: { ...config.session, provider: rig.provider, fallbackToCpu: false },
    sizes: SIZES[rig.provider],
    milliseconds: MILLISECONDS[rig.provider],
    batches: BATCHES[rig.provider],
  });
  const opened = bare.flatMap((each) => ("rates" in each ? [each] : []));
  yield wholly(opened.length, bare.length);
  for (const each of opened) yield* describeBare(rig.provider, each);
  const host = new DeviceHost(config);
  host.on("progress", ({ model, done, total }) => process.stderr.write(`  ${done} of ${total}: ${model}\n`));
  const ready = once(host, "device_ready");
  const from = performance.now();
  await host.start();
  const [, pid] = (await ready) as [string, number];
  yield { name: "the device is ready after", value: (performance.now() - from) / 1_000, unit: "s" };
  const callers = await Callers.start({ models: rig.models, sockets: host.sockets });
  try {
    for (const { task, rates } of opened) {
      const rate = await callers.rate(task, CALLERS, MILLISECONDS[rig.provider]);
      yield { name: `${task}: by the device, ${CALLERS} callers`, value: rate, unit: "/s" };
      yield* besideBare(rig.provider, task, rate, rates);
    }
    yield await timeReturn(host, pid);
  } finally {
    callers.close();
    await host.close();
  }
}

/** The bar is for sizes that a device has itself: nobody's items should wait until 64 are there. */
function besideBare(provider: Provider, task: string, rate: number, rates: readonly number[]): RunFigure[] {
  const own = rates.filter((_, i) => SIZES[provider][i]! <= LARGEST);
  return [
    {
      name: `${task}: device beside the best bare batch, to ${LARGEST}`,
      value: rate / Math.max(...own),
      unit: "×",
      aim: ">= 0.8",
      onGpuOnly: true,
    },
    { name: `${task}: and beside any bare batch`, value: rate / Math.max(...rates), unit: "×" },
  ];
}

/** A device that is killed is replaced, and must be open and warm before it answers again. */
async function timeReturn(host: DeviceHost, pid: number): Promise<RunFigure> {
  const back = once(host, "device_ready");
  const from = performance.now();
  process.kill(pid, "SIGKILL");
  await back;
  return { name: "the device is back after its death", value: (performance.now() - from) / 1_000, unit: "s" };
}

/** In a process of its own, whose GPU memory is free again once it has ended. */
async function bareRates(start: BareStart): Promise<BareRates[]> {
  const found: BareRates[] = [];
  const script = join(import.meta.dirname, "bare.ts");
  const environment = { ...childEnvironment(), ...UNROUNDED };
  const child = fork(script, [JSON.stringify(start)], { env: environment });
  child.on("message", (message) => {
    const rates = message as BareRates;
    found.push(rates);
    process.stderr.write(`  ${rates.task}${"failure" in rates ? `: ${rates.failure}` : ""}\n`);
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error("the process of bare sessions ended early: see above");
  return found;
}

/** On a GPU a bare session refuses a net of which a node would run on the processor. */
const wholly = (opened: number, placed: number): RunFigure => ({
  name: `of ${placed} placed nets open in a bare session; on a GPU wholly`,
  value: opened,
  unit: "",
  aim: `>= ${placed}`,
  onGpuOnly: true,
});

/**
 * By how much an item's answer may differ alone and among others. A GPU computes each batch size by an
 * algorithm of its own: a ten-thousandth of the root mean square is a cosine of 0.999999995.
 */
const SAME_ON: Readonly<Record<Provider, number>> = { cpu: SAME, cuda: 1e-4 };

/** A bare session of each size, and the same answer alone and in any batch, by its root mean square. */
function describeBare(provider: Provider, { task, rates, batched }: Measured): RunFigure[] {
  const sizes = SIZES[provider];
  return [
    ...sizes.map((size, i) => ({ name: `${task}: bare, batch ${size}`, value: rates[i]!, unit: "/s" })),
    {
      name: `${task}: batch 32 beside batch 1`,
      value: rates[sizes.indexOf(32)]! / rates[0]!,
      unit: "×",
      ...(task.startsWith("face_template") && ({ aim: ">= 5", onGpuOnly: true } as const)),
    },
    {
      name: `${task}: alone and in a batch`,
      value: batched.difference,
      unit: "",
      aim: `<= ${SAME_ON[provider]}`,
    },
    { name: `${task}: the same decision`, value: Number(batched.sameDecision), unit: "", aim: ">= 1" },
  ];
}
