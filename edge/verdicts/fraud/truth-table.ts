import type { FraudDecision } from "../../../vocabulary/fraud.ts";

/** The scores, 0..1, at and above which a document is suspicious and fraudulent. */
export interface FraudThresholds {
  readonly suspicious: number;
  readonly fraudulent: number;
}

/** The inputs of the truth table. */
export interface Evidence {
  readonly qualityPassed: boolean;
  readonly criticalFailed: boolean;
  /** Whether a required check was not evaluated. */
  readonly requiredMissing: boolean;
  /** Whether no check of authenticity was evaluated on the document. */
  readonly authenticityMissing: boolean;
  readonly majorFailed: boolean;
  /** 0..1, higher is more likely fraud. */
  readonly overallScore: number;
  readonly thresholds: FraudThresholds;
}

type Band = "low" | "suspicious" | "fraudulent";

interface Row {
  readonly when: Partial<Omit<Evidence, "overallScore" | "thresholds">>;
  readonly band?: Band;
  readonly decision: FraudDecision;
}

/** Contract §6.3, in its order: the first row that matches decides. */
const TRUTH_TABLE: readonly Row[] = [
  { when: { criticalFailed: true }, decision: "fraudulent" },
  { when: { qualityPassed: true }, band: "fraudulent", decision: "fraudulent" },
  { when: { qualityPassed: false }, decision: "inconclusive" },
  { when: { qualityPassed: true }, band: "suspicious", decision: "suspicious" },
  { when: { qualityPassed: true, majorFailed: true }, band: "low", decision: "suspicious" },
  {
    when: { qualityPassed: true, majorFailed: false, requiredMissing: true },
    band: "low",
    decision: "inconclusive",
  },
  {
    when: { qualityPassed: true, majorFailed: false, authenticityMissing: true },
    band: "low",
    decision: "inconclusive",
  },
  {
    when: { qualityPassed: true, majorFailed: false, requiredMissing: false, authenticityMissing: false },
    band: "low",
    decision: "clean",
  },
];

/**
 * The decision of contract §6.3's truth table. Throws `RangeError` for a score or threshold outside 0..1, and
 * for thresholds out of order.
 */
export function decide(evidence: Evidence): FraudDecision {
  const { overallScore, thresholds } = evidence;
  const { suspicious, fraudulent } = thresholds;
  for (const number of [overallScore, suspicious, fraudulent]) assertUnit(number);
  if (!(0 < suspicious && suspicious < fraudulent))
    throw new RangeError("Fraud thresholds are out of order.");
  const band = overallScore >= fraudulent ? "fraudulent" : overallScore >= suspicious ? "suspicious" : "low";
  const row = TRUTH_TABLE.find(
    ({ when, band: wanted }) =>
      (wanted === undefined || wanted === band) &&
      Object.entries(when).every(([key, value]) => evidence[key as keyof Row["when"]] === value),
  );
  if (row === undefined) throw new Error("The truth table has no row for this evidence.");
  return row.decision;
}

/** Throws `RangeError` unless the number is in 0..1. */
export function assertUnit(number: number): void {
  if (!(number >= 0 && number <= 1)) throw new RangeError("A fraud score is not a number in 0..1.");
}
