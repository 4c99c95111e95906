import type { AppContext } from "../../http/context.ts";
import { newId } from "../../ids.ts";
import { fraudResult } from "../../operations/documents/parts/fraud-result.ts";
import { judgePicture } from "../../operations/documents/parts/judge-picture.ts";
import { namePictures } from "../../operations/documents/parts/picture-name.ts";
import { keepPictures } from "../../operations/parts/keep-pictures.ts";
import { openCheck, requiredImage } from "../../operations/parts/open-check.ts";
import { recordCheck } from "../../operations/parts/record-check.ts";
import { tenantKey } from "../../operations/parts/tenant-key.ts";
import { fraudOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import type { ChangeRecording, Recording } from "../call/recording.ts";
import { documentTypeField } from "../form/document-type.ts";

export const detectForm = { files: ["image"], fields: ["document_type", "customer_ref"] };

/** POST /v1/fraud/detect: the persisted fraud result of a document's picture. */
export async function detectFraud(c: AppContext): Promise<Recording | ChangeRecording> {
  const { upload } = c.var;
  const image = requiredImage(upload, "image");
  const documentType = documentTypeField(upload.fields.get("document_type"));
  const check = await openCheck(c, upload.fields, ["fraud"]);
  const { services, scope, verification } = check;

  const found = await services.inference.assessForensics(image, await tenantKey(scope));
  const judged = await judgePicture(check, found, documentType);

  const id = newId("fraud", check.now);
  // Of a capture that cannot be judged nobody has to see anything.
  const isJudged = judged.verdict.qualityGate.passed;
  const { width, height } = found.reading;
  const size = { width, height };
  const picture = { kind: "document", resultIds: [id], content: image.content, size } as const;
  const kept = await keepPictures(check, isJudged ? [picture] : []);
  const { result, body } = fraudResult(check, { id, ...judged });
  return recordCheck(check, {
    results: [result],
    steps:
      verification === null
        ? []
        : [
            {
              part: "fraud",
              resultIds: [result.id],
              capture: await namePictures(check, verification.id, [image]),
              ...fraudOutcome(judged.verdict, verification.policy),
            },
          ],
    kept,
    answer: () => check.answer("fraud", body),
  });
}
