import { describe, expect, it } from "vitest";
import type { DeterministicCheck } from "#edge/verdicts/fraud/checks/checks.ts";
import type { Signal } from "#edge/verdicts/fraud/signals/signal.ts";
import { counting } from "#edge/verdicts/fraud/signals/signal-rules.ts";
import { LIVENESS_REASONS, verdict as livenessVerdict } from "#edge/verdicts/liveness/reasons.ts";
import { matchPortrait } from "#edge/verdicts/match/comparison.ts";
import { judgeDocument, type OcrVerdict } from "#edge/verdicts/ocr/verdict.ts";
import { faceMatchOutcome } from "#edge/verdicts/outcomes/face-match.ts";
import {
  fraudOutcome,
  livenessOutcome,
  ocrOutcome,
  searchOutcome,
} from "#edge/verdicts/outcomes/step-outcome.ts";
import {
  BUNDLE,
  line,
  MRZ,
  reading,
  templateAt,
  templateScoring,
} from "#test/harness/edge/inference-results.ts";
import { CAPTURE_ISSUES } from "#vocabulary/faces.ts";
import type { CheckName, SignalName } from "#vocabulary/fraud.ts";

const NOW = Date.UTC(2026, 10, 21);

describe("liveness", () => {
  const outcomeOf = (reason: (typeof LIVENESS_REASONS)[number]) =>
    livenessOutcome(
      reason === "live"
        ? livenessVerdict({ blocked: null, score: 1, threshold: 0.5, short: "low_score" })
        : livenessVerdict({ blocked: reason, score: 0, threshold: 0.5, short: "low_score" }),
    ).outcome;

  it.each([
    ["passed", ["live"]],
    ["step_up", ["step_up_required", "low_score"]],
    ["failed", ["print_attack", "screen_replay", "mask_attack"]],
    [
      "retry",
      ["challenge_not_performed", "wrong_action", "identity_changed", "frames_not_distinct", "frames_static"],
    ],
    ["capture_quality", CAPTURE_ISSUES],
  ] as const)("is %s for exactly its reasons", (outcome, reasons) => {
    expect(LIVENESS_REASONS.filter((reason) => outcomeOf(reason) === outcome).sort()).toEqual(
      [...reasons].sort(),
    );
  });
});

