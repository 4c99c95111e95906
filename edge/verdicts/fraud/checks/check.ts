import type { CheckStatus } from "../../../../vocabulary/fraud.ts";
import type { Mode } from "../../../core/scope.ts";
import type { DocumentReading, Forensics } from "../../../inference/port.ts";
import type { Fields } from "../../ocr/field.ts";

/** The result of one check. `detail` contains no value of the document. */
export interface CheckResult {
  readonly status: CheckStatus;
  readonly detail: string | null;
}

/** The input of every check. */
export interface CheckInput {
  readonly forensics: Forensics;
  readonly reading: DocumentReading;
  /** The reading's fields, the MRZ and the printed text merged. */
  readonly fields: Fields;
  /** The reading of the document's other side, if captured. */
  readonly otherSide: DocumentReading | null;
  /** Whether the document's type carries an MRZ, or one was found. */
  readonly mrzExpected: boolean;
  /** Whether the document is of a type and issuer that carry a barcode, and neither side shows it. */
  readonly barcodeExpected: boolean;
  /**
   * Hamming distance of the perceptual hash, in bits, to the nearest image of another customer; infinite
   * when there is no such image, null when it is unknown.
   */
  readonly knownImageDistance: number | null;
  /**
   * For each face that was compared with the portrait, whether it is the same person's; null for a face that
   * is too small or blurred to compare.
   */
  readonly sameHolder: readonly (boolean | null)[];
  readonly mode: Mode;
  readonly now: number;
}

export const PASS: CheckResult = { status: "pass", detail: null };
export const failed = (detail: string): CheckResult => ({ status: "fail", detail });
export const notApplicable = (detail: string): CheckResult => ({ status: "not_applicable", detail });
export const notEvaluated = (detail: string): CheckResult => ({ status: "not_evaluated", detail });
