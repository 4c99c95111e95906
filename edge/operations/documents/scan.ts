import { newId } from "../../ids.ts";
import type { NamedImage, PortraitReading } from "../../inference/port.ts";
import type { RequestedDocumentType } from "../../verdicts/ocr/document-type.ts";
import { judgeDocument, type OcrVerdict } from "../../verdicts/ocr/verdict.ts";
import { ocrOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import { specimenReading } from "../../verdicts/test-references/specimen.ts";
import type { Answer } from "../commit/pending-call.ts";
import type { Picture } from "../media/parts/keep.ts";
import { keepPictures, toBeShown, withOriginal } from "../parts/keep-pictures.ts";
import type { Check, CheckContext, CheckSubject } from "../parts/open-check.ts";
import { type CheckResult, recordCheck } from "../parts/record-check.ts";
import { runCheck } from "../parts/run-check.ts";
import { ocrResult } from "./parts/ocr-result.ts";
import { namePictures } from "./parts/picture-name.ts";

/** Reads a document. An unusable document's result names the gates that refused it. */
export async function scanDocument(
  ctx: CheckContext<CheckResult>,
  input: { readonly image: NamedImage; readonly type: RequestedDocumentType; readonly subject: CheckSubject },
): Promise<Answer> {
  return runCheck(ctx, { subject: input.subject, parts: ["ocr"] }, (check) => scan(check, input));
}

async function scan(
  check: Check<CheckResult>,
  { image, type }: { readonly image: NamedImage; readonly type: RequestedDocumentType },
): Promise<Answer> {
  const { verification, customerRef, fixed, now } = check;

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
              resultIds: [id],
              capture: await namePictures(check, verification.id, [image]),
              ...ocrOutcome(evidence, verification.policy, now),
            },
          ],
    kept,
    template,
    result: () => ({ id, customerRef, createdAt: now, body }),
  });
}

/** Pictures for a reviewer; none of an unusable document. */
function picturesOf(
  id: string,
  { content }: NamedImage,
  { portrait, width, height, shown }: PortraitReading,
  { eligible }: OcrVerdict,
): Picture[] {
  if (!eligible) return [];
  const picture = { kind: "document", resultIds: [id], size: { width, height } } as const;
  const document = withOriginal(picture, shown, content);
  return portrait === null
    ? document
    : [...document, { kind: "portrait", resultIds: [id], content: portrait.jpeg }];
}

/** The reading, or the specimen's where a test reference fixes the outcome. */
async function readDocument(check: Check, image: NamedImage): Promise<PortraitReading> {
  const { services, call, fixed } = check;
  const { inference } = services;
  const found = await inference.readDocument(toBeShown(check, image), call.engines);
  return fixed === null ? found : specimenReading(found, (await inference.pack()).templateVersion);
}
