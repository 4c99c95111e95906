import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide, type Evidence } from "#edge/verdicts/fraud/truth-table.ts";

const thresholds = fc
  .tuple(fc.double({ min: 0.01, max: 0.98, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true }))
  .filter(([suspicious, fraudulent]) => suspicious < fraudulent)
  .map(([suspicious, fraudulent]) => ({ suspicious, fraudulent }));
/** Evidence with any score, or one on a threshold. */
const anyEvidence: fc.Arbitrary<Evidence> = fc
  .record({
    qualityPassed: fc.boolean(),
    criticalFailed: fc.boolean(),
    requiredMissing: fc.boolean(),
    authenticityMissing: fc.boolean(),
    majorFailed: fc.boolean(),
    score: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom("suspicious", "fraudulent")),
    thresholds,
  })
  .map(({ score, ...rest }) => ({
    ...rest,
    overallScore: typeof score === "number" ? score : rest.thresholds[score as "suspicious"],
  }));

/** Whether the decision is this one exactly if the condition holds. */
const isExactly = (decision: string, condition: (evidence: Evidence) => boolean) =>
  fc.assert(
    fc.property(anyEvidence, (evidence) => {
      expect(decide(evidence) === decision).toBe(condition(evidence));
    }),
    { numRuns: 4_000 },
  );

describe("whatever the evidence, a document is", () => {
  it("fraudulent for a failed critical check, or a high score in an image that can be judged", () => {
    isExactly(
      "fraudulent",
      (e) => e.criticalFailed || (e.qualityPassed && e.overallScore >= e.thresholds.fraudulent),
    );
  });

  it("suspicious for a failed major check or a raised score in an image that can be judged", () => {
    isExactly(
      "suspicious",
      (e) =>
        e.qualityPassed &&
        !e.criticalFailed &&
        e.overallScore < e.thresholds.fraudulent &&
        (e.majorFailed || e.overallScore >= e.thresholds.suspicious),
    );
  });

  it("clean when no check failed, the score is low, all required and some authenticity was evaluated and the image is good", () => {
    isExactly(
      "clean",
      (e) =>
        e.qualityPassed &&
        !e.criticalFailed &&
        !e.majorFailed &&
        !e.requiredMissing &&
        !e.authenticityMissing &&
        e.overallScore < e.thresholds.suspicious,
    );
  });

  it("never judged more mildly for a higher score", () => {
    const order = ["clean", "inconclusive", "suspicious", "fraudulent"];
    fc.assert(
      fc.property(anyEvidence, fc.double({ min: 0, max: 1, noNaN: true }), (e, overallScore) => {
        const [low, high] = [e.overallScore, overallScore].sort((a, b) => a - b) as [number, number];
        const at = (score: number) => order.indexOf(decide({ ...e, overallScore: score }));
        return at(low) <= at(high);
      }),
    );
  });
});

const GOOD: Evidence = {
  ...{ qualityPassed: true, criticalFailed: false, requiredMissing: false, authenticityMissing: false },
  ...{ majorFailed: false, overallScore: 0, thresholds: { suspicious: 0.4, fraudulent: 0.85 } },
};

it.each([
  { overallScore: Number.NaN },
  { overallScore: -0.01 },
  { overallScore: 1.01 },
  { overallScore: Number.POSITIVE_INFINITY },
  { thresholds: { suspicious: Number.NaN, fraudulent: 0.85 } },
  { thresholds: { suspicious: 0.9, fraudulent: 0.85 } },
  { thresholds: { suspicious: 0, fraudulent: 0.85 } },
])("decides nothing on %j", (changes) => {
  expect(() => decide({ ...GOOD, ...changes })).toThrow(RangeError);
});
