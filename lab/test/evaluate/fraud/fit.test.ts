import { expect, it } from "vitest";
import { canFit, fitCalibration } from "../../../evaluate/fraud/fit.ts";

const GENUINE = Array.from({ length: 1000 }, (_, i) => i / 1000);

it("nineteen in twenty of the genuine score nothing, and next to none of them reaches what is suspect", () => {
  expect(fitCalibration(GENUINE, [0.2, 1.2, 1.5, 2])).toEqual({ none: 0.95, suspect: 0.995, sure: 1.5 });
});

it("where the genuine are all alike, what is suspect lies apart from them", () => {
  expect(fitCalibration([0, 0, 0], [0, 10, 20, 30])).toEqual({ none: 0, suspect: 1, sure: 20 });
  expect(fitCalibration([5, 5], [5, 4])).toEqual({ none: 5, suspect: 10, sure: 15 });
});

it("what is suspect lies no lower than what other genuine material reaches", () => {
  expect(fitCalibration(GENUINE, [2, 3, 4], 1.5)).toEqual({ none: 0.95, suspect: 1.5, sure: 3 });
});

it("anchors rise where attacks lie among the genuine", () => {
  const { none, suspect, sure } = fitCalibration(GENUINE, [0.1, 0.996, 0.997]);
  expect([none < suspect, suspect < sure]).toEqual([true, true]);
});

it("what all uploads show alike, or few genuine ones at all, is not fitted", () => {
  expect(canFit(GENUINE, [2])).toBe(true);
  expect(
    canFit(
      GENUINE.map(() => 0),
      [0, 0],
    ),
  ).toBe(false);
  expect(canFit([0, 1], [2])).toBe(false);
});
