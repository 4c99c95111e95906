import { deviation } from "../../../inference/device/lane/canary.ts";
import { type DeviceNet, openDeviceNet } from "../../../inference/device/lane/net.ts";
import type { Task } from "../../../inference/pack/manifest.ts";
import { openPack } from "../../../inference/pack/open.ts";
import { selectModels } from "../../../inference/pack/prepare.ts";
import { CPU } from "../../../inference/runtime/session.ts";
import type { Tensor } from "../../../inference/runtime/tensors.ts";
import { cosine } from "../compare.ts";
import { type Rig, type RunFigure, UNROUNDED } from "../rig.ts";
import { answersOf, pipelinesWith } from "./pipelines.ts";

/** A view that a net was given on the processor, and its outputs there, in the net's order. */
interface Asked {
  readonly item: Tensor;
  readonly outputs: readonly Tensor[];
}

/** How far a provider's outputs for one view are from the processor's. */
interface Apart {
  /** Largest difference, as a share of the root mean square. */
  readonly deviation: number;
  readonly cosine: number;
  /** Of outputs that are a score, 0..1, or become one. */
  readonly score: number;
}

const SCORES: Readonly<Record<string, (value: number) => number>> = {
  face_flag: (probability) => probability,
  logits: (logit) => 1 / (1 + Math.exp(-logit)),
};

/**
 * What each placed net answers to the views that the pipelines cut from the photos, alone and in its largest
 * batch, beside the processor's answer to the same pixels.
 */
export async function* measureNets({ models, material, provider }: Rig): AsyncGenerator<RunFigure> {
  Object.assign(process.env, UNROUNDED);
  const asked = await askProcessor({ models, material });
  for (const manifest of (await selectModels(models)).models) {
    if (manifest.placement === null) continue;
    const net = await openDeviceNet(models, manifest, manifest.placement, { ...CPU, provider });
    const views = asked.get(manifest.task) ?? [];
    const apart = [...(await compare(net, views, 1)), ...(await compare(net, views, net.sizes.at(-1)!))];
    yield* describe(net, views.length, apart);
    await net.release();
  }
}

/** Runs the photos through the pipelines on the processor, and keeps what the placed nets were asked. */
async function askProcessor({ models, material }: Pick<Rig, "models" | "material">) {
  const pack = await openPack(models, CPU);
  const asked = new Map<Task, Asked[]>();
  const pipelines = await pipelinesWith(models, pack, (task, net) => {
    const heard: Asked[] = [];
    asked.set(task, heard);
    return {
      ...net,
      async run(feeds) {
        const answer = await net.run(feeds);
        heard.push({ item: feeds[net.inputs[0]!]!, outputs: net.outputs.map((name) => answer[name]!) });
        return answer;
      },
    };
  });
  for await (const _ of answersOf(pipelines, material));
  await pack.release();
  return asked;
}

/** The net in batches of one size, the last one padded, beside what the processor said of each view. */
export async function compare(net: DeviceNet, views: readonly Asked[], size: number): Promise<Apart[]> {
  const apart: Apart[] = [];
  for (let first = 0; first < views.length; first += size) {
    const batch = views.slice(first, first + size);
    const items = batch.map(({ item }) => item);
    for (const [i, answer] of (await net.run(items, size)).entries()) {
      if (answer instanceof Error) throw answer;
      apart.push(
        ...answer.map((output, n) => outputApart(net.info.outputs[n]!, output, batch[i]!.outputs[n]!)),
      );
    }
  }
  return apart;
}

function outputApart(name: string, here: Tensor, there: Tensor): Apart {
  const [a, b] = [here, there].map(({ data }) => [...(data as Float32Array)]) as [number[], number[]];
  const score = SCORES[name];
  return {
    deviation: deviation(here, there),
    cosine: cosine(a, b),
    score: score === undefined ? 0 : Math.max(...a.map((value, i) => Math.abs(score(value) - score(b[i]!)))),
  };
}

function describe(
  { info: { task, outputs } }: DeviceNet,
  views: number,
  apart: readonly Apart[],
): RunFigure[] {
  const least = Math.min(...apart.map(({ cosine }) => cosine));
  const score = Math.max(...apart.map(({ score }) => score));
  const figures: RunFigure[] = [
    { name: `${task}: views of the photos`, value: views, unit: "", aim: ">= 1" },
    {
      name: `${task}: apart from the processor, at most`,
      value: Math.max(...apart.map(({ deviation }) => deviation)),
      unit: "of the rms",
    },
  ];
  if (task.startsWith("face_template")) {
    figures.push({
      name: `${task}: least cosine to the processor's`,
      value: least,
      unit: "",
      aim: ">= 0.99999",
    });
  }
  if (outputs.some((name) => name in SCORES)) {
    figures.push({ name: `${task}: scores apart, at most`, value: score, unit: "", aim: "<= 0.0001" });
  }
  return figures;
}
