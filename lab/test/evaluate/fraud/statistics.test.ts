import { expect, it } from "vitest";
import { areaUnderCurve, bootstrap, missRateAt } from "../../../evaluate/fraud/statistics.ts";

const SCORES = { genuine: [0, 0, 0.2, 0.6], attacked: [0, 0.3, 0.7, 0.9] };

it("the area under the curve counts pairs in order, ties by half", () => {
  expect(areaUnderCurve(SCORES)).toBe((1 + 3 + 4 + 4) / 16);
  expect(areaUnderCurve({ genuine: [1], attacked: [1] })).toBe(0.5);
});

it("attacks are missed that no threshold finds at the allowed rate", () => {
  expect(missRateAt(SCORES, 0)).toBe(0.5);
  expect(missRateAt(SCORES, 0.24)).toBe(0.5);
  expect(missRateAt(SCORES, 0.25)).toBe(0.25);
  expect(missRateAt(SCORES, 1)).toBe(0);
});

it("an interval holds the figure, and is the same every time", () => {
  const [low, high] = bootstrap(SCORES, areaUnderCurve);
  expect(low).toBeLessThan(12 / 16);
  expect(high).toBeGreaterThan(12 / 16);
  expect(bootstrap(SCORES, areaUnderCurve)).toEqual([low, high]);
});
