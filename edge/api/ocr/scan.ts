import type { AppContext } from "../../http/context.ts";
import { newId } from "../../ids.ts";
import type { NamedImage, PortraitReading } from "../../inference/port.ts";
import { ocrResult } from "../../operations/documents/parts/ocr-result.ts";
import { namePictures } from "../../operations/documents/parts/picture-name.ts";
import type { Picture } from "../../operations/media/parts/keep.ts";
import { keepPictures } from "../../operations/parts/keep-pictures.ts";
import { type Check, openCheck, requiredImage } from "../../operations/parts/open-check.ts";
import { recordCheck } from "../../operations/parts/record-check.ts";
import { tenantKey } from "../../operations/parts/tenant-key.ts";
import { judgeDocument, type OcrVerdict } from "../../verdicts/ocr/verdict.ts";
import { ocrOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import { specimenReading } from "../../verdicts/test-references/specimen.ts";
import type { ChangeRecording, Recording } from "../call/recording.ts";
import { documentTypeField } from "../form/document-type.ts";

export const scanForm = { files: ["image"], fields: ["document_type", "customer_ref"] };

/** POST /v1/ocr/scan: reads a document; one that cannot be used is answered with the gates that refused it. */
export async function scanDocument(c: AppContext): Promise<Recording | ChangeRecording> {
  const { upload } = c.var;
  const image = requiredImage(upload, "image");
  const type = documentTypeField(upload.fields.get("document_type"));
  const check = await openCheck(c, upload.fields, ["ocr"]);
  const { verification, fixed, now } = check;

  const reading = await readDocument(check, image);
  const verdict = judgeDocument(reading, {
    declared: type === "auto" ? null : type,
    accepted: verification?.policy.document_types ?? null,
    now,
  });

  const id = newId("ocr", now);
  const kept = await keepPictures(check, picturesOf(id, image, reading, verdict));
  const { result, body, template } = await ocrResult(check, { id, reading, verdict });
  const evidence = { ...verdict, hasPortrait: template !== undefined, isSpecimen: fixed !== null };
  return recordCheck(check, {
    results: [result],
    steps:
      verification === null
        ? []
        : [
            {
              part: "ocr",
              resultIds: [result.id],
              capture: await namePictures(check, verification.id, [image]),
              ...ocrOutcome(evidence, verification.policy, now),
            },
          ],
    kept,
    template,
    answer: () => check.answer("ocr", body),
  });
}

/** What a reviewer would look at; of a document that cannot be used, nothing. */
function picturesOf(
  id: string,
  { content }: NamedImage,
  { portrait, width, height }: PortraitReading,
  { eligible }: OcrVerdict,
): Picture[] {
  if (!eligible) return [];
  const document = { kind: "document", resultIds: [id], content, size: { width, height } } as const;
  return portrait === null
    ? [document]
    : [document, { kind: "portrait", resultIds: [id], content: portrait.jpeg }];
}

/** What was read, or the specimen where a test reference fixes the outcome. */
async function readDocument({ services, scope, fixed }: Check, image: NamedImage): Promise<PortraitReading> {
  const { inference } = services;
  const found = await inference.readDocument(image, await tenantKey(scope));
  return fixed === null ? found : specimenReading(found, (await inference.pack()).templateVersion);
}
