import type { DocumentReading, Forensics } from "../../inference/port.ts";
import type { Mode } from "../../scope.ts";
import type { DocumentType } from "../../vocabulary/documents.ts";
import { SIGNALS, type SignalName, type SignalSeverity } from "../../vocabulary/fraud.ts";
import { CARRIES } from "../document-type.ts";
import type { Fields } from "../ocr/fields.ts";
import { duplicateImage } from "./known-image.ts";
import { SIGNAL_RULES, weightOf } from "./signal-rules.ts";
import { specimenMark } from "./specimen-mark.ts";
import { assertUnit, type FraudThresholds } from "./truth-table.ts";

export interface Signal {
  readonly name: SignalName;
  /** 0..1, higher is more suspicious. */
  readonly score: number;
  /** At and over which the signal is triggered. */
  readonly threshold: number;
  readonly triggered: boolean;
  readonly severity: SignalSeverity;
  /** In the upload's pixels; null when the signal has no place. */
  readonly region: readonly [x: number, y: number, width: number, height: number] | null;
  readonly modelVersion: string;
  /** A sentence for staff. */
  readonly explanation: string;
}

/**
 * Of 192 genuine uploads that the calibration was fitted on 7 reach the first (4 %) and none the second (95 %: at most
 * 1.6 %); one signal at its threshold, weighed, is suspicious (.5 × .8), fraudulent takes two that agree, or more.
 * `npm run evaluate -- traces` has what other thresholds would give.
 */
export const FRAUD_THRESHOLDS: FraudThresholds = { suspicious: 0.4, fraudulent: 0.85 };

/** What signals are made of. */
export interface Weighed {
  readonly forensics: Pick<Forensics, "signals">;
  readonly reading: DocumentReading;
  /** The reading's fields, both zones merged. */
  readonly fields: Fields;
  readonly documentType: DocumentType;
  readonly otherSide: DocumentReading | null;
  readonly knownImageDistance: number | null;
}

/** A signal that follows from what was read and what is known; null where it cannot be told. */
export type Found = { readonly score: number; readonly region: Signal["region"] } | null;

const FOLLOWING: readonly (readonly [SignalName, (weighed: Weighed) => Found])[] = [
  ["duplicate_image", duplicateImage],
  ["specimen_document", specimenMark],
  ["face_missing", (weighed) => ({ score: lacksPortrait(weighed) ? 1 : 0, region: null })],
];

/**
 * The signals of an assessment against their thresholds: inference's, and those that follow from the reading. Throws for
 * a signal that no rule knows and for a score that is no number in 0..1.
 */
export function weighSignals(weighed: Weighed): Signal[] {
  const following = FOLLOWING.flatMap(([name, find]) => {
    const found = find(weighed);
    return found === null ? [] : [signal(name, found.score, found.region, `${name.replaceAll("_", "-")}-1`)];
  });
  return [...weighMeasured(weighed.forensics.signals), ...following];
}

/** Inference's signals against their thresholds. Throws as `weighSignals` does. */
export const weighMeasured = (signals: Forensics["signals"]): Signal[] =>
  signals.map(({ name, score, region, model }) =>
    signal(signalName(name), score, region, `${model.name}-${model.version}`),
  );

/**
 * Overall score, 0..1: the noisy-or of the signals, each weighed as in its mode. Calibrated scores are 0 where genuine
 * captures usually lie, so that a poor photo gathers little; agreeing signals make more than the greatest.
 */
export function fuse(signals: readonly Signal[], mode: Mode): number {
  return 1 - signals.reduce((product, { name, score }) => product * (1 - weightOf(name, mode) * score), 1);
}

/** Throws for a signal of inference that no rule knows: its score would otherwise count for nothing, unseen. */
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
function lacksPortrait({ reading, otherSide, documentType }: Weighed): boolean {
  const mayBeBack = reading.mrz !== null && reading.mrz.format !== "TD3";
  const isElsewhere = otherSide !== null && otherSide.portrait !== null;
  return CARRIES[documentType].portrait && reading.portrait === null && !mayBeBack && !isElsewhere;
}
