import type { CaptureSource } from "../../../vocabulary/documents.ts";
import type { PortraitReading } from "../../inference/port.ts";
import { reported } from "../../verdicts/ocr/field.ts";
import type { OcrVerdict } from "../../verdicts/ocr/verdict.ts";
import { isAgeOnly } from "../../verification/purpose.ts";
import type { Check } from "../checks.ts";
import { type ReadingResult, readingResult } from "./reading-result.ts";

/** A document's reading and verdict. */
interface ReadDocument {
  readonly id: string;
  readonly reading: PortraitReading;
  readonly verdict: OcrVerdict;
  /** The source of the image, as the device reports it; null without that field. */
  readonly source?: CaptureSource | null;
}

/**
 * The row, the event and the answer of a document's reading. The portrait must be kept before. In a
 * verification of the age alone none of them has what was read, and no index finds it.
 */
export function ocrResult(
  check: Check,
  { id, reading, verdict, source = null }: ReadDocument,
): Promise<ReadingResult> {
  const { verification } = check;
  const portrait = verdict.eligible ? reading.portrait : null;
  const whole = { ...toBody(id, verdict, reading, check), source };
  const isEmptied = verification !== null && isAgeOnly(verification.policy);
  return readingResult(check, {
    ...{ id, event: "ocr.completed", template: portrait?.face.template ?? null },
    ...{ body: isEmptied ? emptied(whole) : whole, found: isEmptied ? null : verdict.fields },
  });
}

type Body = ReturnType<typeof toBody>;

/** A reading without what was read: its type, its verdict and the image's quality are left. */
const emptied = <Read extends Body>(body: Read) => ({
  ...body,
  issuing_country: null,
  gate_rejections: body.gate_rejections.map((each) =>
    each.code === "document_expired" ? { ...each, value: null } : each,
  ),
  fields: {},
  mrz: null,
  barcodes: [],
  raw_text: null,
});

function toBody(id: string, verdict: OcrVerdict, reading: PortraitReading, check: Check) {
  const { laplacianVariance, meanLuma, saturatedShare, documentLongSide, unreadLines } = reading.quality;
  return {
    ocr_id: id,
    document_type: verdict.documentType,
    detected_document_type: verdict.detectedDocumentType,
    issuing_country: verdict.issuingCountry,
    ocr_eligible: verdict.eligible,
    eligibility_reason: verdict.reason,
    eligibility_message: verdict.message,
    gate_rejections: verdict.rejections,
    fields: reported(verdict.fields),
    mrz: verdict.mrz,
    barcodes: verdict.barcodes,
    raw_text: verdict.rawText,
    quality: {
      laplacian_variance: laplacianVariance,
      mean_luma: meanLuma,
      saturated_share: saturatedShare,
      document_long_side: documentLongSide,
      unread_lines: unreadLines,
      width: reading.width,
      height: reading.height,
    },
    model_version: `${reading.reader.name}-${reading.reader.version}`,
    customer_ref: check.customerRef,
    verification_id: check.verification?.id ?? null,
    mode: check.scope.mode,
  };
}
