import { newId } from "../../core/ids.ts";
import type { NamedImage, PortraitReading } from "../../inference/port.ts";
import { witnessed } from "../../verdicts/ocr/barcode-fields.ts";
import type { RequestedDocumentType } from "../../verdicts/ocr/detected-type.ts";
import { judgeDocument } from "../../verdicts/ocr/verdict.ts";
import { ocrOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import { specimenReading } from "../../verdicts/test-references/specimen.ts";
import type { StepResult, Verification } from "../../verification/types.ts";
import { type Check, type CheckContext, type CheckSubject, commitCheck, openCheck } from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";
import { keepImages, toBeShown } from "../keep-media.ts";
import { compareExpected } from "./details.ts";
import { documentImage, nameImages, portraitImage } from "./images.ts";
import { ocrResult } from "./ocr-result.ts";
import { anchorsOf, refuseIfRecalled, usesOf, withSignatures } from "./seals.ts";

interface DocumentScan {
  readonly image: NamedImage;
  readonly type: RequestedDocumentType;
  readonly subject: CheckSubject;
}

/** Reads a document. The result of an unusable document lists its failed gates, and keeps no image. */
export async function scanDocument(
  ctx: CheckContext,
  { image, type, subject }: DocumentScan,
): Promise<Answer> {
  const check = await openCheck(ctx, subject, ["ocr"]);
  const { verification, fixed, now } = check;

  const [reading] = (await withSignatures(check, [await readDocument(check, image)])) as [PortraitReading];
  const anchors = anchorsOf([reading]);

  const verdict = judgeDocument(reading, {
    declared: type === "auto" ? null : type,
    accepted: verification?.policy.document_types ?? null,
    now,
  });

  const id = newId("ocr", now);
  const images = [...documentImage({ resultIds: [id] }, reading, image), ...portraitImage(id, reading)];
  const kept = await keepImages(check, verdict.eligible ? images : []);
  const { result, body, template } = await ocrResult(check, { id, reading, verdict });
  const evidence = { ...verdict, hasPortrait: template !== undefined, isSpecimen: fixed !== null };
  const steps = verification === null ? [] : await stepsOf(check, verification, { id, image, evidence });
  const statements = usesOf(check, id, anchors);
  return commitCheck(check, { results: [result], body, steps, kept, template, statements }).catch(
    refuseIfRecalled(check, anchors),
  );
}

interface JudgedReading {
  readonly id: string;
  readonly image: NamedImage;
  readonly evidence: Parameters<typeof ocrOutcome>[0];
}

/** The outcomes of a reading for a verification: of the reading, and of the expected details. */
async function stepsOf(
  check: Check,
  verification: Verification,
  { id, image, evidence }: JudgedReading,
): Promise<StepResult[]> {
  const read = ocrOutcome(evidence, verification.policy, check.now);
  const result = { resultIds: [id], capture: await nameImages(check, verification.id, [image]) };
  const details = await compareExpected(check, verification, {
    ...result,
    read,
    values: { ...evidence, fields: witnessed(evidence.fields) },
  });
  return [{ part: "ocr", ...result, ...read }, ...details];
}

/** The reading, or the specimen's if a test reference fixes the outcome. */
async function readDocument(check: Check, image: NamedImage): Promise<PortraitReading> {
  const { services, call, fixed } = check;
  const { inference } = services;
  const found = await inference.readDocument(toBeShown(check, image), call.inferenceUse);
  return fixed === null ? found : specimenReading(found, (await inference.bundle()).templateVersion);
}
