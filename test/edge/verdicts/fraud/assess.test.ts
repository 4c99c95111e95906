import fc from "fast-check";
import { expect, it } from "vitest";
import type { Forensics, PortraitReading } from "../../../../edge/inference/port.ts";
import { assessFraud, type FraudInput } from "../../../../edge/verdicts/fraud/assess.ts";
import { line, MRZ, reading } from "../../inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const NAMES = ["digital_tampering", "portrait_substitution"];

const signal = (name: string, score: number): Forensics["signals"][number] => ({
  name,
  score,
  region: [1, 2, 3, 4],
  model: { name: "net", version: "1" },
});

function input(
  changes: Partial<FraudInput> & { signals?: Forensics["signals"]; read?: Partial<PortraitReading> } = {},
): FraudInput {
  const { signals = [], read, ...rest } = changes;
  const forensics = {
    signals,
    editingSoftware: [],
    perceptualHash: new Uint8Array(128),
    reading: reading(read),
  };
  const known = { knownImageDistance: Number.POSITIVE_INFINITY, mode: "test" as const };
  return { forensics, documentType: "auto", otherSide: null, ...known, now: NOW, ...rest };
}

it("calls a good passport clean, as what it says it is", () => {
  expect(assessFraud(input())).toMatchObject({
    decision: "clean",
    isFraudulent: false,
    overallScore: 0,
    documentType: "passport",
    qualityGate: { passed: true, issues: [] },
    criticalFailed: false,
    majorFailed: false,
    requiredMissing: false,
  });
});

it("calls a passport whose zone could not be read inconclusive", () => {
  const verdict = assessFraud(input({ read: { mrz: null }, documentType: "passport" }));
  expect(verdict).toMatchObject({ decision: "inconclusive", requiredMissing: true });
});

it("calls a card without a zone clean, but not one without a portrait", () => {
  const card = { mrz: null, lines: [line("IDENTITY CARD", 20), line("a", 40), line("b", 60)] };
  expect(assessFraud(input({ read: card })).decision).toBe("clean");
  const faceless = {
    ...card,
    portrait: null,
    outline: [
      { x: 0, y: 0, z: 0 },
      { x: 1200, y: 0, z: 0 },
      { x: 1200, y: 840, z: 0 },
      { x: 0, y: 840, z: 0 },
    ],
  };
  const verdict = assessFraud(input({ read: faceless }));
  expect(verdict.decision).toBe("suspicious");
  expect(verdict.signals.find(({ name }) => name === "face_missing")).toMatchObject({ triggered: true });
});

it("misses no face on a card's back, where the zone is", () => {
  const mrz = { ...MRZ, format: "TD1" as const, lines: ["I<UTO", "", ""] };
  const { signals } = assessFraud(input({ read: { mrz, portrait: null } }));
  expect(signals.find(({ name }) => name === "face_missing")).toMatchObject({ triggered: false, score: 0 });
});

it.each([
  [{ laplacianVariance: 1 }, "image_too_blurry"],
  [{ meanLuma: 20 }, "image_too_dark"],
  [{ meanLuma: 250 }, "image_too_bright"],
  [{ documentLongSide: 300 }, "resolution_too_low"],
])("does not judge a poor capture: %j", (measure, issue) => {
  const quality = { ...reading().quality, ...measure };
  const verdict = assessFraud(input({ read: { quality }, signals: [signal("digital_tampering", 1)] }));
  expect(verdict).toMatchObject({
    decision: "inconclusive",
    qualityGate: { passed: false, issues: [issue] },
  });
});

it("lets no pixel signal alone call a document fraudulent, but two that agree", () => {
  for (const name of NAMES) {
    expect(assessFraud(input({ signals: [signal(name, 1)] })).decision).toBe("suspicious");
  }
  const two = NAMES.map((name) => signal(name, 1));
  expect(assessFraud(input({ signals: two })).decision).toBe("fraudulent");
});

it("makes a signal suspicious from its threshold on, one beneath it not, and two that agree beneath it", () => {
  const decision = (...scores: number[]) =>
    assessFraud(input({ signals: scores.map((score, i) => signal(NAMES[i]!, score)) })).decision;
  expect(decision(0.5)).toBe("suspicious");
  expect(decision(0.49)).toBe("clean");
  expect(decision(0.49, 0.49)).toBe("suspicious");
  expect(decision(0.8, 0.8)).toBe("fraudulent");
});

it("never lowers the overall score for one more signal, and keeps it in 0..1", () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
  fc.assert(
    fc.property(scores, fc.double({ min: 0, max: 1, noNaN: true }), (some, more) => {
      const of = (all: readonly number[]) => {
        return assessFraud(input({ signals: all.map((score, i) => signal(NAMES[i % 2]!, score)) }))
          .overallScore;
      };
      const [before, after] = [of(some), of([...some, more])];
      return before >= 0 && after <= 1 && after >= before;
    }),
  );
});

it("never says fraudulent without the flag, nor clean against its own columns", () => {
  const found = fc.record({
    valid: fc.boolean(),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    laplacianVariance: fc.constantFrom(1, 400),
    knownImageDistance: fc.constantFrom(0, 48, 60, Number.POSITIVE_INFINITY, null),
    mode: fc.constantFrom("live" as const, "test" as const),
    lines: fc.constantFrom(reading().lines, [line("Surname: Lindqvist", 100)], []),
  });
  fc.assert(
    fc.property(found, ({ valid, confidence, score, laplacianVariance, lines, ...known }) => {
      const checks = MRZ.checks.map((check) => ({ ...check, valid, confidence }));
      const quality = { ...reading().quality, laplacianVariance };
      const verdict = assessFraud(
        input({
          read: { mrz: { ...MRZ, checks }, quality, lines },
          signals: [signal("digital_tampering", score)],
          ...known,
        }),
      );
      const clean = verdict.decision === "clean";
      const failed = verdict.deterministicChecks.filter(({ status }) => status === "fail");
      const missing = verdict.deterministicChecks.filter((c) => c.required && c.status === "not_evaluated");
      expect(verdict.isFraudulent).toBe(verdict.decision === "fraudulent");
      expect(verdict.criticalFailed).toBe(failed.some(({ severity }) => severity === "critical"));
      expect(verdict.majorFailed).toBe(failed.some(({ severity }) => severity === "major"));
      expect(verdict.requiredMissing).toBe(missing.length > 0);
      if (clean) {
        expect(failed).toEqual([]);
        expect(missing).toEqual([]);
        expect(verdict.overallScore).toBeLessThan(verdict.thresholds.suspicious);
      }
    }),
  );
});

it.each([Number.NaN, -0.1, 1.1, Number.POSITIVE_INFINITY])("gives no verdict on a score of %d", (score) => {
  expect(() => assessFraud(input({ signals: [signal("digital_tampering", score)] }))).toThrow(RangeError);
});

it("gives no verdict on a signal that no rule weighs", () => {
  expect(() => assessFraud(input({ signals: [signal("constructor", 0.1)] }))).toThrow(/No rule weighs/);
});
