import type { CaptureSource } from "../../../vocabulary/documents.ts";
import type { PortraitReading, Template } from "../../inference/port.ts";
import { linkPortrait } from "../../media/kept.ts";
import { insertOcrResult } from "../../store/results/ocr-results.ts";
import { reported } from "../../verdicts/ocr/field.ts";
import type { OcrVerdict } from "../../verdicts/ocr/verdict.ts";
import { isAgeOnly } from "../../verification/purpose.ts";
import type { Check, ResultRows } from "../checks.ts";
import { encryptTemplate } from "../encrypted-template.ts";
import { indexReading } from "./search-index.ts";

/** An OCR result before it is written. */
interface OcrResult {
  readonly result: ResultRows;
  /** The body for a secret key, with a link if a portrait was kept. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The portrait's template for the verification's face match; undefined without a portrait. */
  readonly template: readonly [resultId: string, template: Template] | undefined;
}

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
export async function ocrResult(
  check: Check,
  { id, reading, verdict, source = null }: ReadDocument,
): Promise<OcrResult> {
  const { services, scope, verification, customerRef, now } = check;
  const portrait = verdict.eligible ? reading.portrait : null;
  const template = verification === null || portrait === null ? null : portrait.face.template;
  const whole = { ...toBody(id, verdict, reading, check), source };
  const isEmptied = verification !== null && isAgeOnly(verification.policy);
  const body = isEmptied ? emptied(whole) : whole;
  const link = check.storeMedia === "none" ? {} : await linkPortrait(services, scope, id, now);
  const shown = { ...body, ...link };
  const row = {
    id,
    verificationId: verification?.id ?? null,
    customerRef,
    createdAt: now,
    body,
    portraitTemplate: template === null ? null : await encryptTemplate(services.vault, scope, id, template),
    templateVersion: template?.version ?? null,
  };
  const found =
    verification === null || isEmptied
      ? []
      : await indexReading(services, scope, {
          verificationId: verification.id,
          resultId: id,
          fields: verdict.fields,
        });
  return {
    result: {
      id,
      customerRef,
      event: { type: "ocr.completed", data: shown },
      statements: [insertOcrResult(services.db, scope, row), ...found],
    },
    body: shown,
    template: template === null ? undefined : [id, template],
  };
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
