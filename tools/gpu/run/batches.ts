import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { readConfig } from "../../../inference/config.ts";
import { Devices } from "../../../inference/device/client.ts";
import { DeviceHost } from "../../../inference/device/host.ts";
import type { ModelManifest } from "../../../inference/pack/manifest.ts";
import { selectModels } from "../../../inference/pack/prepare.ts";
import { childEnvironment } from "../../../inference/processes/child.ts";
import { TOKEN } from "../../../test/harness/inference/serving.ts";
import { type BareRates, type BareStart, chips, rateOf } from "./bare-batches.ts";
import { PLACED, type Provider, type Rig, type RunFigure } from "./rig.ts";

/** Batch sizes of the bare sessions: a processor is not faster with large ones, and would take minutes. */
const SIZES: Readonly<Record<Provider, readonly number[]>> = {
  cpu: [1, 4, 8, 32],
  cuda: [1, 2, 4, 8, 16, 32, 64],
};
const MILLISECONDS: Readonly<Record<Provider, number>> = { cpu: 300, cuda: 1_000 };
/** Callers of a device at once: twice its largest batch, so that one batch waits while another runs. */
const LANES = 64;

/** Each placed net: a bare session by batch size, then the device with many callers beside the best. */
export async function measureBatches(rig: Rig): Promise<RunFigure[]> {
  const config = readConfig({ INFERENCE_TOKEN: TOKEN, MODELS_DIR: rig.models, ...PLACED[rig.provider] });
  // A bare session fails where a part of its net would run on the processor, or where there is no GPU.
  const bare = await bareRates({
    models: rig.models,
    session: { ...config.session, provider: rig.provider, fallbackToCpu: false },
    sizes: SIZES[rig.provider],
    milliseconds: MILLISECONDS[rig.provider],
  });
  const host = new DeviceHost(config);
  await host.start();
  const devices = await Devices.connect(host.sockets, () => Number.POSITIVE_INFINITY);
  try {
    const { models } = await selectModels(rig.models);
    const placed = models.filter(({ placement }) => placement !== null);
    const figures: RunFigure[] = [wholly(bare.length, placed.length)];
    for (const manifest of placed) {
      const { rates } = bare.find(({ task }) => task === manifest.task)!;
      figures.push(...describe(rig.provider, manifest, rates, await deviceRate(rig, devices, manifest)));
    }
    return figures;
  } finally {
    devices.close();
    await host.close();
  }
}

/** In a process of its own, whose GPU memory is free again once it has ended. */
async function bareRates(start: BareStart): Promise<BareRates[]> {
  const found: BareRates[] = [];
  const script = join(import.meta.dirname, "bare-batches.ts");
  const environment = { ...childEnvironment(), NVIDIA_TF32_OVERRIDE: "0" };
  const child = fork(script, [JSON.stringify(start)], { env: environment });
  child.on("message", (rates) => {
    found.push(rates as BareRates);
    process.stderr.write(`  ${found.at(-1)!.task}\n`);
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error("a placed net did not open or run in a bare session: see above");
  return found;
}

async function deviceRate({ provider }: Rig, devices: Devices, manifest: ModelManifest): Promise<number> {
  const net = devices.net(manifest)!;
  const feeds = chips(net.inputs[0]!, manifest.placement!, 1);
  const round = () => Promise.all(Array.from({ length: LANES }, () => net.run(feeds)));
  return rateOf(LANES, MILLISECONDS[provider], round);
}

/** On a GPU a bare session refuses a net of which a node would run on the processor. */
const wholly = (opened: number, placed: number): RunFigure => ({
  name: `of ${placed} placed nets open in a bare session; on a GPU wholly`,
  value: opened,
  unit: "",
  aim: `>= ${placed}`,
  onGpuOnly: true,
});

function describe(
  provider: Provider,
  { task }: ModelManifest,
  rates: readonly number[],
  device: number,
): RunFigure[] {
  const sizes = SIZES[provider];
  const best = Math.max(...rates);
  const gain = rates[sizes.indexOf(32)]! / rates[0]!;
  return [
    ...sizes.map((size, i) => ({ name: `${task}: bare, batch ${size}`, value: rates[i]!, unit: "/s" })),
    {
      name: `${task}: batch 32 beside batch 1`,
      value: gain,
      unit: "×",
      ...(task.startsWith("face_template") && ({ aim: ">= 5", onGpuOnly: true } as const)),
    },
    { name: `${task}: by the device, ${LANES} callers`, value: device, unit: "/s" },
    {
      name: `${task}: device beside the best bare batch`,
      value: device / best,
      unit: "×",
      aim: ">= 0.8",
      onGpuOnly: true,
    },
  ];
}
