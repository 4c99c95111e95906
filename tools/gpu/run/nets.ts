import { deviation } from "../../../inference/device/lane/canary.ts";
import { type DeviceNet, openDeviceNet } from "../../../inference/device/lane/net.ts";
import type { Task } from "../../../inference/pack/manifest.ts";
import { openPack } from "../../../inference/pack/open.ts";
import { selectModels } from "../../../inference/pack/prepare.ts";
import { openPipelines } from "../../../inference/pipelines/index.ts";
import { CPU, type Net } from "../../../inference/runtime/session.ts";
import type { Tensor } from "../../../inference/runtime/tensors.ts";
import type { Rig, RunFigure } from "./rig.ts";
import { cosine } from "./service/compare.ts";

/** What a net was asked on the processor for the photos, and what it answered. */
interface Asked {
  readonly item: Tensor;
  readonly answer: Readonly<Record<string, Tensor>>;
}

/** Documents that are read for their portraits: each takes a processor seconds. */
const DOCUMENTS = 4;

/** Outputs that are a score, 0..1, or become one. */
const SCORES: Readonly<Record<string, (value: number) => number>> = {
  face_flag: (probability) => probability,
  logits: (logit) => 1 / (1 + Math.exp(-logit)),
};

/**
 * What each placed net answers to the views that the pipelines cut from the photos, alone and in its largest
 * batch, beside the processor's answer to the same pixels. The whole service differs by more: a view moves by
 * a thousandth of a pixel where a landmark does, and some of its bytes round to the other side.
 */
export async function* measureNets({ models, material, provider }: Rig): AsyncGenerator<RunFigure> {
  // What the service tells its device processes: read when CUDA's libraries load.
  process.env.NVIDIA_TF32_OVERRIDE = "0";
  const asked = await askProcessor({ models, material });
  const session = { ...CPU, provider };
  for (const manifest of (await selectModels(models)).models) {
    if (manifest.placement === null) continue;
    const net = await openDeviceNet(models, manifest, manifest.placement, session);
    yield* await compareNet(net, asked.get(manifest.task) ?? []);
    await net.release();
  }
}

/** Runs the photos through the pipelines on the processor, and keeps what the placed nets were asked. */
async function askProcessor({ models, material }: Pick<Rig, "models" | "material">) {
  const pack = await openPack(models, CPU);
  const asked = new Map<Task, Asked[]>();
  const overheard = (task: Task): Net => {
    const net = pack.net(task);
    const heard: Asked[] = [];
    asked.set(task, heard);
    return {
      ...net,
      async run(feeds) {
        const answer = await net.run(feeds);
        heard.push({ item: feeds[net.inputs[0]!]!, answer });
        return answer;
      },
    };
  };
  const { models: manifests } = await selectModels(models);
  const placed = new Map(
    manifests.flatMap(({ task, placement }) => (placement === null ? [] : [[task, overheard(task)]])),
  );
  const { analyzeFace, assessPresentationAttack, readDocument } = await openPipelines({
    ...pack,
    net: (task) => placed.get(task) ?? pack.net(task),
  });
  const { documents } = material;
  for (const face of Object.values(material.faces)) {
    await analyzeFace(face);
    // The one call that looks at eyes.
    await assessPresentationAttack([face]);
  }
  for (const name of Object.keys(documents).slice(0, DOCUMENTS)) await readDocument(documents[name]!);
  await pack.release();
  return asked;
}

async function compareNet(net: DeviceNet, asked: readonly Asked[]): Promise<RunFigure[]> {
  const { task, outputs } = net.info;
  const found = { deviation: 0, cosine: 1, score: 0 };
  for (const size of [1, net.sizes.at(-1)!]) {
    for (let first = 0; first < asked.length; first += size) {
      const batch = asked.slice(first, first + size);
      const answers = await net.run(
        batch.map(({ item }) => item),
        size,
      );
      for (const [i, { answer }] of batch.entries()) {
        const given = answers[i]!;
        if (given instanceof Error) throw given;
        for (const [n, name] of outputs.entries()) {
          const [here, there] = [given[n]!, answer[name]!];
          found.deviation = Math.max(found.deviation, deviation(here, there));
          found.cosine = Math.min(found.cosine, cosine(numbers(here), numbers(there)));
          found.score = Math.max(found.score, scoresApart(name, numbers(here), numbers(there)));
        }
      }
    }
  }
  const isTemplate = task.startsWith("face_template");
  return [
    { name: `${task}: views of the photos`, value: asked.length, unit: "", aim: ">= 1" },
    { name: `${task}: largest difference`, value: found.deviation, unit: "of the rms" },
    ...(isTemplate
      ? [
          {
            name: `${task}: least cosine to the processor's`,
            value: found.cosine,
            unit: "",
            aim: ">= 0.99999",
          } as const,
        ]
      : []),
    ...(outputs.some((name) => name in SCORES)
      ? [{ name: `${task}: scores apart, at most`, value: found.score, unit: "", aim: "<= 0.0001" } as const]
      : []),
  ];
}

const numbers = ({ data }: Tensor) => [...(data as Float32Array)];

function scoresApart(output: string, here: readonly number[], there: readonly number[]): number {
  const score = SCORES[output];
  if (score === undefined) return 0;
  return Math.max(...here.map((value, i) => Math.abs(score(value) - score(there[i]!))));
}
