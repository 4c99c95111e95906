import { newId } from "../../core/ids.ts";
import type { NamedImage, PortraitReading } from "../../inference/port.ts";
import { witnessed } from "../../verdicts/ocr/barcode-fields.ts";
import type { RequestedDocumentType } from "../../verdicts/ocr/detected-type.ts";
import { judgeDocument } from "../../verdicts/ocr/verdict.ts";
import { specimenReading } from "../../verdicts/test-references/specimen.ts";
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
import { documentImage, nameImages, portraitImage } from "./images.ts";
import { compareKnown } from "./known-document.ts";
import { compareExpected, measuredReading } from "./measured.ts";
import { ocrResult } from "./ocr-result.ts";
import { commitResting } from "./resting.ts";
import { anchorsOf, withSignatures } from "./seals.ts";

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
  const check = await openDocumentCheck(ctx, subject, ["ocr"]);
  const [reading] = (await withSignatures(check, [await readDocument(check, image)])) as [PortraitReading];
  return judgeUntilNewest(() => judgeReading(check, { image, type, reading }));
}

async function judgeReading(
  check: Check<CheckResult["body"]>,
  { image, type, reading }: Pick<DocumentScan, "image" | "type"> & { readonly reading: PortraitReading },
): Promise<Answer> {
  const { verification, now } = check;
  const verdict = judgeDocument(reading, {
    declared: type === "auto" ? null : type,
    accepted: verification?.policy.document_types ?? null,
    now,
  });

  const id = newId("ocr", now);
  const images = [...documentImage({ resultIds: [id] }, reading, image), ...portraitImage(id, reading)];
  const kept = await keepImages(check, verdict.eligible ? images : []);
  const { result, body, template } = await ocrResult(check, { id, reading, verdict });
  const findings = { results: [result], body, kept, template };
  const resting = { anchors: anchorsOf([reading]), resultId: id };
  if (verification === null) return commitResting(check, resting, { ...findings, recorded: null });
  const { fields, mrz } = verdict;
  const sides = [{ reading, ocr: verdict }];
  const values = { mrz, fields: witnessed(fields) };
  const unknown = {
    ...measuredReading({ sides, fields, lacksBarcode: false, link: "linked", missing: null }),
    resultIds: [id],
    details: await compareExpected(check, verification, values),
  };
  const known = await compareKnown(check, verification, { reading: unknown, fields: values.fields });
  const capture = await nameImages(check, verification.id, [image]);
  const measured = { reading: { ...unknown, known: known.measured } };
  return commitResting(check, resting, {
    ...findings,
    recorded: { capture, measured },
    statements: known.statements,
  });
}

/** The reading, or the specimen's if a test reference fixes the outcome. */
async function readDocument(check: Check, image: NamedImage): Promise<PortraitReading> {
  const { services, call, fixed } = check;
  const { inference } = services;
  const found = await inference.readDocument(toBeShown(check, image), call.inferenceUse);
  return fixed === null ? found : specimenReading(found, (await inference.bundle()).templateVersion);
}
