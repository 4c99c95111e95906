import fc from "fast-check";
import { expect, it } from "vitest";
import { SEARCH_FPIR, searchPoint } from "#edge/verdicts/match/comparison.ts";
import { BUNDLE, TEMPLATE_VERSION } from "#test/harness/edge/inference-results.ts";

const search = (gallerySize: number, bundle = BUNDLE) => searchPoint(bundle, gallerySize, TEMPLATE_VERSION);
const point = (gallerySize: number, bundle = BUNDLE) => search(gallerySize, bundle).score;

it.each([
  [0, 0.3],
  [1, 0.3],
  [2, 0.5],
  [10, 0.5],
  [11, 0.7],
  [100, 0.7],
])("searches %i faces at %f: one false finding in a hundred searches", (size, score) => {
  expect(point(size)).toBe(score);
});

it("a search reports whether the false positive rate is guaranteed, which needs a measured operating point", () => {
  const twoPoints = { ...BUNDLE, operatingPoints: BUNDLE.operatingPoints.slice(0, 2) };
  expect([0, 1, 10, 11, 100, 101].map((size) => search(size).fpirHeld)).toEqual([
    ...Array(5).fill(true),
    false,
  ]);
  expect([10, 11].map((size) => search(size, twoPoints).fpirHeld)).toEqual([true, false]);
});

it("searches a gallery beyond the measured points at the strictest one", () => {
  expect(point(101)).toBe(0.7);
  expect(point(1_000_000)).toBe(0.7);
  const twoPoints = { ...BUNDLE, operatingPoints: BUNDLE.operatingPoints.slice(0, 2) };
  expect(point(11, twoPoints)).toBe(0.5);
});

it("the threshold is never looser for more faces, and holds its rate wherever a point was measured for it", () => {
  const fmr = new Map(BUNDLE.operatingPoints.map((each) => [each.comparisonScore, each.fmr]));
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), (a, b) => {
      const [few, many] = [Math.min(a, b), Math.max(a, b)];
      expect(point(few)).toBeLessThanOrEqual(point(many));
      expect(many * fmr.get(point(many))!).toBeLessThanOrEqual(SEARCH_FPIR);
    }),
  );
});

it("rejects a model bundle that was never measured, or makes other templates", () => {
  expect(() => point(1, { ...BUNDLE, operatingPoints: [] })).toThrow(/no measured/);
  expect(() => searchPoint(BUNDLE, 1, "other@1")).toThrow(/exchanged/);
});
