import { type DocumentType, factsOf } from "../../../vocabulary/document-types.ts";
import type { EligibilityReason } from "../../../vocabulary/documents.ts";
import type { FraudDecision } from "../../../vocabulary/fraud.ts";
import type { Mode } from "../../core/scope.ts";
import type { DocumentReading, Forensics } from "../../inference/port.ts";
import { lacksBarcode } from "../document/expected-barcode.ts";
import { candidatesOf, type RequestedDocumentType } from "../ocr/detected-type.ts";
import { mergeFields } from "../ocr/fields.ts";
import { type GateInput, rejections } from "../ocr/gates.ts";
import type { CheckInput } from "./checks/check.ts";
import { type DeterministicCheck, isAuthenticityChecked, runChecks } from "./checks/checks.ts";
import type { Signal } from "./signals/signal.ts";
import { FRAUD_THRESHOLDS, fuse, weighSignals } from "./signals/signals.ts";
import { decide, type FraudThresholds } from "./truth-table.ts";

export interface FraudInput {
  readonly forensics: Forensics;
  readonly documentType: RequestedDocumentType;
  /**
   * The reading of the document's other side: MRZ and portrait need be on one side only. Null if this image
   * shows the whole document.
   */
  readonly otherSide: DocumentReading | null;
  /** See `CheckInput`. */
  readonly knownImageDistance: number | null;
  /** See `CheckInput`. */
  readonly sameHolder: readonly (boolean | null)[];
  /** Test mode reports specimens and repeated images too, but only live mode counts them. */
  readonly mode: Mode;
  /** The present, in milliseconds since the epoch, for checks of dates. */
  readonly now: number;
}

export interface FraudVerdict {
  readonly decision: FraudDecision;
  readonly isFraudulent: boolean;
  /** 0..1, higher is more likely fraud. */
  readonly overallScore: number;
  readonly thresholds: FraudThresholds;
  readonly qualityGate: QualityGate;
  readonly signals: readonly Signal[];
  readonly deterministicChecks: readonly DeterministicCheck[];
  readonly documentType: DocumentType;
  /** The columns of the truth table, as stored in the result's row. */
  readonly criticalFailed: boolean;
  readonly majorFailed: boolean;
  readonly requiredMissing: boolean;
  readonly authenticityMissing: boolean;
}

/**
 * The fraud verdict of contract §6.3 on inference's signals: the truth table over the quality gate, the
 * deterministic checks and the overall score. Throws for a score outside 0..1 and for a signal without a
 * rule, since no verdict may rest on broken evidence.
 */
export function assessFraud(input: FraudInput): FraudVerdict {
  const { forensics, otherSide, now } = input;
  const { reading } = forensics;
  const candidates = candidatesOf(reading, otherSide);
  const documentType = input.documentType === "auto" ? (candidates?.[0] ?? "other") : input.documentType;
  const fields = mergeFields(reading, now, otherSide);
  const mrzExpected = reading.mrz !== null || (factsOf(documentType).mrz && otherSide?.mrz == null);
  // A front alone cannot show it: the document check asks for the back.
  const barcodeExpected = otherSide !== null && lacksBarcode([reading, otherSide], documentType, now);
  const side: CheckInput = { ...input, reading, fields, mrzExpected, barcodeExpected };
  const deterministicChecks = runChecks(side);
  const sides = otherSide === null ? [side] : [side, turned(side, otherSide)];
  const signals = weighSignals({ ...input, reading, fields, documentType });
  const qualityGate = passQualityGate({ reading, fields, candidates, now });
  const columns = {
    criticalFailed: hasFailed(deterministicChecks, "critical"),
    majorFailed: hasFailed(deterministicChecks, "major"),
    requiredMissing: deterministicChecks.some((check) => check.required && check.status === "not_evaluated"),
    authenticityMissing: !sides.some(isAuthenticityChecked),
  };
  const thresholds = FRAUD_THRESHOLDS;
  const overallScore = fuse(signals, input.mode);
  const decision = decide({ ...columns, overallScore, thresholds, qualityPassed: qualityGate.passed });
  return {
    decision,
    isFraudulent: decision === "fraudulent",
    overallScore,
    thresholds,
    qualityGate,
    signals,
    deterministicChecks,
    documentType,
    ...columns,
  };
}

/** The document's other side as its checks of authenticity need it: they only use readings. */
const turned = (side: CheckInput, otherSide: DocumentReading): CheckInput => ({
  ...side,
  reading: otherSide,
  fields: mergeFields(otherSide, side.now, side.reading),
  otherSide: side.reading,
});

function hasFailed(checks: readonly DeterministicCheck[], severity: DeterministicCheck["severity"]): boolean {
  return checks.some((check) => check.severity === severity && check.status === "fail");
}

interface QualityGate {
  readonly passed: boolean;
  /** Reasons of contract §7.3; the person should fix the first one first. */
  readonly issues: readonly EligibilityReason[];
}

/**
 * The OCR gates' reasons that concern the capture: an image that hides text may also hide signs of forgery.
 */
const CAPTURE_ISSUES: ReadonlySet<EligibilityReason> = new Set([
  "resolution_too_low",
  "image_too_dark",
  "image_too_bright",
  "image_too_blurry",
  "glare",
  "no_document_found",
  "document_cut_off",
  "document_not_isolated",
  "too_much_text",
]);

/** Whether the capture is good enough for a clean verdict. */
function passQualityGate(read: Pick<GateInput, "reading" | "fields" | "candidates" | "now">): QualityGate {
  const judged = { ...read, declared: null, accepted: null };
  const issues = rejections(judged)
    .map(({ code }) => code)
    .filter((code) => CAPTURE_ISSUES.has(code));
  return { passed: issues.length === 0, issues };
}
