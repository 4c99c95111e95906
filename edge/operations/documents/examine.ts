import { newId } from "../../ids.ts";
import type { Examination, NamedImage } from "../../inference/port.ts";
import type { RequestedDocumentType } from "../../verdicts/ocr/document-type.ts";
import { specimenReading } from "../../verdicts/test-references/specimen.ts";
import type { Verification } from "../../verification/types.ts";
import type { CaptureSource } from "../../vocabulary/documents.ts";
import type { Answer } from "../commit/pending-call.ts";
import type { Picture } from "../media/parts/keep.ts";
import { keepPictures, toBeShown, withOriginal } from "../parts/keep-pictures.ts";
import type { Check, CheckContext } from "../parts/open-check.ts";
import { type CheckResult, recordCheck } from "../parts/record-check.ts";
import { runCheck } from "../parts/run-check.ts";
import { fraudResult } from "./parts/fraud-result.ts";
import { ocrResult } from "./parts/ocr-result.ts";
import { namePictures } from "./parts/picture-name.ts";
import { type JudgedSide, judgeDocumentSides, type Sides } from "./parts/sides.ts";

interface DocumentPictures {
  readonly verification: Verification;
  readonly pictures: Sides<NamedImage>;
  readonly type: RequestedDocumentType;
  /** The source of the pictures; null where the call does not name it. */
  readonly source: CaptureSource | null;
}

type Bodies = Readonly<Record<"ocr" | "fraud", CheckResult["body"]>>;

interface ExaminedDocument extends Omit<CheckResult, "body"> {
  readonly front: Bodies;
  readonly back: Bodies | null;
  /** Whether the document's other side must be shown, too. */
  readonly needsBack: boolean;
  /** The verification after the examination. */
  readonly verification: Verification;
}

/**
 * Examines a document's front and, where it is sent, its back. Each picture is read and judged once; results,
 * events, usage and step are one batch. A front alone whose zone is on the back, or the reverse, uses no
 * attempt.
 */
export async function examineDocument(
  ctx: CheckContext<ExaminedDocument>,
  input: DocumentPictures,
): Promise<Answer> {
  const { verification } = input;
  const subject = { verification, customerRef: null, storeMedia: verification.policy.store_media };
  return runCheck(ctx, { subject, parts: ["ocr", "fraud"] }, (check) => examineSides(check, input));
}

async function examineSides(
  check: Check<ExaminedDocument>,
  { verification, pictures, type, source }: DocumentPictures,
): Promise<Answer> {
  const found = await examine(check, pictures);
  const judged = await judgeDocumentSides(check, verification.policy, found, type);

  const named = judged.sides.map((side, i) => ({ ...side, ...newIds(check), picture: pictures[i]!.content }));
  const kept = await keepPictures(check, named.flatMap(picturesOf));
  const sides = await Promise.all(named.map((side) => resultsOf(check, side, source)));
  // The side with the portrait stands for the reading: its result holds the face.
  const bearer = sides[judged.portrait ?? 0]!;
  const readings = [bearer, ...sides.filter((side) => side !== bearer)].map(({ ocr }) => ocr);
  const capture = await namePictures(check, verification.id, pictures);
  const results = sides.flatMap(({ ocr, fraud }) => [ocr.result, fraud.result]);
  const [front, back = null] = sides.map(({ ocr, fraud }) => ({ ocr: ocr.body, fraud: fraud.body }));
  return recordCheck(check, {
    results,
    steps: [
      { part: "ocr", resultIds: readings.map(({ result }) => result.id), capture, ...judged.read },
      { part: "fraud", resultIds: sides.map(({ fraud }) => fraud.result.id), capture, ...judged.fraud },
    ],
    kept,
    template: readings[0]!.template,
    result: (changed) => ({
      id: results[0]!.id,
      customerRef: check.customerRef,
      createdAt: check.now,
      front: front!,
      back,
      needsBack: judged.missing !== null,
      verification: changed!,
    }),
  });
}

const newIds = ({ now }: Check) => ({ ocrId: newId("ocr", now), fraudId: newId("fraud", now) });

type NamedSide = JudgedSide & ReturnType<typeof newIds> & { readonly picture: Uint8Array };

/** Pictures for a reviewer; none of a picture that could neither be read nor judged. */
function picturesOf({ ocr, fraud, reading, picture, ocrId, fraudId }: NamedSide, i: number): Picture[] {
  if (!ocr.eligible && !fraud.verdict.qualityGate.passed) return [];
  const side = i === 0 ? "front" : "back";
  const { width, height, shown } = reading;
  const resultIds = [ocrId, fraudId];
  const document = withOriginal(
    { kind: "document", side, resultIds, size: { width, height } },
    shown,
    picture,
  );
  if (!ocr.eligible || reading.portrait === null) return document;
  return [...document, { kind: "portrait", resultIds: [ocrId], content: reading.portrait.jpeg }];
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

/** The findings in each picture, or the specimen's where a test reference fixes the outcome. */
async function examine(check: Check, pictures: Sides<NamedImage>): Promise<Examination[]> {
  const { services, call, fixed } = check;
  const { inference } = services;
  const asked = pictures.map((picture) => toBeShown(check, picture));
  const found = await inference.examineDocument(asked, call.engines);
  if (fixed === null) return found;
  const { templateVersion } = await inference.pack();
  return found.map((side) => ({ ...side, reading: specimenReading(side.reading, templateVersion) }));
}
