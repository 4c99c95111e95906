import type { DocumentReading, Forensics } from "../../../inference/port.ts";
import type { Mode } from "../../../scope.ts";
import type { CheckStatus } from "../../../vocabulary/fraud.ts";
import type { Fields } from "../../ocr/fields.ts";

/** The result of one check; `detail` names no value of the document. */
export interface CheckResult {
  readonly status: CheckStatus;
  readonly detail: string | null;
}

/** The evidence that checks are made on. */
export interface CheckInput {
  readonly forensics: Forensics;
  readonly reading: DocumentReading;
  /** The reading's fields, both zones merged. */
  readonly fields: Fields;
  /** The document's other side, where one was shown. */
  readonly otherSide: DocumentReading | null;
  /** Whether the document's type carries a machine readable zone, or one was found. */
  readonly mrzExpected: boolean;
  /**
   * Bits in which the perceptual hash differs from that of the nearest picture of another customer, infinite
   * where there is none; null: it cannot be told.
   */
  readonly knownImageDistance: number | null;
  readonly mode: Mode;
  readonly now: number;
}

export const PASS: CheckResult = { status: "pass", detail: null };
export const failed = (detail: string): CheckResult => ({ status: "fail", detail });
export const notApplicable = (detail: string): CheckResult => ({ status: "not_applicable", detail });
export const notEvaluated = (detail: string): CheckResult => ({ status: "not_evaluated", detail });
