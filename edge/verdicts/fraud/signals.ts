import type { Forensics } from "../../inference/port.ts";
import type { DocumentType } from "../document-type.ts";
import { DOCUMENT_TYPES } from "../document-type.ts";
import { assertUnit, type FraudThresholds } from "./truth-table.ts";

export type SignalSeverity = "high" | "medium" | "low";

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
}

interface SignalRule {
  readonly threshold: number;
  readonly severity: SignalSeverity;
  /** The most that this signal alone can add to the overall score, 0..1. */
  readonly weight: number;
}

/**
 * Signals that are weighed. Scores come calibrated: inference maps its measure so that .5 is the operating point where
 * next to no genuine capture lies. No weight reaches the fraudulent threshold: a heuristic on pixels alone asks for a
 * person's eye, two that agree do not.
 */
const RULES: Readonly<Record<string, SignalRule>> = {
  digital_tampering: { threshold: 0.5, severity: "high", weight: 0.8 },
  portrait_substitution: { threshold: 0.5, severity: "high", weight: 0.8 },
  face_missing: { threshold: 0.5, severity: "medium", weight: 0.6 },
};

export const FRAUD_THRESHOLDS: FraudThresholds = { suspicious: 0.4, fraudulent: 0.85 };

/**
 * The signals of an assessment against their thresholds: inference's, and `face_missing`, which depends on the type of
 * document. Throws for a signal that no rule knows and for a score that is no number in 0..1.
 */
export function weighSignals(forensics: Forensics, documentType: DocumentType): Signal[] {
  const measured = forensics.signals.map(({ name, score, region, model }) =>
    signal(name, score, region, `${model.name}-${model.version}`),
  );
  const missing = lacksPortrait(forensics, documentType) ? 1 : 0;
  return [...measured, signal("face_missing", missing, null, "face-missing-1")];
}

/**
 * Overall score, 0..1: the noisy-or of the triggered signals, each weighed. Signals under their threshold add nothing,
 * so that many weak doubts about a poor photo do not make a forgery; agreeing signals make more than the greatest.
 */
export function fuse(signals: readonly Signal[]): number {
  const innocent = signals
    .filter(({ triggered }) => triggered)
    .reduce((product, { name, score }) => product * (1 - ruleOf(name).weight * score), 1);
  return 1 - innocent;
}

function signal(name: string, score: number, region: Signal["region"], modelVersion: string): Signal {
  assertUnit(score);
  const { threshold, severity } = ruleOf(name);
  return { name, score, threshold, triggered: score >= threshold, severity, region, modelVersion };
}

function ruleOf(name: string): SignalRule {
  if (!Object.hasOwn(RULES, name)) throw new Error(`No rule weighs the forensic signal ${name}.`);
  return RULES[name]!;
}

/** The back of a card shows its TD1 or TD2 zone and, rightly, no portrait. */
function lacksPortrait({ reading }: Forensics, documentType: DocumentType): boolean {
  const mayBeBack = reading.mrz !== null && reading.mrz.format !== "TD3";
  return DOCUMENT_TYPES[documentType].carriesPortrait && reading.portrait === null && !mayBeBack;
}
