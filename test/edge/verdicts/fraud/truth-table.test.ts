import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide, type Evidence } from "#edge/verdicts/fraud/truth-table.ts";

const thresholds = fc
  .tuple(fc.double({ min: 0.01, max: 0.98, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true }))
  .filter(([suspicious, fraudulent]) => suspicious < fraudulent)
  .map(([suspicious, fraudulent]) => ({ suspicious, fraudulent }));
const anyEvidence: fc.Arbitrary<Evidence> = fc.record({
  qualityPassed: fc.boolean(),
  criticalFailed: fc.boolean(),
  requiredMissing: fc.boolean(),
  authenticityMissing: fc.boolean(),
  majorFailed: fc.boolean(),
  overallScore: fc.double({ min: 0, max: 1, noNaN: true }),
  thresholds,
});

const holds = (statement: (evidence: Evidence, decision: string) => boolean) =>
  fc.assert(
    fc.property(anyEvidence, (evidence) => statement(evidence, decide(evidence))),
    { numRuns: 2000 },
  );
/** `a` implies `b`. */
const implies = (a: boolean, b: boolean) => !a || b;

describe("whatever the evidence", () => {
  it("a failed critical check is fraudulent", () => {
    holds((e, decision) => implies(e.criticalFailed, decision === "fraudulent"));
  });

  it("fraudulent is nothing but a failed critical check, or a high score in a picture that can be judged", () => {
    holds((e, decision) =>
      implies(
        decision === "fraudulent",
        e.criticalFailed || (e.qualityPassed && e.overallScore >= e.thresholds.fraudulent),
      ),
    );
  });

  it("clean means that no check failed, the score is low, all required and some authenticity was evaluated and the picture is good", () => {
    holds(
      (e, decision) =>
        (decision === "clean") ===
        (e.qualityPassed &&
          !e.criticalFailed &&
          !e.majorFailed &&
          !e.requiredMissing &&
          !e.authenticityMissing &&
          e.overallScore < e.thresholds.suspicious),
    );
  });

  it("without a critical failure a poor picture is inconclusive", () => {
    holds((e, decision) => implies(!e.qualityPassed && !e.criticalFailed, decision === "inconclusive"));
  });

  it("a suspicious score or a major failure is never inconclusive in a good picture", () => {
    holds((e, decision) =>
      implies(
        e.qualityPassed && (e.majorFailed || e.overallScore >= e.thresholds.suspicious),
        decision === "suspicious" || decision === "fraudulent",
      ),
    );
  });

  it("suspicious is only said of a good picture without a critical failure and below the fraudulent score", () => {
    holds((e, decision) =>
      implies(
        decision === "suspicious",
        e.qualityPassed && !e.criticalFailed && e.overallScore < e.thresholds.fraudulent,
      ),
    );
  });

  it("a higher score never makes a decision milder", () => {
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
  qualityPassed: true,
  criticalFailed: false,
  requiredMissing: false,
  authenticityMissing: false,
  majorFailed: false,
  overallScore: 0,
  thresholds: { suspicious: 0.4, fraudulent: 0.85 },
};

it.each([
  [{ criticalFailed: true, qualityPassed: false }, "fraudulent"],
  [{ overallScore: 0.85 }, "fraudulent"],
  [{ overallScore: 1, qualityPassed: false }, "inconclusive"],
  [{ overallScore: 0.4, requiredMissing: true }, "suspicious"],
  [{ majorFailed: true, requiredMissing: true }, "suspicious"],
  [{ requiredMissing: true, overallScore: 0.399 }, "inconclusive"],
  [{ authenticityMissing: true, overallScore: 0.399 }, "inconclusive"],
  [{ authenticityMissing: true, majorFailed: true }, "suspicious"],
  [{ overallScore: 0.399 }, "clean"],
] as const)("row %#: %j is %s", (changes, decision) => {
  expect(decide({ ...GOOD, ...changes })).toBe(decision);
});

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
