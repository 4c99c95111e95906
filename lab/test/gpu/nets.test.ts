import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DeviceNet } from "../../../inference/device/lane/net.ts";
import { MODELS_DIR } from "../../../test/harness/inference/process.ts";
import { ROOT } from "../../../test/harness/inference/scripted-device.ts";
import { tensor } from "../../../test/harness/inference/scripted-net.ts";
import { reached } from "../../bench/figure.ts";
import { compare, measureNets } from "../../gpu/nets/nets.ts";
import { measureRounding } from "../../gpu/nets/rounding.ts";
import { SAMPLE_PHOTOS } from "../../material/faces/sample-photos.ts";

const RIG = {
  provider: "cpu",
  models: MODELS_DIR,
  material: { faces: { face: readFileSync(SAMPLE_PHOTOS[0]!) }, documents: {} },
  calls: 1,
} as const;

/** A net that answers its first pixel as a logit and as a number, and in a batch `shifted` by so much. */
const shifting = (shifted: number) =>
  new DeviceNet(ROOT, ROOT.placement!, {
    inputs: ["image"],
    outputs: ["logits", "vector"],
    provider: "cpu",
    async run({ image }) {
      const count = image!.dims[0]!;
      const pixels = Array.from({ length: count }, (_, i) => Number(image!.data[2 * i]));
      const shift = count > 1 ? shifted : 0;
      return {
        logits: tensor(
          pixels.map((pixel) => pixel - 1),
          [count, 1],
        ),
        vector: tensor(
          pixels.flatMap((pixel) => [pixel, shift]),
          [count, 2],
        ),
      };
    },
    async release() {},
  });

const views = [2, 3, 40].map((pixel) => ({
  item: { data: Uint8Array.of(pixel, 0), dims: [1, 2] },
  outputs: [tensor([pixel - 1], [1, 1]), tensor([pixel, 0], [1, 2])],
}));

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

it("a net that answers as the processor did is no distance apart, also in a batch that is not full", async () => {
  const apart = await compare(shifting(0), views, 8);
  expect(apart).toEqual(Array(6).fill({ deviation: 0, cosine: 1, score: 0 }));
});

it("a net that answers otherwise in a batch is found there, and not alone", async () => {
  const cosines = async (size: number) =>
    (await compare(shifting(1), views, size)).map(({ cosine }) => cosine);
  expect(Math.min(...(await cosines(1)))).toBe(1);
  expect(Math.min(...(await cosines(8)))).toBeCloseTo(2 / Math.sqrt(5), 6);
});

it("a score is compared as a probability", async () => {
  const other = views.map(({ item, outputs }) => ({ item, outputs: [tensor([-40], [1, 1]), outputs[1]!] }));
  const scores = (await compare(shifting(0), other, 1)).map(({ score }) => score);
  expect(Math.max(...scores)).toBeCloseTo(1, 6);
});

it("every placed net is asked about a photo, and the processor is as itself", async () => {
  const figures = await all(measureNets(RIG));
  expect(figures.filter(({ name }) => name.includes("views"))).toHaveLength(5);
  expect(figures.filter((figure) => reached(figure) === false)).toEqual([]);
});

it("a rounding of the nets moves templates and decides nothing", async () => {
  const [cosine, , , decisions] = await all(measureRounding(RIG));
  expect(cosine!.value).toBeLessThan(1);
  expect(cosine!.value).toBeGreaterThan(0.999);
  expect(decisions!.value).toBe(0);
});
