import type { AppContext } from "../../http/context.ts";
import type { NamedImage, PortraitReading } from "../../inference/port.ts";
import { newId } from "../../scope.ts";
import { insertOcrResult } from "../../store/ocr-results.ts";
import { judgeDocument, type OcrVerdict } from "../../verdicts/ocr/verdict.ts";
import { ocrOutcome } from "../../verdicts/step-outcome.ts";
import { specimenReading } from "../../verdicts/test-references/specimen.ts";
import type { DocumentTrace } from "../../verification/types.ts";
import { beginCheck, type Check, requiredImage } from "../check.ts";
import { traceDocument } from "../document-trace.ts";
import { documentTypeField } from "../document-type-field.ts";
import { recordCheck } from "../record-check.ts";
import { sealTemplate } from "../sealed-template.ts";
import { keepPortrait, linkPortrait } from "./portrait.ts";

export const scanForm = { files: ["image"], fields: ["document_type", "customer_ref"] };

/** POST /v1/ocr/scan: reads a document; one that cannot be used is answered with the gates that refused it. */
export async function scanDocument(c: AppContext) {
  const { upload } = c.var;
  const image = requiredImage(upload, "image");
  const type = documentTypeField(upload.fields.get("document_type"));
  const check = await beginCheck(c, upload.fields, "ocr");
  const reading = await readDocument(check, image);
  const verdict = judgeDocument(reading, {
    declared: type === "auto" ? null : type,
    accepted: check.verification?.policy.document_types ?? null,
    now: check.now,
  });
  const id = newId("ocr", check.now);
  const body = toBody(id, verdict, reading, check);
  const document = await traceDocument(check, image, reading.mrz);
  return record(c, check, { id, verdict, reading, body, document });
}

/** What was read, or the specimen where a test reference fixes the outcome. */
async function readDocument({ services, fixed }: Check, image: NamedImage): Promise<PortraitReading> {
  const { inference } = services;
  const found = await inference.readDocument(image);
  return fixed === null ? found : specimenReading(found, (await inference.pack()).templateVersion);
}

interface Scan {
  readonly id: string;
  readonly verdict: OcrVerdict;
  readonly reading: PortraitReading;
  readonly body: Record<string, unknown>;
  readonly document: DocumentTrace | null;
}

/** Writes and answers the result, with a link where a portrait was kept. */
async function record(
  c: AppContext,
  check: Check,
  { id, verdict, reading, body, document }: Scan,
): Promise<Response> {
  const { services, scope, verification, customerRef, now } = check;
  const portrait = verdict.eligible ? reading.portrait : null;
  const template = verification === null || portrait === null ? null : portrait.face.template;
  const kept = portrait === null ? null : await keepPortrait(check, id, portrait.jpeg);
  const told = { ...body, ...(await linkPortrait(services.media, kept?.key ?? null, now)) };
  const row = {
    id,
    verificationId: verification?.id ?? null,
    customerRef,
    createdAt: now,
    body,
    portraitTemplate: template === null ? null : await sealTemplate(services.vault, scope, id, template),
    templateVersion: template?.version ?? null,
    portraitKey: kept?.key ?? null,
  };
  try {
    return await recordCheck(c, check, {
      id,
      customerRef,
      event: { type: "ocr.completed", data: told },
      statements: [insertOcrResult(services.db, scope, row)],
      part: "ocr",
      document,
      outcome: (policy) => ocrOutcome(verdict, portrait !== null, policy, now),
      face: template === null ? null : { of: "portrait", template },
      search: null,
      answer: check.answer(told),
    });
  } catch (error) {
    await kept?.discard();
    throw error;
  }
}

function toBody(id: string, verdict: OcrVerdict, reading: PortraitReading, check: Check) {
  const { laplacianVariance, meanLuma, saturatedShare, documentLongSide } = reading.quality;
  return {
    ocr_id: id,
    document_type: verdict.documentType,
    detected_document_type: verdict.detectedDocumentType,
    issuing_country: verdict.issuingCountry,
    ocr_eligible: verdict.eligible,
    eligibility_reason: verdict.reason,
    eligibility_message: verdict.message,
    gate_rejections: verdict.rejections,
    fields: verdict.fields,
    mrz: verdict.mrz,
    raw_text: verdict.rawText,
    quality: {
      laplacian_variance: laplacianVariance,
      mean_luma: meanLuma,
      saturated_share: saturatedShare,
      document_long_side: documentLongSide,
      width: reading.width,
      height: reading.height,
    },
    customer_ref: check.customerRef,
    verification_id: check.verification?.id ?? null,
    mode: check.scope.mode,
  };
}
