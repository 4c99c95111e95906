import { expect, it } from "vitest";
import { accuracyAt, bestThreshold, heldOutAccuracy } from "../../../evaluate/faces/accuracy.ts";

const pairs = (mated: readonly boolean[], fold = "") =>
  mated.map((same, n) => ({ score: 0.9 - n / 10, mated: same, fold }));

it("the best threshold lies between the scores that it parts", () => {
  const clear = pairs([true, true, false, false]);
  expect(bestThreshold(clear)).toEqual({ threshold: expect.closeTo(0.75), accuracy: 1 });
  expect(bestThreshold(pairs([true, false, true, true])).accuracy).toBe(0.75);
  expect(accuracyAt(clear, 0.85)).toBe(0.75);
});

it("accuracy on a fold is that of a threshold which the fold had no part in", () => {
  // Fold a is parted at 0.75 and fold b at 0.85, where one of fold a's mated pairs is lost.
  const folds = [...pairs([true, true, false, false], "a"), ...pairs([true, false, false, false], "b")];
  expect(heldOutAccuracy(folds)).toEqual([0.75, 0.75]);
});

it("without folds, random halves take their place", () => {
  const many = Array.from({ length: 40 }, (_, n) => ({ score: n / 40, mated: n >= 20, fold: "" }));
  const held = heldOutAccuracy(many);
  expect(held.length).toBeGreaterThan(100);
  expect(Math.max(...held)).toBe(1);
  expect(Math.min(...held)).toBeLessThan(1);
});
