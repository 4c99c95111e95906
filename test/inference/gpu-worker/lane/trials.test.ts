import { expect, it } from "vitest";
import { Canary } from "#inference/gpu-worker/lane/canary.ts";
import { GpuModel } from "#inference/gpu-worker/lane/model.ts";
import { timeSizes, warmUp } from "#inference/gpu-worker/lane/trials.ts";
import type { Provider } from "#inference/runtime/session.ts";
import { ROOT } from "#test/harness/inference/scripted-gpu-worker.ts";
import { scriptedModel, tensor } from "#test/harness/inference/scripted-model.ts";

/** A model that takes so many milliseconds for a batch of each size, by a clock of its own. */
function timed(times: Readonly<Record<number, number>>, provider: Provider = "cpu") {
  const run = { now: 0, sizes: [] as number[], checked: [] as number[] };
  const scripted = scriptedModel({ logits: tensor([1], [1, 1]) });
  const placement = { item: [2], buckets: [1, 8, 32] };
  const model = new GpuModel(ROOT, placement, {
    ...scripted,
    provider,
    async run({ image }) {
      const size = image!.dims[0]!;
      run.now += times[size]!;
      run.sizes.push(size);
      return { logits: tensor(Array(size).fill(1), [size, 1]) };
    },
  });
  const canary = {
    async check(size: number) {
      run.checked.push(size);
    },
  };
  const buckets = () => timeSizes(model, canary, () => run.now);
  return { run, buckets, warm: () => warmUp(model, canary) };
}

it("a model is checked and timed at each batch size", async () => {
  const { run, buckets } = timed({ 1: 4, 8: 20, 32: 100 });
  expect((await buckets()).map(({ size, time }) => [size, time])).toEqual([
    [1, 4],
    [8, 20],
    [32, 100],
  ]);
  expect(run.checked).toEqual([1, 8, 32]);
});

it("a processor is not tried with batches for which all would wait too long", async () => {
  const { run, buckets } = timed({ 1: 10, 8: 60, 32: 240 });
  expect((await buckets()).map(({ size }) => size)).toEqual([1, 8]);
  expect(run.sizes).not.toContain(32);
});

it("a processor is warm once its canary has passed, whatever its batch sizes take", async () => {
  const { run, warm } = timed({ 1: 10, 8: 60, 32: 240 });
  await warm();
  expect([run.checked, run.sizes]).toEqual([[1], []]);
});

it("a GPU is warm once each batch size has run several times, so that no call is its first", async () => {
  const { run, warm } = timed({ 1: 1, 8: 2, 32: 3 }, "cuda");
  await warm();
  expect([...new Set(run.checked)]).toEqual([1, 8, 32]);
  expect(run.checked.length).toBeGreaterThan(3);
});

const PLACE = { modelsDir: "", tf32: false };

/** A model whose result can be changed after its canary. */
async function changing() {
  const answer = { logits: tensor([1, -2], [1, 2]) };
  const model = new GpuModel(ROOT, ROOT.placement!, scriptedModel(answer));
  return { answer, canary: await Canary.of(model, ROOT, PLACE) };
}

it("a canary passes while its model answers what it answered at first", async () => {
  const { canary } = await changing();
  await expect(canary.check(1)).resolves.toBeUndefined();
});

it.each([
  ["another number", [1, -2.1]],
  ["no number", [1, Number.NaN]],
  ["nothing but zeros", [0, 0]],
])("a canary finds a model that answers %s", async (_, values) => {
  const { answer, canary } = await changing();
  answer.logits = tensor(values, [1, 2]);
  await expect(canary.check(1)).rejects.toThrow(/canary|NaN/);
});
