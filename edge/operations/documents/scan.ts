import { newId } from "../../core/ids.ts";
import type { NamedImage, PortraitReading } from "../../inference/port.ts";
import { witnessed } from "../../verdicts/ocr/barcode-fields.ts";
import type { RequestedDocumentType } from "../../verdicts/ocr/detected-type.ts";
import { judgeDocument } from "../../verdicts/ocr/verdict.ts";
import { ocrOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import { specimenReading } from "../../verdicts/test-references/specimen.ts";
import type { StepResult, Verification } from "../../verification/types.ts";
import {
  type Check,
  type CheckContext,
  type CheckResult,
  type CheckSubject,
  commitCheck,
  type Findings,
  judgeUntilNewest,
  openCheck,
} from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";
import { keepImages, toBeShown } from "../keep-media.ts";
import { compareExpected } from "./details.ts";
import { documentImage, nameImages, portraitImage } from "./images.ts";
import { compareKnown } from "./known-document.ts";
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
  const [reading] = (await withSignatures(check, [await readDocument(check, image)])) as [PortraitReading];
  return judgeUntilNewest(() => judgeReading(check, { image, type, reading }));
}

async function judgeReading(
  check: Check<CheckResult["body"]>,
  { image, type, reading }: Pick<DocumentScan, "image" | "type"> & { readonly reading: PortraitReading },
): Promise<Answer> {
  const { verification, fixed, now } = check;
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
  const read =
    verification === null
      ? { steps: [], statements: [] }
      : await readingOf(check, verification, { id, image, evidence });
  const statements = [...(read.statements ?? []), ...usesOf(check, id, anchors)];
  const findings = { results: [result], body, steps: read.steps, kept, template, statements };
  return commitCheck(check, findings).catch(refuseIfRecalled(check, anchors));
}

interface JudgedReading {
  readonly id: string;
  readonly image: NamedImage;
  readonly evidence: Parameters<typeof ocrOutcome>[0];
}

/**
 * The outcomes of a reading for a verification: of the reading, of the expected details, and of what is known
 * of the document; and the rows that note it.
 */
async function readingOf(
  check: Check,
  verification: Verification,
  { id, image, evidence }: JudgedReading,
): Promise<Pick<Findings<unknown>, "steps" | "statements">> {
  const read = ocrOutcome(evidence, verification.policy, check.now);
  const result = { resultIds: [id], capture: await nameImages(check, verification.id, [image]) };
  const values = { ...evidence, fields: witnessed(evidence.fields) };
  const details = await compareExpected(check, verification, { ...result, read, values });
  const known = await compareKnown(check, verification, { ...result, read, values });
  const steps: StepResult[] = [{ part: "ocr", ...result, ...read }, ...details, ...known.steps];
  return { steps, statements: known.statements };
}

/** The reading, or the specimen's if a test reference fixes the outcome. */
async function readDocument(check: Check, image: NamedImage): Promise<PortraitReading> {
  const { services, call, fixed } = check;
  const { inference } = services;
  const found = await inference.readDocument(toBeShown(check, image), call.inferenceUse);
  return fixed === null ? found : specimenReading(found, (await inference.bundle()).templateVersion);
}
