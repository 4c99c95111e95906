import type { DocumentReading, Forensics } from "../../inference/port.ts";
import type { DocumentType } from "../document-type.ts";
import { DOCUMENT_TYPES } from "../document-type.ts";
import { ruleOf, type SignalSeverity } from "./signal-rules.ts";
import { assertUnit, type FraudThresholds } from "./truth-table.ts";

export interface Signal {
  readonly name: string;
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
 * One signal at its threshold, weighed, is suspicious (.5 × .8); fraudulent takes two that agree, or more. See
 * `npm run evaluate -- fraud` for the rates at which genuine captures come over either.
 */
export const FRAUD_THRESHOLDS: FraudThresholds = { suspicious: 0.4, fraudulent: 0.85 };

/** What of an assessment signals are made of. */
interface Weighed extends Pick<Forensics, "signals"> {
  readonly reading: Pick<DocumentReading, "mrz" | "portrait">;
}

/**
 * The signals of an assessment against their thresholds: inference's, and `face_missing`, which depends on the type of
 * document. Throws for a signal that no rule knows and for a score that is no number in 0..1.
 */
export function weighSignals(forensics: Weighed, documentType: DocumentType): Signal[] {
  const measured = forensics.signals.map(({ name, score, region, model }) =>
    signal(name, score, region, `${model.name}-${model.version}`),
  );
  const missing = lacksPortrait(forensics, documentType) ? 1 : 0;
  return [...measured, signal("face_missing", missing, null, "face-missing-1")];
}

/**
 * Overall score, 0..1: the noisy-or of the signals, each weighed. Calibrated scores are 0 where genuine captures usually
 * lie, so that a poor photo gathers little; agreeing signals make more than the greatest.
 */
export function fuse(signals: readonly Signal[]): number {
  return 1 - signals.reduce((product, { name, score }) => product * (1 - ruleOf(name).weight * score), 1);
}

function signal(name: string, score: number, region: Signal["region"], modelVersion: string): Signal {
  assertUnit(score);
  const rule = ruleOf(name);
  const { threshold, severity } = rule;
  const triggered = score >= threshold;
  const explanation = triggered ? rule.triggered : rule.quiet;
  return { name, score, threshold, triggered, severity, region, modelVersion, explanation };
}

/** The back of a card shows its TD1 or TD2 zone and, rightly, no portrait. */
function lacksPortrait({ reading }: Weighed, documentType: DocumentType): boolean {
  const mayBeBack = reading.mrz !== null && reading.mrz.format !== "TD3";
  return DOCUMENT_TYPES[documentType].carriesPortrait && reading.portrait === null && !mayBeBack;
}
