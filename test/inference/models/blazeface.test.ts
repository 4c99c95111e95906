import { expect, it } from "vitest";
import { blazeface } from "#inference/models/blazeface.ts";
import type { Model } from "#inference/runtime/session.ts";
import type { Tensor } from "#inference/runtime/tensors.ts";
import { scriptedModel } from "#test/harness/inference/scripted-model.ts";

const image = { width: 512, height: 256, data: new Uint8Array(512 * 256 * 3).fill(90) };

/** The model's answer with one anchor filled in: a box of `side` pixels about that anchor. */
function answer(anchor: number | null, side: number): Record<string, Tensor> {
  const logits = new Float32Array(896).fill(-20);
  const boxes = new Float32Array(896 * 16);
  if (anchor !== null) {
    logits[anchor] = 3;
    boxes.set([2, -1, side, side, -8, -5, 8, -5], anchor * 16);
  }
  return { logits: { data: logits, dims: [1, 896, 1] }, boxes: { data: boxes, dims: [1, 896, 16] } };
}

/** A model that returns these results in turn. */
function sequence(...answers: Record<string, Tensor>[]): Model & { runs: number } {
  const model = { ...scriptedModel(answers[0]!), runs: 0, run: async () => answers[model.runs++]! };
  return model;
}

it("BlazeFace looks again with a margin if it found none, or one that fills the frame", async () => {
  const none = sequence(answer(null, 0), answer(234, 60));
  const [again] = await blazeface(none).detect(image, 0);
  expect([none.runs, again!.box.width]).toEqual([2, 60 * 3]);
  const large = sequence(answer(234, 140), answer(234, 100));
  expect((await blazeface(large).detect(image, 0))[0]!.box.width).toBe(100 * 3);
  const kept = sequence(answer(234, 140), answer(null, 0));
  expect((await blazeface(kept).detect(image, 0))[0]!.box.width).toBe(140 * 2);
  const enough = sequence(answer(234, 60), answer(234, 10));
  await blazeface(enough).detect(image, 0);
  expect(enough.runs).toBe(1);
});
