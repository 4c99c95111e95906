import { factsOf } from "../../../../vocabulary/document-types.ts";
import {
  DERIVED_SIGNALS,
  type DerivedSignal,
  SIGNALS,
  type SignalName,
} from "../../../../vocabulary/fraud.ts";
import type { Mode } from "../../../core/scope.ts";
import type { Forensics } from "../../../inference/port.ts";
import { assertUnit, type FraudThresholds } from "../truth-table.ts";
import { duplicateImage } from "./duplicate-image.ts";
import type { Signal, SignalInput, SignalScore } from "./signal.ts";
import { SIGNAL_RULES, weightOf } from "./signal-rules.ts";
import { specimenMark } from "./specimen-mark.ts";

/**
 * Of the 192 genuine uploads of the calibration 7 reach the first threshold (4 %) and none the second (95 %
 * confidence: at most 1.6 %). One signal at its threshold with its weight is suspicious (.5 × .8);
 * `fraudulent` needs at least two that agree. `npm run lab -- evaluate traces` shows the rates at other
 * thresholds.
 */
export const FRAUD_THRESHOLDS: FraudThresholds = { suspicious: 0.4, fraudulent: 0.85 };

const DERIVED: Readonly<Record<DerivedSignal, (input: SignalInput) => SignalScore>> = {
  duplicate_image: duplicateImage,
  specimen_document: specimenMark,
  face_missing: (input) => ({ score: lacksPortrait(input) ? 1 : 0, region: null }),
};

/**
 * The signals of an assessment with their thresholds: inference's, and those derived from the reading. Throws
 * for a signal without a rule and for a score outside 0..1.
 */
export function weighSignals(input: SignalInput): Signal[] {
  const derived = DERIVED_SIGNALS.flatMap((name) => {
    const found = DERIVED[name](input);
    return found === null ? [] : [signal(name, found.score, found.region, `${name.replaceAll("_", "-")}-1`)];
  });
  return [...weighMeasured(input.forensics.signals), ...derived];
}

/** Inference's signals with their thresholds. Throws as `weighSignals` does. */
export const weighMeasured = (signals: Forensics["signals"]): Signal[] =>
  signals.map(({ name, score, region, model }) =>
    signal(signalName(name), score, region, `${model.name}-${model.version}`),
  );

/**
 * Overall score, 0..1: the noisy-or of the signals, each with its weight in the mode. Calibrated scores of
 * most genuine captures are 0, so that a poor photo accumulates little; several signals give more than the
 * largest of them.
 */
export function fuse(signals: readonly Signal[], mode: Mode): number {
  return 1 - signals.reduce((product, { name, score }) => product * (1 - weightOf(name, mode) * score), 1);
}

/** Throws for a signal of inference without a rule: its score would otherwise be ignored silently. */
function signalName(name: string): SignalName {
  const known = SIGNALS.find((signal) => signal === name);
  if (known === undefined) throw new Error(`No rule weighs the forensic signal ${name}.`);
  return known;
}

function signal(name: SignalName, score: number, region: Signal["region"], modelVersion: string): Signal {
  assertUnit(score);
  const rule = SIGNAL_RULES[name];
  const { threshold, severity } = rule;
  const triggered = score >= threshold;
  const explanation = triggered ? rule.triggered : rule.quiet;
  return { name, score, threshold, triggered, severity, region, modelVersion, explanation };
}

/** The back of a card has a TD1 or TD2 zone and legitimately no portrait. */
function lacksPortrait({ reading, otherSide, documentType }: SignalInput): boolean {
  const mayBeBack = reading.mrz !== null && reading.mrz.format !== "TD3";
  const isElsewhere = otherSide !== null && otherSide.portrait !== null;
  return factsOf(documentType).portrait && reading.portrait === null && !mayBeBack && !isElsewhere;
}
