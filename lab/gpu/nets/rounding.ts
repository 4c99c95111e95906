import { openPack } from "../../../inference/pack/open.ts";
import { CPU, type Net } from "../../../inference/runtime/session.ts";
import type { Tensor } from "../../../inference/runtime/tensors.ts";
import { seededRandom } from "../../material/random.ts";
import { distance, farthest } from "../compare.ts";
import type { Rig, RunFigure } from "../rig.ts";
import { answersOf, pipelinesWith } from "./pipelines.ts";

/** By how much every number is changed at most, as a share of its output's root mean square. */
const ROUNDING = 1e-6;

/**
 * What the pipelines answer on the processor where the placed nets round by a millionth more. No provider
 * can be expected to come closer to another: the views of the later nets follow the earlier nets' points,
 * their pixels are whole numbers, and where a view is shrunk, its frame in the picture is of whole pixels.
 */
export async function* measureRounding({ models, material }: Rig): AsyncGenerator<RunFigure> {
  const pack = await openPack(models, CPU);
  const random = seededRandom(7);
  const plain = answersOf(await pipelinesWith(models, pack, (_, net) => net), material);
  const rounded = answersOf(await pipelinesWith(models, pack, (_, net) => rounding(net, random)), material);
  const distances = [];
  for await (const answer of plain) distances.push(distance(answer, (await rounded.next()).value));
  await pack.release();
  const { cosine, score, measure, decisions } = farthest(distances);
  yield { name: "rounding: least cosine of templates", value: cosine, unit: "" };
  yield { name: "rounding: scores apart, at most", value: score, unit: "" };
  yield { name: "rounding: places and measures apart, at most", value: measure, unit: "" };
  yield { name: "rounding: texts, counts, yes and no that differ", value: decisions.length, unit: "" };
}

/** The net with a little noise in its outputs; `random` gives 0..1. */
function rounding(net: Net, random: () => number): Net {
  return {
    ...net,
    async run(feeds) {
      const outputs = await net.run(feeds);
      for (const { data } of Object.values(outputs)) addNoise(data, random);
      return outputs;
    },
  };
}

function addNoise(data: Tensor["data"], random: () => number): void {
  if (!(data instanceof Float32Array)) return;
  const size = ROUNDING * Math.sqrt(data.reduce((sum, value) => sum + value ** 2, 0) / data.length);
  for (let i = 0; i < data.length; i++) data[i]! += size * (2 * random() - 1);
}