describe("a document's reading", () => {
  const judge = (changes = {}) =>
    judgeDocument(reading(changes), { declared: null, accepted: null, now: NOW });
  const outcome = (changes = {}, min_age: number | null = null) =>
    ocrOutcome(shown(judge(changes)), { min_age, require_face_match: true }, NOW);
  const shown = (verdict: OcrVerdict, hasPortrait = true) => ({ ...verdict, hasPortrait, isSpecimen: false });
  const withField = (name: string, value: string) => ({
    mrz: { ...MRZ, fields: MRZ.fields.map((field) => (field.name === name ? { ...field, value } : field)) },
  });

  const dark = { quality: { ...reading().quality, meanLuma: 10 } };

  it.each([
    ["passed", null, "an eligible document that is not expired", {}],
    [
      "retry",
      "document_expired",
      "a document at fault costs an attempt",
      withField("date_of_expiry", "200101"),
    ],
    ["capture_quality", "image_too_dark", "its image at fault costs none", dark],
    ["review", "expiry_not_read", "no one can read until when it is valid", withField("date_of_expiry", "")],
  ])("%s (%s): %s", (expected, reason, _, changes) => {
    expect(outcome(changes)).toEqual({ outcome: expected, reason });
  });

  it("does not do without its portrait if faces are to be matched", () => {
    const without = (require_face_match: boolean) =>
      ocrOutcome(shown(judge({ portrait: null }), false), { min_age: null, require_face_match }, NOW);
    expect(without(true)).toEqual({ outcome: "capture_quality", reason: "portrait_not_found" });
    expect(without(false).outcome).toBe("passed");
  });

  it("requires the MRZ that its type carries, whatever type the fraud check is given", () => {
    const visual = { ...judge(), mrz: null };
    const evidence = shown({ ...visual, documentType: "passport" });
    const policy = { min_age: null, require_face_match: true };
    expect(ocrOutcome(evidence, policy, NOW)).toEqual({
      outcome: "capture_quality",
      reason: "mrz_not_found",
    });
    expect(ocrOutcome({ ...evidence, documentType: "cid" }, policy, NOW).outcome).toBe("passed");
  });

  it("proves the policy's age to the day, or stops, or goes to a person", () => {
    const born = (yymmdd: string) => outcome(withField("date_of_birth", yymmdd), 18);
    expect(born("081121")).toEqual({ outcome: "passed", reason: null });
    expect(born("081122")).toEqual({ outcome: "failed", reason: "under_min_age" });
    expect(born("")).toEqual({ outcome: "review", reason: "age_not_read" });
  });

  it("sends the age of a person over a hundred to review if a child has the same digits", () => {
    const lines = [...reading().lines, line("Date of birth: 01 MAR 1912", 500)];
    const old = { ...withField("date_of_birth", "120301"), lines };
    expect(judge(old).fields.date_of_birth?.value).toBe("1912-03-01");
    expect(outcome(old, 18)).toEqual({ outcome: "review", reason: "age_not_read" });
    expect(outcome(old, 14).outcome).toBe("passed");
    expect(outcome(old).outcome).toBe("passed");
  });

  it("goes to a person when print alone could tell the century of the expiry, and was not read", () => {
    const { mrz } = withField("date_of_expiry", "990101");
    const [code, ...others] = mrz.fields;
    const card = { ...mrz, format: "TD1" as const, fields: [{ ...code!, value: "I" }, ...others] };
    const lines = ["I<UTO", "", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"];
    const read = { mrz: { ...card, lines }, lines: [line("IDENTITY CARD", 40)] };
    expect(outcome(read)).toEqual({ outcome: "review", reason: "expiry_not_read" });
  });
});

it.each([
  ["clean", true, "review", "passed"],
  ["suspicious", true, "review", "adverse"],
  ["suspicious", true, "decline", "failed"],
  ["fraudulent", false, "review", "failed"],
  ["inconclusive", false, "review", "capture_quality"],
  ["inconclusive", true, "review", "retry"],
] as const)("turns fraud %s (gate passed: %s, policy: %s) into %s", (decision, gatePassed, on, outcome) => {
  const qualityGate = { passed: gatePassed, issues: [] };
  const verdict = { decision, qualityGate, requiredMissing: true, signals: [], deterministicChecks: [] };
  const result = fraudOutcome(verdict, { on_fraud_suspicious: on });
  expect(result).toMatchObject({ outcome, reason: decision === "clean" ? null : `fraud_${decision}` });
});

it("says that a finding rests on pixels alone only if no check failed, and nothing is known of the document", () => {
  const verdict = {
    ...({ decision: "suspicious", requiredMissing: false } as const),
    qualityGate: { passed: true, issues: [] },
  };
  const failed = { name: "mrz_state_rule", status: "fail" } as const;
  const triggered = (name: SignalName) => ({ name, triggered: true });
  const ofPixels = (signals: SignalName[], checks: (typeof failed)[]) => {
    const side = { ...verdict, signals: signals.map(triggered), deterministicChecks: checks };
    return fraudOutcome(side, { on_fraud_suspicious: "review" }).ofPixels ?? false;
  };
  expect(ofPixels(["splicing"], [])).toBe(true);
  expect(ofPixels(["splicing"], [failed])).toBe(false);
  expect(ofPixels(["splicing", "specimen_document"], [])).toBe(false);
  expect(ofPixels(["duplicate_image"], [])).toBe(false);
});

it("M1: sends a document on which no check of authenticity was evaluated to a person, whatever the policy", () => {
  const verdict = {
    ...({ decision: "inconclusive", requiredMissing: false } as const),
    ...{ signals: [], deterministicChecks: [] },
  };
  const qualityGate = { passed: true, issues: [] };
  for (const on_fraud_suspicious of ["review", "decline"] as const) {
    expect(fraudOutcome({ ...verdict, qualityGate }, { on_fraud_suspicious })).toEqual({
      outcome: "review",
      reason: "authenticity_not_checked",
    });
  }
});

it("says of a suspicious document which checks failed and which signals are triggered, each finding once as a sentence", () => {
  const failing = (name: CheckName): DeterministicCheck => ({
    ...{ name, status: "fail", severity: "major", required: false, detail: null, explanation: "" },
  });
  const scored = (name: SignalName, triggered: boolean): Signal => ({
    ...{ name, triggered, score: triggered ? 0.9 : 0.1, threshold: 0.5, severity: "high", region: null },
    ...{ modelVersion: "", explanation: "" },
  });
  const verdict = {
    ...({ decision: "suspicious", requiredMissing: false } as const),
    qualityGate: { passed: true, issues: [] },
    deterministicChecks: [failing("duplicate_of_known_image"), failing("mrz_state_rule")],
    signals: [
      scored("portrait_substitution", true),
      scored("duplicate_image", true),
      scored("splicing", false),
    ],
  };
  expect(fraudOutcome(verdict, { on_fraud_suspicious: "review" })).toEqual({
    ...{ outcome: "adverse", reason: "fraud_suspicious" },
    found:
      "Image that another end user has sent. MRZ check digit that does not fit the rule of ICAO 9303. Possible tampering in the portrait",
  });
});

it("leaves a signal that test mode does not count out of what was found", () => {
  const signals = (["splicing", "duplicate_image", "specimen_document"] as const).map((name) => ({
    ...{ name, triggered: true, score: 0.9, threshold: 0.5, severity: "high" as const, region: null },
    ...{ modelVersion: "", explanation: "" },
  }));
  const verdict = {
    ...({ decision: "suspicious", requiredMissing: false, deterministicChecks: [] } as const),
    qualityGate: { passed: true },
  };
  const found = (mode: "live" | "test") =>
    fraudOutcome({ ...verdict, signals: counting(signals, mode) }, { on_fraud_suspicious: "review" }).found;
  expect(found("test")).toBe("Possible pasted piece on the document");
  expect(found("live")).toContain("Document that is marked as a specimen");
});

it.each([
  ["a portrait", false, 0.9, "passed", null],
  ["a portrait", false, 0.4, "review", "review_band"],
  ["a portrait", false, 0.1, "failed", "no_match"],
  ["a copied portrait", true, 0.9, "adverse", "portrait_copied"],
  ["a copied portrait", true, 0.4, "adverse", "portrait_copied"],
  ["a copied portrait", true, 0.1, "failed", "no_match"],
] as const)("turns %s (%s) that scores %d into %s", (_, isCopy, score, outcome, reason) => {
  const match = matchPortrait(templateScoring(score), templateAt(0), BUNDLE, "fmr_1e-3");
  expect(faceMatchOutcome(match, isCopy, "portrait")).toEqual({ outcome, reason });
});

describe("the search for duplicates", () => {
  it.each([
    [{ match: false, fpirHeld: true }, "decline", "passed", null],
    [{ match: false, fpirHeld: false }, "decline", "passed", null],
    [{ match: true, fpirHeld: true }, "review", "adverse", "duplicate_face"],
    [{ match: true, fpirHeld: true }, "decline", "failed", "duplicate_face"],
    [{ match: true, fpirHeld: false }, "decline", "adverse", "duplicate_face"],
    [null, "decline", "review", "model_version_mismatch"],
  ] as const)("of %j under %s is %s", (search, dedupe, outcome, reason) => {
    expect(searchOutcome(search, dedupe)).toEqual({ outcome, reason });
  });
});
