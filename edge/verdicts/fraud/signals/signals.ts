import type { Forensics } from "../../../inference/port.ts";
import type { Mode } from "../../../scope.ts";
import { SIGNALS, type SignalName } from "../../../vocabulary/fraud.ts";
import { CARRIES } from "../../ocr/document-type.ts";
import { assertUnit, type FraudThresholds } from "../truth-table.ts";
import { duplicateImage } from "./duplicate-image.ts";
import type { Signal, SignalInput, SignalScore } from "./signal.ts";
import { SIGNAL_RULES, weightOf } from "./signal-rules.ts";
import { specimenMark } from "./specimen-mark.ts";

/**
 * Of 192 genuine uploads that the calibration was fitted on 7 reach the first (4 %) and none the second (95
 * %: at most 1.6 %); one signal at its threshold, weighed, is suspicious (.5 × .8), fraudulent takes two that
 * agree, or more. `npm run evaluate -- traces` has what other thresholds would give.
 */
export const FRAUD_THRESHOLDS: FraudThresholds = { suspicious: 0.4, fraudulent: 0.85 };

const FOLLOWING: readonly (readonly [SignalName, (input: SignalInput) => SignalScore])[] = [
  ["duplicate_image", duplicateImage],
  ["specimen_document", specimenMark],
  ["face_missing", (input) => ({ score: lacksPortrait(input) ? 1 : 0, region: null })],
];

/**
 * The signals of an assessment against their thresholds: inference's, and those that follow from the reading.
 * Throws for a signal that no rule knows and for a score that is no number in 0..1.
 */
export function weighSignals(input: SignalInput): Signal[] {
  const following = FOLLOWING.flatMap(([name, find]) => {
    const found = find(input);
    return found === null ? [] : [signal(name, found.score, found.region, `${name.replaceAll("_", "-")}-1`)];
  });
  return [...weighMeasured(input.forensics.signals), ...following];
}

/** Inference's signals against their thresholds. Throws as `weighSignals` does. */
export const weighMeasured = (signals: Forensics["signals"]): Signal[] =>
  signals.map(({ name, score, region, model }) =>
    signal(signalName(name), score, region, `${model.name}-${model.version}`),
  );

/**
 * Overall score, 0..1: the noisy-or of the signals, each with its weight in the mode. Calibrated scores are 0
 * where genuine captures usually lie, so that a poor photo gathers little; agreeing signals make more than
 * the greatest.
 */
export function fuse(signals: readonly Signal[], mode: Mode): number {
  return 1 - signals.reduce((product, { name, score }) => product * (1 - weightOf(name, mode) * score), 1);
}

/**
 * Throws for a signal of inference that no rule knows: its score would otherwise count for nothing, unseen.
 */
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

/** The back of a card shows its TD1 or TD2 zone and, rightly, no portrait. */
function lacksPortrait({ reading, otherSide, documentType }: SignalInput): boolean {
  const mayBeBack = reading.mrz !== null && reading.mrz.format !== "TD3";
  const isElsewhere = otherSide !== null && otherSide.portrait !== null;
  return CARRIES[documentType].portrait && reading.portrait === null && !mayBeBack && !isElsewhere;
}
