import { newId } from "../../ids.ts";
import type { DocumentReading, NamedImage } from "../../inference/port.ts";
import { candidateTypes } from "../../verdicts/ocr/detected-type.ts";
import type { RequestedDocumentType } from "../../verdicts/ocr/document-type.ts";
import { fraudOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import type { Answer } from "../commit/pending-call.ts";
import { keepPictures, toBeShown, withOriginal } from "../parts/keep-pictures.ts";
import type { Check, CheckContext, CheckSubject } from "../parts/open-check.ts";
import { type CheckResult, recordCheck } from "../parts/record-check.ts";
import { runCheck } from "../parts/run-check.ts";
import { fraudResult } from "./parts/fraud-result.ts";
import { judgePicture } from "./parts/judge-picture.ts";
import { namePictures } from "./parts/picture-name.ts";

/** Judges a document's picture for fraud and keeps the result. */
export async function detectFraud(
  ctx: CheckContext<CheckResult>,
  input: { readonly image: NamedImage; readonly type: RequestedDocumentType; readonly subject: CheckSubject },
): Promise<Answer> {
  return runCheck(ctx, { subject: input.subject, parts: ["fraud"] }, (check) => detect(check, input));
}

async function detect(
  check: Check<CheckResult>,
  { image, type }: { readonly image: NamedImage; readonly type: RequestedDocumentType },
): Promise<Answer> {
  const { services, call, verification, customerRef, now } = check;

  const found = await services.inference.assessForensics(toBeShown(check, image), call.engines);
  const asked = verification === null ? type : typeWithin(found.reading, type);
  const judged = await judgePicture(check, found, asked);

  const id = newId("fraud", now);
  // A reviewer cannot use a picture that failed the quality gate.
  const isJudged = judged.verdict.qualityGate.passed;
  const { width, height, shown } = found.reading;
  const picture = { kind: "document", resultIds: [id], size: { width, height } } as const;
  const kept = await keepPictures(check, isJudged ? withOriginal(picture, shown, image.content) : []);
  const { result, body } = fraudResult(check, { id, ...judged });
  return recordCheck(check, {
    results: [result],
    steps:
      verification === null
        ? []
        : [
            {
              part: "fraud",
              resultIds: [id],
              capture: await namePictures(check, verification.id, [image]),
              ...fraudOutcome(judged.verdict, verification.policy),
            },
          ],
    kept,
    result: () => ({ id, customerRef, createdAt: now, body }),
  });
}

/**
 * The type by which a verification's document is judged: the declared one, unless the document says that it
 * is of another. A device that declares what it likes would choose what is looked for, such as a portrait.
 */
function typeWithin(reading: DocumentReading, declared: RequestedDocumentType): RequestedDocumentType {
  const stated = candidateTypes(reading);
  return declared === "auto" || stated === null || stated.includes(declared) ? declared : "auto";
}
