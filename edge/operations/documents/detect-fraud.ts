import { newId } from "../../core/ids.ts";
import type { DocumentReading, NamedImage } from "../../inference/port.ts";
import { candidateTypes, type RequestedDocumentType } from "../../verdicts/ocr/detected-type.ts";
import { fraudOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import { type CheckContext, type CheckSubject, commitCheck, openCheck } from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";
import { keepPictures, toBeShown } from "../keep-media.ts";
import { fraudResult, judgePicture } from "./fraud-result.ts";
import { documentPicture, namePictures } from "./pictures.ts";

interface FraudDetection {
  readonly image: NamedImage;
  readonly type: RequestedDocumentType;
  readonly subject: CheckSubject;
}

/** Judges a document's picture for fraud and keeps the result. */
export async function detectFraud(
  ctx: CheckContext,
  { image, type, subject }: FraudDetection,
): Promise<Answer> {
  const check = await openCheck(ctx, subject, ["fraud"]);
  const { services, call, verification, now } = check;

  const found = await services.inference.assessForensics(toBeShown(check, image), call.engines);

  const judged = await judgePicture(
    check,
    found,
    verification === null ? type : typeWithin(found.reading, type),
  );

  const id = newId("fraud", now);
  const pictures = documentPicture({ resultIds: [id] }, found.reading, image);
  // A reviewer cannot use a picture that failed the quality gate.
  const kept = await keepPictures(check, judged.verdict.qualityGate.passed ? pictures : []);
  const { result, body } = fraudResult(check, { id, ...judged });
  const steps =
    verification === null
      ? []
      : [
          {
            part: "fraud" as const,
            resultIds: [id],
            capture: await namePictures(check, verification.id, [image]),
            ...fraudOutcome(judged.verdict, verification.policy),
          },
        ];
  return commitCheck(check, { results: [result], body, steps, kept });
}

/**
 * The type by which a verification's document is judged: the declared one, unless the document states
 * another. A device that declares what it likes would choose what is looked for, such as a portrait.
 */
function typeWithin(reading: DocumentReading, declared: RequestedDocumentType): RequestedDocumentType {
  const stated = candidateTypes(reading);
  return declared === "auto" || stated === null || stated.includes(declared) ? declared : "auto";
}
