import type { DocumentType } from "../../../../vocabulary/document-types.ts";
import type { SignalName, SignalSeverity } from "../../../../vocabulary/fraud.ts";
import type { DocumentReading, Forensics } from "../../../inference/port.ts";
import type { Fields } from "../../ocr/field.ts";

export interface Signal {
  readonly name: SignalName;
  /** 0..1, higher is more suspicious. */
  readonly score: number;
  /** The signal is triggered at this score and above. */
  readonly threshold: number;
  readonly triggered: boolean;
  readonly severity: SignalSeverity;
  /** In the upload's pixels; null when the signal concerns the whole image. */
  readonly region: readonly [x: number, y: number, width: number, height: number] | null;
  readonly modelVersion: string;
  /** An explanation for staff. */
  readonly explanation: string;
}

/** The input of every signal. */
export interface SignalInput {
  readonly forensics: Pick<Forensics, "signals">;
  readonly reading: DocumentReading;
  /** The reading's fields, the MRZ and the printed text merged. */
  readonly fields: Fields;
  readonly documentType: DocumentType;
  readonly otherSide: DocumentReading | null;
  readonly knownImageDistance: number | null;
}

/**
 * The score of a signal that is derived from the reading or from earlier images; null when it cannot be
 * computed.
 */
export type SignalScore = { readonly score: number; readonly region: Signal["region"] } | null;
