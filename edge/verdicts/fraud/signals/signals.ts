import { factsOf } from "../../../../vocabulary/document-types.ts";
import {
  DERIVED_SIGNALS,
  type DerivedSignal,
  SIGNALS,
  type SignalName,
} from "../../../../vocabulary/fraud.ts";
import type { Mode } from "../../../core/scope.ts";
import type { DocumentReading, Forensics } from "../../../inference/port.ts";
import type { Fields } from "../../ocr/field.ts";
import { stripAccents } from "../../text/letters.ts";
import { isSameImage, NEAR_DUPLICATE_BITS } from "../checks/document-checks.ts";
import { assertUnit, type FraudThresholds } from "../truth-table.ts";
import type { Signal, SignalInput, SignalScore } from "./signal.ts";
import { SIGNAL_RULES, weightOf } from "./signal-rules.ts";

/**
 * Of the 192 genuine uploads of the calibration 7 reach the first threshold (4 %) and none the second (95 %
 * confidence: at most 1.6 %). One signal at its threshold with its weight is suspicious (.5 × .8);
 * `fraudulent` needs at least two that agree. `npm run lab -- evaluate indicators` shows the rates at other
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

/** The back of a card has a TD1 or TD2 MRZ and legitimately no portrait. */
function lacksPortrait({ reading, otherSide, documentType }: SignalInput): boolean {
  const mayBeBack = reading.mrz !== null && reading.mrz.format !== "TD3";
  const isElsewhere = otherSide !== null && otherSide.portrait !== null;
  return factsOf(documentType).portrait && reading.portrait === null && !mayBeBack && !isElsewhere;
}

/** The smallest measured distance, in bits, of scans of one template that was issued to different persons. */
const OTHERS_BITS = 65;

/**
 * Score of the nearest image of another customer: 1 for an equal hash, .5 at the limit of the same image,
 * 0 from the distance of different persons' scans of one template. Null when the distance is unknown.
 */
function duplicateImage({ knownImageDistance: distance }: SignalInput): SignalScore {
  if (distance === null) return null;
  const score = isSameImage(distance)
    ? 1 - (0.5 * distance) / NEAR_DUPLICATE_BITS
    : Math.max(0, (0.5 * (OTHERS_BITS - distance)) / (OTHERS_BITS - NEAR_DUPLICATE_BITS));
  return { score, region: null };
}

/**
 * Words that states and printers put on specimens, or use as a specimen's name; without accents, in capitals.
 */
const MARKS: ReadonlySet<string> = new Set([
  ...["SPECIMEN", "ESPECIMEN", "MUESTRA", "FACSIMILE", "FAC-SIMILE", "VOORBEELD", "VZOR", "VZOREC", "WZOR"],
  ...["ORNEKTIR", "UZORAK", "PAVYZDYS", "PARAUGS", "NAIDIS"],
  ...["ОБРАЗЕЦ", "ЗРАЗОК", "УЗОРАК", "ΔΕΙΓΜΑ", "样本", "樣本", "見本"],
]);

/** Marks that are also surnames: they do not count inside a name field. */
const NAMELIKE: ReadonlySet<string> = new Set(["MUSTER", "SAMPLE", "ORNEK", "MINTA"]);

/** Issuing state of ICAO's specimens (Utopia), Doc 9303-3, section 5. */
const SPECIMEN_STATE = "UTO";

const NAMES = ["full_name", "last_name", "first_name"] as const;

/**
 * Whether the document is marked as a specimen: by a mark printed in capitals as a separate word, or by the
 * issuing state Utopia. The score is the confidence of that reading.
 */
function specimenMark({ reading, fields }: { reading: DocumentReading; fields: Fields }): SignalScore {
  const names = new Set(NAMES.flatMap((key) => wordsOf(fields[key]?.value.toUpperCase() ?? "")));
  const isMark = (word: string) => MARKS.has(word) || (NAMELIKE.has(word) && !names.has(word));
  const marked = reading.lines
    .filter(({ text }) => wordsOf(text).some(isMark))
    .map(({ confidence, box }) => ({ score: confidence, region: box }));
  const stated = (reading.mrz?.fields ?? [])
    .filter(({ name, value }) =>
      name === "issuing_state" ? value === SPECIMEN_STATE : wordsOf(value).some((word) => MARKS.has(word)),
    )
    .map(({ confidence, box }) => ({ score: confidence, region: box }));
  const [surest] = [...marked, ...stated].sort((a, b) => b.score - a.score);
  return surest ?? { score: 0, region: null };
}

const wordsOf = (text: string): string[] => stripAccents(text).split(/[^\p{L}-]+/u);
