import { z } from "zod";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import type { Upload } from "../../http/multipart.ts";
import { parseParameters } from "../../http/validation.ts";
import { newId } from "../../ids.ts";
import type { Examination, NamedImage } from "../../inference/port.ts";
import { fraudResult } from "../../operations/documents/parts/fraud-result.ts";
import { ocrResult } from "../../operations/documents/parts/ocr-result.ts";
import { namePictures } from "../../operations/documents/parts/picture-name.ts";
import { type JudgedSide, judgeDocumentSides, type Sides } from "../../operations/documents/parts/sides.ts";
import type { Picture } from "../../operations/media/parts/keep.ts";
import { keepPictures } from "../../operations/parts/keep-pictures.ts";
import { type Check, openCheck, requiredImage } from "../../operations/parts/open-check.ts";
import { recordCheck } from "../../operations/parts/record-check.ts";
import { tenantKey } from "../../operations/parts/tenant-key.ts";
import { specimenReading } from "../../verdicts/test-references/specimen.ts";
import { renderVerification } from "../../verification/render.ts";
import type { ChangeRecording, Recording } from "../call/recording.ts";
import { documentTypeField } from "../form/document-type.ts";
import { CAPTURE_SOURCES, type CaptureSource } from "../ocr/schema.ts";
import { findVerification } from "./read.ts";

export const documentForm = { files: ["front", "back"], fields: ["document_type", "source"] };

const sourceField = z.object({ source: z.enum(CAPTURE_SOURCES).optional() });

/**
 * POST /v1/verifications/:id/document: one look at a document, at its front and perhaps its back. Each picture is read and
 * judged once; results, events, usage and step are one batch. A front alone whose zone is on the back, or the reverse,
 * uses no attempt.
 */
export async function examineDocument(c: AppContext, id: string): Promise<Recording | ChangeRecording> {
  const { upload } = c.var;
  const pictures = sidesOf(upload);
  const type = documentTypeField(upload.fields.get("document_type"));
  const { source = null } = parseParameters(sourceField, Object.fromEntries(upload.fields));
  const verification = await findVerification(c, id);
  const check = await openCheck(c, new Map(), ["ocr", "fraud"], verification);

  const found = await examine(check, pictures);
  const judged = await judgeDocumentSides(check, verification.policy, found, type);

  const named = judged.sides.map((side, i) => ({ ...side, ...newIds(check), picture: pictures[i]!.content }));
  const kept = await keepPictures(check, named.flatMap(picturesOf));
  const sides = await Promise.all(named.map((side) => resultsOf(check, side, source)));
  // The side that shows the portrait speaks for the reading: its result holds the face.
  const bearer = sides[judged.portrait ?? 0]!;
  const readings = [bearer, ...sides.filter((side) => side !== bearer)].map(({ ocr }) => ocr);
  const capture = await namePictures(check, verification.id, pictures);
  const [front, back = null] = sides.map(({ ocr, fraud }) => ({
    ocr: check.answer("ocr", ocr.body),
    fraud: check.answer("fraud", fraud.body),
  }));
  return recordCheck(check, {
    results: sides.flatMap(({ ocr, fraud }) => [ocr.result, fraud.result]),
    steps: [
      { part: "ocr", resultIds: readings.map(({ result }) => result.id), capture, ...judged.read },
      { part: "fraud", resultIds: sides.map(({ fraud }) => fraud.result.id), capture, ...judged.fraud },
    ],
    kept,
    template: readings[0]!.template,
    answer: (changed) => ({
      ...front,
      back,
      needs_back: judged.missing !== null,
      verification: check.view("verification", renderVerification(check.scope, changed!, check.now)),
    }),
  });
}

const newIds = ({ now }: Check) => ({ ocrId: newId("ocr", now), fraudId: newId("fraud", now) });

type NamedSide = JudgedSide & ReturnType<typeof newIds> & { readonly picture: Uint8Array };

/** What a reviewer would look at; of a picture that could neither be read nor judged, nothing. */
function picturesOf({ ocr, fraud, reading, picture, ocrId, fraudId }: NamedSide, i: number): Picture[] {
  if (!ocr.eligible && !fraud.verdict.qualityGate.passed) return [];
  const side = i === 0 ? "front" : "back";
  const { width, height } = reading;
  const shown = { resultIds: [ocrId, fraudId], content: picture, size: { width, height } };
  const document = { kind: "document", side, ...shown } as const;
  if (!ocr.eligible || reading.portrait === null) return [document];
  return [document, { kind: "portrait", resultIds: [ocrId], content: reading.portrait.jpeg }];
}

async function resultsOf(
  check: Check,
  { reading, ocr, fraud, ocrId, fraudId }: NamedSide,
  source: CaptureSource | null,
) {
  return {
    ocr: await ocrResult(check, { id: ocrId, reading, verdict: ocr, source }),
    fraud: fraudResult(check, { id: fraudId, ...fraud }),
  };
}

/** The pictures of the form. One picture is not two sides. */
function sidesOf(upload: Upload): Sides<NamedImage> {
  const front = requiredImage(upload, "front");
  const content = upload.files.get("back");
  if (content === undefined) return [front];
  const isSame =
    content.length === front.content.length && content.every((byte, i) => byte === front.content[i]);
  if (isSame) {
    throw new ApiError("invalid_parameter", "back is the same picture as front.", { param: "back" });
  }
  return [front, { param: "back", content }];
}

/** What was found in each picture, or the specimen where a test reference fixes the outcome. */
async function examine(
  { services, scope, fixed }: Check,
  pictures: Sides<NamedImage>,
): Promise<Examination[]> {
  const { inference } = services;
  const found = await inference.examineDocument(pictures, await tenantKey(scope));
  if (fixed === null) return found;
  const { templateVersion } = await inference.pack();
  return found.map((side) => ({ ...side, reading: specimenReading(side.reading, templateVersion) }));
}
