import { newId } from "../../core/ids.ts";
import type { DocumentReading, Forensics, NamedImage } from "../../inference/port.ts";
import { candidateTypes, type RequestedDocumentType } from "../../verdicts/ocr/detected-type.ts";
import {
  type Check,
  type CheckContext,
  type CheckResult,
  type CheckSubject,
  judgeUntilNewest,
  openDocumentCheck,
} from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";
import { keepImages, toBeShown } from "../keep-media.ts";
import { fraudResult, judgeImage } from "./fraud-result.ts";
import { documentImage, nameImages } from "./images.ts";
import { measuredFraud } from "./measured.ts";
import { commitResting } from "./resting.ts";
import { anchorsOf, withSignatures } from "./seals.ts";

interface FraudDetection {
  readonly image: NamedImage;
  readonly type: RequestedDocumentType;
  readonly subject: CheckSubject;
}

/** Checks a document's image for fraud and keeps the result. */
export async function detectFraud(
  ctx: CheckContext,
  { image, type, subject }: FraudDetection,
): Promise<Answer> {
  const check = await openDocumentCheck(ctx, subject, ["fraud"]);
  const { services, call } = check;
  const measured = await services.inference.assessForensics(toBeShown(check, image), call.inferenceUse);
  const [reading] = (await withSignatures(check, [measured.reading])) as [DocumentReading];
  return judgeUntilNewest(() => judgeFound(check, { image, type, found: { ...measured, reading } }));
}

async function judgeFound(
  check: Check<CheckResult["body"]>,
  { image, type, found }: Pick<FraudDetection, "image" | "type"> & { readonly found: Forensics },
): Promise<Answer> {
  const { verification, now } = check;
  const { verdict, ...hashed } = await judgeImage(
    check,
    found,
    verification === null ? type : typeWithin(found.reading, type),
  );

  const id = newId("fraud", now);
  const images = documentImage({ resultIds: [id] }, found.reading, image);
  // A reviewer cannot use an image that failed the quality gate.
  const kept = await keepImages(check, verdict.qualityGate.passed ? images : []);
  const { result, body } = fraudResult(check, { id, verdict, ...hashed });
  const findings = { results: [result], body, kept };
  const resting = { anchors: anchorsOf([found.reading]), resultId: id };
  if (verification === null) return commitResting(check, resting, { ...findings, recorded: null });
  const measured = { fraud: { resultIds: [id], images: [measuredFraud(verdict, check.scope.mode)] } };
  const capture = await nameImages(check, verification.id, [image]);
  return commitResting(check, resting, { ...findings, recorded: { capture, measured } });
}

/**
 * The type by which a verification's document is judged: the declared one, unless the document states
 * another. Otherwise a device could choose the checks, such as that of a portrait, by what it declares.
 */
function typeWithin(reading: DocumentReading, declared: RequestedDocumentType): RequestedDocumentType {
  const stated = candidateTypes(reading);
  return declared === "auto" || stated === null || stated.includes(declared) ? declared : "auto";
}
