import fc from "fast-check";
import { expect, it } from "vitest";
import {
  compare,
  comparisonScore,
  matchPortrait,
  operatingPoint,
  similarityOf,
} from "#edge/verdicts/match/comparison.ts";
import {
  BUNDLE,
  TEMPLATE_VERSION,
  templateAt,
  templateScoring,
} from "#test/harness/edge/inference-results.ts";
import { MATCH_LEVELS } from "#vocabulary/faces.ts";

const reference = templateAt(0);

it("scores equal templates 1 and opposite ones -1", () => {
  expect(comparisonScore(reference, reference)).toBeCloseTo(1);
  expect(comparisonScore(templateAt(180), reference)).toBeCloseTo(-1);
});

it("maps comparison scores to similarities of 0..1 without changing their order", () => {
  const score = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(score, score, (a, b) => {
      expect(similarityOf(a)).toBeGreaterThanOrEqual(0);
      expect(similarityOf(a)).toBeLessThanOrEqual(1);
      if (a < b) expect(similarityOf(a)).toBeLessThanOrEqual(similarityOf(b));
    }),
  );
  expect([similarityOf(-1), similarityOf(1)]).toEqual([0, 1]);
});

it("matches exactly when the similarity reaches the threshold it answers", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 180, noNaN: true }),
      fc.constantFrom(...MATCH_LEVELS),
      (angle, level) => {
        const { match, similarity, threshold } = compare(templateAt(angle), reference, BUNDLE, level);
        expect(match).toBe(similarity >= threshold);
      },
    ),
  );
});

it("applies the model bundle's operating point of the named level", () => {
  const probe = templateScoring(0.6);
  expect(compare(probe, reference, BUNDLE, "fmr_1e-3")).toMatchObject({ match: true, threshold: 0.75 });
  expect(compare(probe, reference, BUNDLE, "fmr_1e-4")).toMatchObject({ match: false, threshold: 0.85 });
});

it("rejects to compare templates of different model versions", () => {
  expect(() => comparisonScore(templateAt(0, "other@1"), reference)).toThrow(
    expect.objectContaining({ code: "model_version_mismatch" }),
  );
});

it("rejects a level that the model bundle was not measured at, and a model bundle of another template version", () => {
  const unmeasured = { ...BUNDLE, operatingPoints: BUNDLE.operatingPoints.slice(0, 1) };
  const refused = expect.objectContaining({ code: "service_unavailable" });
  expect(() => operatingPoint(unmeasured, "fmr_1e-3", TEMPLATE_VERSION)).toThrow(refused);
  expect(() =>
    operatingPoint({ ...BUNDLE, templateVersion: "other@1" }, "fmr_1e-3", TEMPLATE_VERSION),
  ).toThrow(refused);
  const unknown = {
    ...BUNDLE,
    operatingPoints: [{ level: "fmr_1e-3", comparisonScore: Number.NaN, fmr: 0 }],
  };
  expect(() => operatingPoint(unknown, "fmr_1e-3", TEMPLATE_VERSION)).toThrow(refused);
});

it("never makes a score of a template that holds no numbers or has another length", () => {
  const bad = { ...reference, vector: new Float32Array([Number.NaN, 0]) };
  const short = { ...reference, vector: new Float32Array([1]) };
  const empty = { ...reference, vector: new Float32Array() };
  expect(() => comparisonScore(bad, reference)).toThrow();
  expect(() => comparisonScore(short, reference)).toThrow();
  expect(() => comparisonScore(empty, empty)).toThrow();
});

it.each([
  [0.6, "fmr_1e-3", "passed", "match"],
  [0.4, "fmr_1e-3", "review", "review_band"],
  [0.29, "fmr_1e-3", "failed", "no_match"],
  [0.4, "fmr_1e-4", "review", "review_band"],
  [0.31, "fmr_1e-2", "passed", "match"],
  [0.29, "fmr_1e-2", "failed", "no_match"],
] as const)("answers a portrait that scores %d at %s: %s", (score, level, status, reason) => {
  const outcome = matchPortrait(templateScoring(score), reference, BUNDLE, level);
  expect(outcome).toMatchObject({ status, reason, match: status === "passed" });
});
